"""agentreward_success: did the web agent complete its task?  Layer D.

One item a trajectory that people judged: the goal, every step with address, reasoning and action, and the page at the end as an accessibility tree.
Trajectories of several agents on one task form a group. The labels are a small table; the trajectories are one large file each, so which ones are
drawn is settled before any of them is fetched.
"""
from __future__ import annotations

from generators import draws, items
from reference import cases, readers, sampling
from reference.sources import OFFICIAL, File, Form, Source, SourceError, github, hub

TASK = "agentreward_success"
COMMIT = "ea58fb5b17cd0d8b28b89918a9a02953b51ae59c"
REVISION = "b6d17e646009d6cb63d5dd7be78807b680693f61"
FIELDS = ("benchmark", "task_id", "model_name", "exp_name", "trajectory_success")
STEP_FIELDS = ("url", "action", "reasoning", "axtree_pruned", "last_action_error")
SOURCES = (
    Source("annotations", (
        Form(OFFICIAL, (File("annotations.csv", github("McGill-NLP/agent-reward-bench", COMMIT, "agent_reward_bench/data/annotations.csv"),
                             "155be0e6530d190c14a056f0195aaafa081c2a45a36e8f72b922c9fdc6838367", 265137),), readers.csv_rows(FIELDS)),
    )),
)
SIZES = {"yes": 303, "no": 250}
MAX_PAGE_CHARS = 20000
"""How much of the last page is shown; where it is longer, the state says that the rest is left out."""
DRAW = sampling.Draw("303 trajectories that all their annotators call successful and 250 that all call unsuccessful, out of 349 and 940: the published 552 items and "
                     "overlap share imply 553 before the filter, and the best constant answer of 0.549 a share of 303 to 250 or the other way round; no part of the "
                     "source has these numbers. They are drawn by label before the files are fetched, since all 1,302 trajectories take about 38 GB. Those "
                     f"with a split vote or an unsure one are not drawn from. Of the last page at most {MAX_PAGE_CHARS:,} characters are shown, and no screenshot.")
CITATION = "Lù et al.: AgentRewardBench, Evaluating Automatic Evaluations of Web Agent Trajectories, 2025 (McGill NLP)."
QUESTION = items.noul("Did the web agent complete its task?", "the agent did all that the goal asks for and gave any answer that it asks for",
                      "the agent did not reach the goal, or only a part of it")
LABELS = {"Successful": "yes", "Unsuccessful": "no", "Unsure": None}
VARIANTS = (".improved", ".resized")
"""What task ids of the source may hold beside the task's own name."""


# Labels

def judged(files) -> dict:
    """{(benchmark, agent, experiment, task id): the label that all annotators gave, None where they differ or one is unsure}."""
    votes = {}
    for row in files["annotations"].read():
        key = (row["benchmark"], row["model_name"], row["exp_name"], row["task_id"])
        votes.setdefault(key, set()).add(cases.label(LABELS, row["trajectory_success"], f"annotation of {row['task_id']}"))
    return {key: next(iter(found)) if len(found) == 1 else None for key, found in votes.items()}


def drawn(files) -> dict:
    """{trajectory: label} of those that become items, some of each label."""
    labels, chosen = judged(files), {}
    for gold, size in SIZES.items():
        names = sorted(key for key, label in labels.items() if label == gold)
        chosen.update((key, gold) for key in draws.stream(draws.PUBLISHED, TASK, "trajectories", gold).sample(names, min(size, len(names))))
    return {key: chosen[key] for key in labels if key in chosen}


# Trajectories

def path_of(key) -> str:
    """Where the data set keeps a trajectory; it is looked for under the same path on disk."""
    benchmark, agent, experiment, task = key
    return f"cleaned/{benchmark}/{agent}/{experiment}/{task}.json"


def trajectory(value, name: str):
    """The one record of a trajectory file: goal, steps, whether it is valid. Raises SourceError where a part is missing."""
    found = readers.pick(value, ("goal", "steps", "valid"), (), name)
    if not isinstance(found["steps"], list):
        raise SourceError(f"{name}: steps are no list; the layout of the source has changed")
    yield {**found, "steps": [readers.pick(step, STEP_FIELDS, (), f"{name}: step {place}") for place, step in enumerate(found["steps"])]}


def more_sources(files) -> tuple:
    """The drawn trajectories, one file each."""
    return tuple(
        Source(path_of(key), (Form(OFFICIAL, (File(path_of(key), hub("McGill-NLP/agent-reward-bench", REVISION, path_of(key))),), readers.json_tree(trajectory)),))
        for key in drawn(files))


def records(files):
    """The drawn trajectories with their labels."""
    for key, gold in drawn(files).items():
        for found in files[path_of(key)].read():
            yield {**found, "benchmark": key[0], "task": key[3], "key": path_of(key), "gold": gold}


# The state

def step_text(step) -> str:
    """A step in which the agent acted, a line each for error before it, address, reasoning and action."""
    lines = (("error of the action before", step["last_action_error"]), ("page", step["url"]), ("reasoning", step["reasoning"]), ("action", step["action"]))
    return "\n".join(f"{name}: {text.strip()}" for name, text in lines if text and text.strip())


def page_text(step) -> str:
    """The page of a step: an error of the action before it, its address and its pruned accessibility tree."""
    tree = cases.text(step["axtree_pruned"], "axtree_pruned")
    if len(tree) > MAX_PAGE_CHARS:
        tree = f"{tree[:MAX_PAGE_CHARS]}\n[the rest of the page is left out]"
    return step_text({**step, "reasoning": None, "action": None}) + f"\n{tree}"


def convert(record) -> cases.Case:
    """The item of a trajectory; an unused step after the last action only shows the page."""
    if not record["valid"]:
        raise cases.LeftOut("a trajectory marked as not valid")
    acted = [step for step in record["steps"] if step["action"]]
    if not acted:
        raise cases.LeftOut("no action")
    state = cases.sections(("Goal", record["goal"]), *((f"Step {number}", step_text(step)) for number, step in enumerate(acted, 1)),
                           ("Page at the end", page_text(record["steps"][-1])))
    task = record["task"]
    for variant in VARIANTS:
        task = task.replace(variant, "")
    return cases.Case(record["key"], state, QUESTION, record["gold"], group=task, domain=record["benchmark"])
