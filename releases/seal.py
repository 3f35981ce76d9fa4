"""Make a sealed set of items, whose seed stays secret behind a published commitment, or open one and verify it.

Example: python3 releases/seal.py new --out sealed --secret ../sealed.secret
         python3 releases/seal.py open --secret ../sealed.secret --commitment sealed/commitment.json --root sealed

`new` draws a seed and a salt of 128 bits each, generates and checks every family, and writes

- the secret file, mode 600, outside the set and outside every repository: seed and salt, 32 hex digits each, and the commitment;
- DIR/tasks/<family>/: the items, for the systems that are to be measured;
- DIR/commitment.json, which can be published at once:
  `commitment`  the SHA-256, in hex, of the ASCII text "decisionpivot sealed draw|<seed>|<salt>"
  `release`     the version of the toolkit, and `generators_sha256`, the hash of its generators
  `families`    SHA-256, bytes and number of items of every items file.

Ids read `<family>:x<first 8 hex digits of the commitment>:00000`; a card holds the whole commitment in its note and null as seed. The seed
stands in the secret file alone: it reaches the generators inside the process, so no argument, environment, id, card, file name or message
holds it. Its streams are those of the label "sealed:<seed>" (generators/draws.py), and no stream lets another be computed.
A set that fails a check is thrown away with its secret; a new one is drawn by calling again.

`open` prints seed and salt, which reveals the set, after it has found that they give the commitment; then it generates the families again and compares
their hashes with the commitment file, and with the items under --root. Whoever gets the secret file can do the same.
A commitment shows that the set was fixed when the commitment was published. It does not show that no other set was drawn before.
Exit code 0: made, or all agrees; 1: a check failed or something differs; 2: could not run.
"""
from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import secrets
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generators import console, draws, english, families, items, regenerate

ROOT = Path(__file__).resolve().parent.parent
FORMAT = 1
CLAIM = ".sealing"
"""Stands in the folder of a set while a process makes it."""
SECRET_BYTES = 16
SECRET_KEYS = ("format", "seed", "salt", "commitment")
COMMITMENT_KEYS = ("format", "commitment", "release", "generators_sha256", "families")
HEX = {"seed": 32, "salt": 32, "commitment": 64, "generators_sha256": 64}
"""Hex digits of the values that are such."""


class SealError(ValueError):
    """Something that keeps a set from being made or opened; the message says what, and holds no secret."""


# Commitment

def commitment_of(seed: str, salt: str) -> str:
    """The commitment to a seed and a salt, 64 hex digits."""
    return hashlib.sha256(f"decisionpivot sealed draw|{seed}|{salt}".encode("ascii")).hexdigest()


