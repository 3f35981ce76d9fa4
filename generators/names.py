"""Invented names that sound like names people meet, and the list of well-known ones they must not be.

People: ordinary first and last names of varied origins, combined at random. Places and organisations: invented stems.
A family adds its own nouns ("Freight", "Clinic"); this module knows no family.
"""
from __future__ import annotations

import re

FIRST_NAMES = (
    "Adaeze", "Aisha", "Alejandra", "Amir", "Anders", "Anjali", "Anna", "Arjun", "Astrid", "Beatriz", "Bilal", "Bronwen", "Carlos", "Chiara",
    "Chidi", "Clara", "Daniel", "Darius", "Deniz", "Dmitri", "Elena", "Elif", "Emeka", "Erik", "Esther", "Fatima", "Felix", "Fiona", "Gabriel",
    "Giulia", "Grace", "Hana", "Hannah", "Hiroshi", "Ibrahim", "Ines", "Ingrid", "Ivan", "Jakub", "James", "Jasmine", "Joanna", "Johan", "Jonas",
    "Julia", "Karim", "Katarina", "Kenji", "Kofi", "Lars", "Laura", "Leila", "Liam", "Lin", "Lucia", "Lukas", "Magda", "Malik", "Marco", "Maria",
    "Marta", "Mateo", "Mei", "Miguel", "Mina", "Nadia", "Naomi", "Nikolai", "Nina", "Noor", "Olga", "Oliver", "Omar", "Oskar", "Paula", "Pavel",
    "Petra", "Priya", "Rafael", "Rania", "Ravi", "Rebecca", "Rosa", "Ruth", "Samir", "Sara", "Sean", "Simone", "Sofia", "Stefan", "Sunita",
    "Tariq", "Tereza", "Thandi", "Theo", "Tomasz", "Uma", "Vera", "Victor", "Wanjiru", "Wei", "Yara", "Yusuf", "Zoe",
)
LAST_NAMES = (
    "Abara", "Adeyemi", "Ahmadi", "Almeida", "Andersen", "Asante", "Aydin", "Bakker", "Banerjee", "Barros", "Becker", "Bergström", "Bianchi",
    "Borowski", "Brennan", "Castro", "Chandra", "Chen", "Costa", "Dahl", "Demir", "Dhillon", "Dlamini", "Dubois", "Duarte", "Eriksen", "Esposito",
    "Farah", "Ferreira", "Fischer", "Fofana", "Gallagher", "Garcia", "Greco", "Gupta", "Haddad", "Hansen", "Hartmann", "Hayashi", "Hoffman",
    "Horvat", "Hughes", "Ibarra", "Ivanova", "Jansen", "Jensen", "Kaplan", "Karlsson", "Katz", "Keller", "Khan", "Kim", "Kimani", "Kovacs",
    "Kowalski", "Kumar", "Lambert", "Larsen", "Lehmann", "Lindgren", "Lopez", "Maier", "Mansour", "Martin", "Mbeki", "Mensah", "Meyer", "Moreau",
    "Mori", "Morris", "Nagy", "Nakamura", "Ncube", "Nguyen", "Nielsen", "Novak", "Nowak", "Okafor", "Oliveira", "Osei", "Otieno", "Park", "Patel",
    "Pereira", "Petrov", "Popescu", "Rahman", "Ramos", "Rao", "Reyes", "Ricci", "Rossi", "Sahin", "Saito", "Santos", "Schmidt", "Schneider",
    "Sharma", "Silva", "Sokolov", "Sorensen", "Suzuki", "Svensson", "Takeda", "Tanaka", "Thapa", "Torres", "Traore", "Vargas", "Varga", "Vasquez",
    "Visser", "Vogel", "Walsh", "Weber", "Wolff", "Yilmaz", "Zhang", "Ziegler",
)
STEMS = (
    "Aldermere", "Ambersay", "Arnwick", "Ashgrove", "Balmoor", "Beckhaven", "Birkholt", "Bramwell", "Brackwater", "Calderby", "Carrowmere",
    "Corvane", "Crestholm", "Dalbrook", "Danehurst", "Dunmarrow", "Eastmarch", "Eldervale", "Elmscote", "Fallowfield", "Farrowdale", "Fenwether",
    "Garrowby", "Glenmarch", "Greyfell", "Halden", "Harrowgate Mills", "Hartsmere", "Hollinford", "Holmbury", "Ivorsand", "Kestrel Row", "Kilbrae",
    "Larkhollow", "Lindmoor", "Lowenthal", "Lynmarsh", "Marlwood", "Merrowdown", "Millrace", "Moorcroft Lane", "Northolme", "Oakhampton Vale",
    "Orrinsby", "Pellworth", "Penhallow", "Quarrydale", "Ravensholt", "Redcombe", "Rookhurst", "Saltmarsh", "Sandwick Point", "Selbourne",
    "Silverdene", "Skerrow", "Southmere", "Stonebeck", "Strandvik", "Tamsin Vale", "Thornmere", "Tillerby", "Umberfield", "Valdersund", "Venlow",
    "Wakemoor", "Westerling", "Whitmarsh", "Winterbrook", "Wrenfield", "Yarrowdale",
)
WELL_KNOWN = frozenset("""
    accenture adidas adobe airbnb airbus alibaba allianz alphabet amazon android anthropic apple asana atlassian audi axa azure barclays bbc
    bloomberg bmw boeing bosch burberry canon carrefour chanel chatgpt chevron chrome cisco citibank claude cloudflare coca-cola confluence
    costco databricks datadog dell deloitte dhl disney docker docusign dropbox ebay ericsson expedia exxon facebook fedex ferrari firefox ford
    fujitsu gartner gemini github gitlab gmail goldman google gucci heineken hilton hitachi honda hsbc huawei hubspot hyundai ibm ikea instagram
    intel intuit jenkins jira jpmorgan kafka kellogg kia klarna kodak kpmg kubernetes lego lenovo linkedin linux lufthansa lyft marriott
    mastercard mcdonald mckinsey mercedes microsoft mistral mongodb moodys motorola mysql nasa nestle netflix netsuite nike nintendo nissan nokia
    nvidia okta openai oracle palantir panasonic paypal pepsi pfizer philips pinterest porsche postgres postgresql prada pwc qualcomm quickbooks
    reddit redis revolut rolex salesforce samsung santander sap servicenow shell shopify siemens skype slack snapchat snowflake sony spacex
    spotify splunk starbucks stripe target telegram tencent terraform tesla tiktok toshiba toyota twilio twitter uber ubuntu unicef unilever
    ups verizon visa vodafone volkswagen volvo walmart webex whatsapp wikipedia windows workday xbox xerox yahoo youtube zalando zendesk zoom
""".split())
"""Words that name a real brand, product or body wherever they stand capitalised; ordinary words among them are listed for names only."""
ORDINARY_WORDS = frozenset("apple amazon canon chrome ford gemini oracle shell slack stripe target ups visa windows zoom snowflake docker lego intel".split())


def person(rng) -> str:
    """A first and a last name."""
    return f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}"


def people(rng, count: int) -> list:
    """That many people, no first name and no last name twice."""
    return [f"{first} {last}" for first, last in zip(rng.sample(FIRST_NAMES, count), rng.sample(LAST_NAMES, count))]


def well_known(text: str) -> list:
    """The capitalised words of a text that name a well-known brand or product; ordinary words are passed over."""
    words = re.findall(r"[A-Z][A-Za-z-]+", text)
    return sorted({word for word in words if word.lower() in WELL_KNOWN and word.lower() not in ORDINARY_WORDS})
