#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every request of every transcript has the same response, byte for byte, through the command line,
C++ and Python; requests and responses are what the schemas say.

    tests/contract/contract.py MIZAN ASKER PACKAGE

MIZAN is the command line, ASKER the program beside this file, PACKAGE the folder with the Python
package. The transcripts run once with a program in the place of mizan that notes its arguments;
each call that is a request is then made again with --json and with --request. Ends with
"N passed, M failed".
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCHEMAS = ROOT / "docs" / "contract"
COMMANDS = ("account", "calibrate", "curve", "convert", "divergence", "explain", "game", "theorems")
NOT_OF_THE_REQUEST = {"--json": 0, "--csv": 0, "--plot": 1, "--lines": 0}
STATUS = {"input": 2, "domain": 2, "refused": 1}

NOTE = """#!{python}
import json, os, sys
with open({notes!r}, "a") as notes:
    print(json.dumps([os.getcwd(), sys.argv[1:]]), file=notes)
os.execv({program!r}, ["mizan", *sys.argv[1:]])
"""


def transcripts():
    specification = importlib.util.spec_from_file_location("transcripts",
                                                           ROOT / "tools" / "transcripts.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, holds, *about):
        self.passed += bool(holds)
        self.failed += not holds
        if not holds:
            print(f"FAILED {name}", *about, sep="\n    ")


def without_options(arguments):
    kept, skipped = [], 0
    for word in arguments:
        if skipped:
            skipped -= 1
        elif word in NOT_OF_THE_REQUEST:
            skipped = NOT_OF_THE_REQUEST[word]
        else:
            kept.append(word)
    return kept


def calls(program, folder):
    """What the transcripts call, with the folder in which they do."""
    transcript, notes = transcripts(), folder / "notes"
    for place in ("bin", "work"):
        (folder / place).mkdir()
        wrapper = folder / place / "mizan"
        wrapper.write_text(NOTE.format(python=sys.executable, notes=str(notes),
                                       program=str(program)))
        wrapper.chmod(0o755)
    files = [*sorted((ROOT / "tests" / "golden").glob("*.txt")), ROOT / "README.md"]
    for path in files:
        lines, parts = transcript.blocks(path)
        for start, end in parts:
            for _, command, _ in transcript.steps(lines[start:end]):
                if command is not None and "--help" not in command:
                    transcript.run(command, str(folder))
    seen = []
    for line in notes.read_text().splitlines():
        where, arguments = json.loads(line)
        call = (where, without_options(arguments))
        if arguments and arguments[0] in COMMANDS and call not in seen:
            seen.append(call)
    return seen


def run(program, arguments, folder, text=None):
    return subprocess.run([program, *arguments], cwd=folder, input=text, capture_output=True,
                          check=False, timeout=300)


class Schemas:
    def __init__(self):
        self.request, self.response = (
            json.loads((SCHEMAS / f"{name}.schema.json").read_text())
            for name in ("request", "response"))
        for schema in (self.request, self.response):
            jsonschema.Draft202012Validator.check_schema(schema)

    @staticmethod
    def complaint(schema, part, document):
        """Why a document is not what one definition of a schema says; empty if it is."""
        whole = {"$defs": schema["$defs"], "$ref": f"#/$defs/{part}"}
        error = jsonschema.exceptions.best_match(
            jsonschema.Draft202012Validator(whole).iter_errors(document))
        return "" if error is None else f"{error.json_path}: {error.message}"


def check_call(tally, schemas, program, call, request_file):
    where, arguments = call
    name = " ".join(arguments)
    answered = run(program, [*arguments, "--json"], where)
    response = json.loads(answered.stdout)
    is_error = isinstance(response, dict) and "error" in response
    part = "error" if is_error else arguments[0]
    tally.check(f"{name}: the response fits its schema",
                not (why := schemas.complaint(schemas.response, part, response)), why)
    status = STATUS[response["error"]["code"]] if is_error else 0
    tally.check(f"{name}: the status is that of the response", answered.returncode == status,
                answered.returncode)
    asked = run(program, [*arguments, "--request"], where)
    if asked.returncode != 0:  # what the options say is no request
        tally.check(f"{name}: no request, no answer", is_error, asked.stderr)
        return
    request = json.loads(asked.stdout)
    why = schemas.complaint(schemas.request, arguments[0], request)
    is_mistake = is_error and STATUS[response["error"]["code"]] == 2
    tally.check(f"{name}: the request fits its schema", not why or is_mistake, why)
    request_file.write_bytes(asked.stdout)
    again = run(program, ["ask"], where, asked.stdout)
    tally.check(f"{name}: mizan ask says the same", again.stdout == answered.stdout,
                again.stdout[:300], answered.stdout[:300])
    tally.check(f"{name}: and ends the same way", again.returncode == answered.returncode)
    request_file.with_suffix(".expected").write_bytes(answered.stdout)


def check_doors(tally, asker, package, folder):
    """C++ and Python say what the command line said."""
    files = sorted(folder.glob("*.request"))
    subprocess.run([asker, *files], check=True)
    python = ("import sys, mizan\n"
              "for name in sys.argv[1:]:\n"
              "    open(name + '.py', 'w').write(mizan.ask(open(name).read()))\n")
    subprocess.run(["/usr/bin/python3", "-c", python, *files], check=True,
                   env={**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"})
    for file in files:
        expected = file.with_suffix(".expected").read_bytes()
        for door in ("cpp", "py"):
            found = Path(f"{file}.{door}").read_bytes() + b"\n"
            tally.check(f"{file.read_text()}: the same through {door}", found == expected,
                        found[:300], expected[:300])


def check_members(tally, schemas, program):
    """The members that a request may have are those of its schema."""
    for command in (*COMMANDS, "cost"):
        example = dict(schemas.request["$defs"][command]["examples"][0])
        good = run(program, ["ask", json.dumps(example)], ".")
        tally.check(f"{command}: its example is answered", good.returncode == 0, good.stdout)
        example["no such member, surely"] = 1
        found = json.loads(run(program, ["ask", json.dumps(example)], ".").stdout)["error"]
        known = set(found["hint"].removeprefix("it has ").split(", "))
        written = set(schemas.request["$defs"][command]["properties"])
        tally.check(f"{command}: members", known == written, sorted(known ^ written))


def main(program, asker, package):
    tally, schemas = Tally(), Schemas()
    program = Path(program).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = calls(program, folder)
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            list(pool.map(lambda each: check_call(tally, schemas, program, each[1],
                                                  folder / f"{each[0]}.request"),
                          enumerate(found)))
        check_doors(tally, asker, package, folder)
    check_members(tally, schemas, program)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
