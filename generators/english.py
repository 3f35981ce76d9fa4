"""Lists, plurals, amounts, dates and times in words. Everything comes from tables: no locale, no clock."""
from __future__ import annotations

import datetime

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """'1 day', '2 days'; `nouns` gives an irregular plural."""
    return f"{count} {noun if count == 1 else nouns or noun + 's'}"


def counted(count: int, noun: str, nouns: str | None = None) -> str:
    """'1 item', '7,800 items': as `plural`, with commas between thousands, for what commands print; the text of items keeps `plural`."""
    return f"{count:,} {plural(count, noun, nouns).partition(' ')[2]}"


def article(noun: str) -> str:
    """'a parcel', 'an order': by the first letter, which suits the vocabulary used here."""
    return f"{'an' if noun[0].lower() in 'aeiou' else 'a'} {noun}"


def listing(words, last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def sentence(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def amount(cents: int, thousands: str = "") -> str:
    """Cents as a decimal amount: 123456 -> '1234.56', with thousands=',' '1,234.56'."""
    whole, part = divmod(abs(cents), 100)
    digits = f"{whole:,}".replace(",", thousands)
    return f"{'-' if cents < 0 else ''}{digits}.{part:02d}"


def clock(minute: int) -> str:
    """Minutes after midnight as 'hh:mm'."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def clock_seconds(second: int) -> str:
    """Seconds after midnight as 'hh:mm:ss'."""
    return f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"


def long_date(day: datetime.date) -> str:
    """'3 March 2026'."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def short_date(day: datetime.date) -> str:
    """'03 Mar 2026'."""
    return f"{day.day:02d} {MONTHS[day.month - 1][:3]} {day.year}"


def weekday(day: datetime.date) -> str:
    """'Tuesday'."""
    return WEEKDAYS[day.weekday()]
