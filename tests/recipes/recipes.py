#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows recipes of CONTRIBUTING.md with a toy each, builds the result and asks about each toy.

    tests/recipes/recipes.py BUILD NAME...    with the libraries of a build

The recipe of a toy is the section of the page that links to tests/recipes/NAME. The files in
tests/recipes/NAME/src are added, and the lines of every diff block of the section. Nothing else is:
a recipe that leaves out a step does not compile, and one whose lines no longer fit is told so. Then
every source is compiled again that includes a changed file, once for all toys together, and linked
with each tests/recipes/NAME/ask.cpp and with what did not change. These programs must end with
status 0. The last line is "N passed, M failed".
"""

import os
import re
import subprocess
import sys
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
# Only that it compiles and answers counts, so it is not optimised.
COMPILE = ["g++-12", "-std=c++20", "-O0", "-ffp-contract=off"]
LIBRARIES = ("src/io/libmizan_io.a", "src/mizan/libmizan.a")
# Nearly every source includes these, so they are compiled once for all.
PRECOMPILED = """#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>
#include "mizan/known/part/known_part.hpp"
#include "mizan/law/law.hpp"
#include "mizan/program/program.hpp"
"""


class RecipeError(Exception):
    pass


def section(name):
    """The section of the page that links to the toy."""
    sections = re.split(r"^(?=## )", PAGE.read_text(), flags=re.M)
    found = [text for text in sections if f"](tests/recipes/{name}" in text]
    if len(found) != 1:
        raise RecipeError(f"{len(found)} sections of {PAGE.name} link to tests/recipes/{name}")
    return found[0]


def changes(text):
    """(file, lines before, lines after) of every place that the diff blocks change."""
    for block in re.findall(r"^```diff\n(.*?)^```", text, re.M | re.S):
        for part in re.split(r"^(?=--- )", block, flags=re.M)[1:]:
            head, _, body = part.partition("\n")
            lines = body.splitlines()
            yield (head.removeprefix("--- ").strip(),
                   [line[1:] for line in lines if not line.startswith("+")],
                   [line[1:] for line in lines if not line.startswith("-")])


def changed_text(file, text, before, after):
    lines = text.splitlines()
    places = [at for at in range(len(lines)) if lines[at:at + len(before)] == before]
    if len(places) != 1:
        raise RecipeError(f"{file}: these lines stand there {len(places)} times:\n" +
                          "\n".join(before))
    return "\n".join(lines[:places[0]] + after + lines[places[0] + len(before):]) + "\n"


def check_quotes(text, files):
    """Every block of C++ in the section must be lines of one of the toy's files."""
    for quote in re.findall(r"^ *```cpp\n(.*?)^ *```", text, re.M | re.S):
        quoted = textwrap.dedent(quote).rstrip()
        if not any(quoted in file for file in files):
            raise RecipeError(f"{PAGE.name} quotes what no file of the toy has:\n{quoted}")


def follow(names, overlay):
    """Writes what the recipes add and change below `overlay`; returns the paths."""
    written = {}
    for name in names:
        toy = ROOT / "tests" / "recipes" / name
        added = {path.relative_to(toy): path.read_text()
                 for path in sorted((toy / "src").rglob("*.?pp"))}
        check_quotes(section(name), added.values())
        written |= added
        for file, before, after in changes(section(name)):
            path = Path(file)
            if path not in written and not (ROOT / path).exists():
                raise RecipeError(f"{PAGE.name} changes {file}, which does not exist")
            text = written.get(path) or (ROOT / path).read_text()
            written[path] = changed_text(file, text, before, after)
    for path, text in written.items():
        (overlay / path).parent.mkdir(parents=True, exist_ok=True)
        (overlay / path).write_text(text)
    return list(written)


def dependents(build, paths):
    """The sources of the two libraries that include one of these files, or are one of them."""
    listing = subprocess.run(["ninja", "-t", "deps"], cwd=build, capture_output=True, text=True,
                             check=True).stdout
    included = {}
    for entry in filter(None, listing.split("\n\n")):
        head, *files = entry.splitlines()
        included[os.path.normpath(os.path.join(build, head.split(":")[0]))] = {
            os.path.normpath(os.path.join(build, file.strip())) for file in files}
    wanted = {str((ROOT / path).resolve()) for path in paths}
    found = set()
    for target, files in included.items():
        match = re.match(rf"({build}/(src/\w+/)CMakeFiles/mizan(?:_io)?\.dir/)(.*\.cpp)\.o", target)
        # The precompiled header of a library is included by all of its sources.
        if match and wanted & (files | included.get(match[1] + "cmake_pch.hxx.gch", set())):
            found.add(Path(match[2] + match[3]))
    return sorted(found | {path for path in paths if path.suffix == ".cpp"})


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode != 0:
        raise RecipeError(done.stdout[-4000:])
    return done.stdout


def ask(build, names, overlay):
    """Builds the toys and runs their questions; returns what failed."""
    paths = follow(names, overlay)
    sources = [overlay / path if (overlay / path).exists() else ROOT / path
               for path in dependents(build, paths)]
    questions = [ROOT / "tests" / "recipes" / name / "ask.cpp" for name in names]
    includes = [f"-I{overlay / 'src'}", f"-I{ROOT / 'src'}"]

    precompiled = overlay / "precompiled.hpp"
    precompiled.write_text(PRECOMPILED)
    run([*COMPILE, *includes, "-x", "c++-header", str(precompiled), "-o", f"{precompiled}.gch"])

    def compiled(numbered):
        number, source = numbered
        target = overlay / f"{number}.o"
        run([*COMPILE, *includes, "-include", str(precompiled), "-c", str(source),
             "-o", str(target)])
        return str(target)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        objects = list(pool.map(compiled, enumerate([*questions, *sources])))
    print(f"{len(paths)} files added or changed, {len(objects)} compiled")
    own, shared = objects[:len(names)], objects[len(names):]
    failures = []
    for name, question in zip(names, own):
        program = overlay / f"ask_{name}"
        try:
            run(["g++-12", question, *shared, *(str(build / library) for library in LIBRARIES),
                 "-pthread", "-o", str(program)])
            print(run([str(program)]), end="")
        except RecipeError as error:
            failures.append(f"{name}: {error}")
    return failures


def main(arguments):
    if len(arguments) < 2:
        raise SystemExit(__doc__)
    build, *names = arguments
    with tempfile.TemporaryDirectory() as overlay:
        try:
            failures = ask(Path(build).resolve(), names, Path(overlay))
        except RecipeError as error:
            failures = [str(error)] * len(names)
    for failure in dict.fromkeys(failures):
        print(failure)
    print(f"{len(names) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