def generators_hash() -> str:
    """The SHA-256 over names and contents of the generators, line ends taken as \\n."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / "generators").glob("*.py")):
        digest.update(path.name.encode("ascii") + b"\n" + path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def read_record(path, keys) -> dict:
    """The object of a secret or commitment file. Raises SealError, without a value in it, for one of another form."""
    try:
        record = json.loads(items.read_bytes(path).decode("utf-8"))
    except (ValueError, RecursionError):
        raise SealError(f"{path}: cannot be read as JSON") from None
    if not isinstance(record, dict) or set(record) != set(keys) or record["format"] != FORMAT:
        raise SealError(f"{path}: is not an object of format {FORMAT} with {', '.join(keys)}")
    for key, digits in HEX.items():
        if key in record and not (isinstance(record[key], str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", record[key])):
            raise SealError(f"{path}: {key} does not hold {digits} hex digits in lower case")
    return record


def is_mark(value) -> bool:
    """Whether a value holds hash, size and number of items of a file."""
    return (isinstance(value, dict) and set(value) == regenerate.MARK_KEYS and isinstance(value["sha256"], str)
            and type(value["bytes"]) is int and type(value["items"]) is int)


def read_commitment(path) -> dict:
    """The object of a commitment file, its families and their marks checked."""
    record = read_record(path, COMMITMENT_KEYS)
    marks = record["families"]
    if not isinstance(marks, dict) or not marks or not all(map(is_mark, marks.values())):
        raise SealError(f"{path}: families does not hold {', '.join(sorted(regenerate.MARK_KEYS))} for every family")
    return record


# Where the secret may be

def repository_of(path: Path):
    """The repository that a path lies in: this one, or the nearest folder above that is under version control; None where there is none."""
    for folder in path.parents:
        if folder == ROOT or (folder / ".git").exists():
            return folder
    return None


def check_places(out: Path, secret: Path) -> None:
    """Raise SealError unless the set and the secret can be written where the arguments say."""
    out, secret = out.resolve(), secret.resolve()
    home = repository_of(secret)
    if home is not None:
        raise SealError(f"{secret}: lies inside the repository {home}; keep the secret outside of it")
    if out in secret.parents:
        raise SealError(f"{secret}: lies inside the set {out}, which others are to get; keep the secret outside of it")
    if secret.exists():
        raise SealError(f"{secret}: is there already; a secret is never written over")
    if not secret.parent.is_dir():
        raise SealError(f"{secret.parent}: no such folder")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise SealError(f"{out}: is there already and not an empty folder")


def claim_folder(out: Path) -> None:
    """Make the folder of a set and take it for this process. Raises SealError where another process has it."""
    out.mkdir(parents=True, exist_ok=True)
    try:
        os.close(os.open(out / CLAIM, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise SealError(f"{out}: another process makes a set there; choose another folder") from None


def write_secret(path: Path, record: dict) -> None:
    """Write a new file that its owner alone may read; nothing of it stays where that fails."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            os.chmod(path, 0o600)
            file.write(items.to_json(record))
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink()
        raise


# Making and opening

def without(secret: str, row: regenerate.Row) -> regenerate.Row:
    """A row whose messages do not hold the secret, whatever a generator wrote into them."""
    def clean(text: str) -> str:
        return text.replace(secret, "(secret)")
    return row._replace(findings=tuple(map(clean, row.findings)), failure=None if row.failure is None else clean(row.failure))


def run_rows(names, secret: dict, root, is_checked: bool, jobs: int):
    """The row of every family of the set, as it ends, printed."""
    draw = draws.sealed(secret["seed"], secret["commitment"])
    print(regenerate.table_line([name for name, _, _ in regenerate.COLUMNS]), flush=True)
    for row in regenerate.run_families([regenerate.Job(name, draw, str(root), is_checked) for name in names], jobs, {}):
        row = without(secret["seed"], row)
        regenerate.print_row(row)
        yield row


def draw_secret() -> dict:
    """A new seed and salt with their commitment."""
    seed, salt = secrets.token_hex(SECRET_BYTES), secrets.token_hex(SECRET_BYTES)
    return {"format": FORMAT, "seed": seed, "salt": salt, "commitment": commitment_of(seed, salt)}


def make(names, out: Path, secret: dict, jobs: int):
    """Generate and check the set; the commitment file's object, or None where a check failed."""
    rows = list(run_rows(names, secret, out, True, jobs))
    if not all(row.is_sound for row in rows):
        return None
    marks = {row.job.family: row.mark for row in rows}
    return {"format": FORMAT, "commitment": secret["commitment"], "release": families.RELEASE, "generators_sha256": generators_hash(),
            "families": {name: marks[name] for name in names}}


def throw_away(out: Path, secret: Path) -> None:
    """Remove what `new` has written of a set that is not to be."""
    secret.unlink()
    shutil.rmtree(out / "tasks", ignore_errors=True)
    (out / CLAIM).unlink()


def new(args) -> int:
    """Make a sealed set; returns 0, or 1 where a check failed."""
    out, path = Path(args.out), Path(args.secret)
    check_places(out, path)
    names, secret = regenerate.choose_families(args.families), draw_secret()
    claim_folder(out)
    try:
        write_secret(path, secret)
    except BaseException:
        (out / CLAIM).unlink()
        raise
    try:
        commitment = make(names, out, secret, args.jobs)
        if commitment is not None:
            items.write_json(out / "commitment.json", commitment)
    except BaseException:
        throw_away(out, path)
        raise
    if commitment is None:
        throw_away(out, path)
        print("FAILED: the set and its secret are thrown away; call again to draw another")
        return 1
    (out / CLAIM).unlink()
    print(f"SEALED: commitment {secret['commitment']}, to be published from {out / 'commitment.json'}; keep {path} secret")
    return 0


