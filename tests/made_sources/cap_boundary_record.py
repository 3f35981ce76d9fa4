"""The answers of cap_boundary_card. The second model and the second set have no related questions, so three items are left."""
from __future__ import annotations

from tests import made_sources
from tests.made_sources import cap_boundary_card

ROWS, NEEDED, LABEL = cap_boundary_card.ROWS, cap_boundary_card.NEEDED, cap_boundary_card.LABEL
ITEMS, GOLDS = 3, None
# Words of four letters and more in common with the question asked, `svamp` and `chal` among them: 7 of 8, 5 of 9, 4 of 10, 2 of 9.
SHOWN = {
    "Model:\nM One: a made-up model\n\nIts record on related questions:\n"
    "- Anna bought seven green apples and plums.\n  5 of 5 replies were right\n- Boris bought seven green pears.\n  2 of 5 replies were right\n"
    "- Carla sold nine green apples.\n  0 of 6 replies were right\n- Trains are late.\n  1 of 5 replies were right\n\n"
    "Question put to the model:\nAnna bought seven green apples.\n\nHow its reply is judged:\nIts number must equal the accepted one.": 0.4,
}
ABSENT = ("WRONG-REPLY", "Answer:", "served-m", "today", "who won", "M Two")
PACKS = (lambda rows: {f"../cap_boundary_card/{cap_boundary_card.FILE}": made_sources.json_lines(rows["answers"])},)
