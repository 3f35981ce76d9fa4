"""Three trajectories of one task and one of another: two successful, one not, one not valid and one without an action; annotators differ or are unsure
about two more, which have no file. Annotators, agents and rewards must not show.
"""
from __future__ import annotations

from tests import made_sources

HERE = "HERE"


def judgment(task: str, agent: str, success: str, annotator: str = "ANNOTATOR-A") -> dict:
    return {"annotator_name": annotator, "benchmark": "webarena", "task_id": task, "model_name": agent, "exp_name": f"{agent}_on_webarena",
            "trajectory_success": success, "trajectory_side_effect": "No", "trajectory_optimality": "2. Suboptimal", "trajectory_looping": "No"}


def step(url: str, action, reasoning, tree: str, error: str = "") -> dict:
    return {"url": url, "action": action, "reasoning": reasoning, "axtree_pruned": tree, "last_action_error": error, "axtree": "WHOLE-TREE",
            "screenshot_path": "SHOT-A"}


def run(goal: str, valid: bool = True) -> dict:
    return {"goal": goal, "steps": HERE, "valid": valid, "agent": "AGENT-A", "summary_info": {"cum_reward": "REWARD-A"}}


ROWS = {
    "annotations": [
        judgment("webarena.1", "AGENT-A", "Successful"), judgment("webarena.1", "AGENT-A", "Successful", "ANNOTATOR-B"),
        judgment("webarena.resized.1", "AGENT-B", "Unsuccessful"), judgment("webarena.2", "AGENT-A", "Successful"),
        judgment("webarena.3", "AGENT-A", "Unsuccessful"), judgment("webarena.4", "AGENT-A", "Successful"),
        judgment("webarena.4", "AGENT-A", "Unsuccessful", "ANNOTATOR-B"), judgment("webarena.5", "AGENT-A", "Unsure"),
        judgment("webarena.6", "AGENT-A", "Unsuccessful"),
    ],
    "trajectories": [run("Open the shop."), run("Open the shop."), run("Find the price."), run("Log in.", False), run("Log out.")],
    "steps": [
        step("http://a", "click('1')", "The link leads there.", "[1] link 'Shop'"), step("http://a/shop", None, None, "[2] heading 'Shop'"),
        step("http://a", "click('9')", None, "[1] link 'Shop'"), step("http://a", None, None, "[1] link 'Shop'", "no element 9"),
        step("http://b", "send_msg_to_user('3 EUR')", "It says 3 EUR.", "y" * 20000 + "zz"), step("http://b", "noop()", "Wait.", "[1] x"),
        step("http://b", None, None, "[1] x"),
    ],
}
NEEDED = {"annotations": ("benchmark", "task_id", "model_name", "exp_name", "trajectory_success"), "trajectories": ("goal", "steps", "valid"),
          "steps": ("url", "action", "reasoning", "axtree_pruned", "last_action_error")}
OWNERS = (("webarena.1", "AGENT-A", 0, 2), ("webarena.resized.1", "AGENT-B", 2, 4), ("webarena.2", "AGENT-A", 4, 5), ("webarena.3", "AGENT-A", 5, 6),
          ("webarena.6", "AGENT-A", 6, 7))
"""Task and agent of each trajectory, and which steps are its own."""
LABEL = ("annotations", 3, "trajectory_success", "Partly")
ITEMS, GOLDS = 3, {"yes": 2, "no": 1}
SHOWN = {
    "Goal:\nOpen the shop.\n\nStep 1:\npage: http://a\nreasoning: The link leads there.\naction: click('1')\n\nPage at the end:\npage: http://a/shop\n"
    "[2] heading 'Shop'": "yes",
    "Goal:\nFind the price.\n\nStep 1:\npage: http://b\nreasoning: It says 3 EUR.\naction: send_msg_to_user('3 EUR')\n\nPage at the end:\npage: http://b\n"
    f"{'y' * 20000}\n[the rest of the page is left out]": "yes",
    "Goal:\nOpen the shop.\n\nStep 1:\npage: http://a\naction: click('9')\n\nPage at the end:\nerror of the action before: no element 9\npage: http://a\n"
    "[1] link 'Shop'": "no",
}
ABSENT = ("ANNOTATOR-", "AGENT-", "REWARD-", "WHOLE-TREE", "SHOT-", "zz", "Log in", "Log out")


def files(rows) -> dict:
    """The table of labels, and a file a trajectory with its steps in place, whatever the field is called."""
    found = {"annotations.csv": made_sources.csv_rows(rows["annotations"])}
    for (task, agent, start, stop), value in zip(OWNERS, rows["trajectories"]):
        filled = {name: rows["steps"][start:stop] if there == HERE else there for name, there in value.items()}
        found[f"cleaned/webarena/{agent}/{agent}_on_webarena/{task}.json"] = made_sources.json_value(filled)
    return found


PACKS = (files,)