def differences(rows, commitment: dict, root) -> list:
    """One line for every family that is not what the commitment says, as generated again or as it stands under a root."""
    found = []
    for row in rows:
        wanted, name = commitment["families"][row.job.family], row.job.family
        if row.failure is None and row.mark != wanted:
            found.append(f"{name}: generated again: {regenerate.described(row.mark)}; committed: {regenerate.described(wanted)}")
        elif row.failure is not None:
            found.append(f"{name}: cannot be generated again")
        path = None if root is None else items.task_folder(root, name) / "items.jsonl"
        if path is not None and not path.is_file():
            found.append(f"{path}: missing")
        elif path is not None and items.fingerprint(items.read_bytes(path))["sha256"] != wanted["sha256"]:
            found.append(f"{path}: is not the items file of the commitment")
    return found


def open_seal(args) -> int:
    """Reveal and verify a sealed set; returns 0, or 1 where something differs."""
    secret, commitment = read_record(args.secret, SECRET_KEYS), read_commitment(args.commitment)
    if commitment_of(secret["seed"], secret["salt"]) != commitment["commitment"]:
        print(f"FAILED: {args.secret} is not the secret of commitment {commitment['commitment']}; nothing is revealed")
        return 1
    names = regenerate.choose_families(list(commitment["families"]))
    print(f"seed {secret['seed']}\nsalt {secret['salt']}\ncommitment {commitment['commitment']}: agrees", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        rows = list(run_rows(names, {**secret, "commitment": commitment["commitment"]}, folder, False, args.jobs))
    found = differences(rows, commitment, args.root)
    for line in found:
        print(line)
    if found and (commitment["release"], commitment["generators_sha256"]) != (families.RELEASE, generators_hash()):
        print(f"the set was made by generators of release {commitment['release']} that are not those of this checkout; open it with those")
    print(f"FAILED: {english.counted(len(found), 'difference')}" if found
          else f"OPENED: {english.counted(len(names), 'family', 'families')} {'agrees' if len(names) == 1 else 'agree'} with the commitment")
    return 1 if found else 0


# Command line

NEW = """Draw a seed, generate and check the families, and write the set, its commitment and its secret.
Example: python3 releases/seal.py new --out sealed --secret ../sealed.secret"""
OPEN = """Reveal the seed of a set, generate the set again, and compare it with its commitment.
Example: python3 releases/seal.py open --secret ../sealed.secret --commitment sealed/commitment.json --root sealed"""


def parse(argv) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="seal.py", **console.about(__doc__))
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("new", help="draw, check and commit to a sealed set", **console.about(NEW))
    making.add_argument("families", nargs="*", metavar="FAMILY", help="only these families (default: all that have a generator)")
    making.add_argument("--out", required=True, metavar="DIR", help="where the set goes, a folder that is not there or empty (no default)")
    making.add_argument("--secret", required=True, metavar="FILE", help="where the seed goes, outside the set and any repository (no default)")
    opening = commands.add_parser("open", help="reveal the seed of a set and verify the set", **console.about(OPEN))
    opening.add_argument("--secret", required=True, metavar="FILE", help="the secret file (no default)")
    opening.add_argument("--commitment", required=True, metavar="FILE", help="the commitment file (no default)")
    opening.add_argument("--root", metavar="DIR", help="also compare the items files of this set (default: only generate again)")
    for command in (making, opening):
        command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="families at once (default: the number of cores)")
    return parser.parse_args(argv)


def main(argv=None) -> int:
    args = parse(argv)

    def attempt() -> int:
        if args.jobs < 1:
            raise SealError(f"--jobs {args.jobs} is less than 1")
        return new(args) if args.command == "new" else open_seal(args)

    return console.guarded("seal.py", attempt, (ValueError,))


if __name__ == "__main__":
    sys.exit(main())
