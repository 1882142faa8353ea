#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints every include that points the wrong way and every function that is defined in the wrong
file; status 1 if there is one.

The order of the folders, and of the rooms in a folder, is read from
docs/internals/architecture.md. Within a folder or a room, no units may include each other in a
circle; a unit is a header with the source file of the same name. What a header declares is defined
in that source file, so that a reader finds it without a search. The last two rules hold for
tests/instances and tests/support, too. Beyond them tests may include anything, because they compute
a result in a second way.
"""

import re
import sys
from pathlib import Path

# Column 0 at which a definition, in the format that clang-format gives it, cannot begin.
NO_DEFINITION = re.compile(r"[\s}#/]|(namespace|using|struct|class|enum|template|static|constexpr|"
                           r"inline|extern|const|static_assert|friend|union|public|private|"
                           r"protected)\b")
ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
OF_TESTS = ROOT / "tests" / "instances", ROOT / "tests" / "support"
ARCHITECTURE = ROOT / "docs" / "internals" / "architecture.md"
ALLOWED_BESIDE = {("group", "convert"), ("compose", "convert"), ("sampling", "convert")}
UMBRELLA = SOURCES / "mizan" / "mizan.hpp"
INCLUDE = re.compile(r'^\s*#include\s*(["<])([^">]+)[">]', re.M)


def ranks():
    """Folder to its place in the order; folders that share a place do not include each other."""
    text = ARCHITECTURE.read_text()
    order = re.search(r"^    units <.*?(?=\n\n)", text, re.M | re.S).group()
    return places(order)


def room_ranks():
    """Folder to the ranks of its rooms, for every folder that has rooms."""
    text = ARCHITECTURE.read_text()
    return {folder: places(order)
            for folder, order in re.findall(r"^    (\w+): (.* < .*)$", text, re.M)}


def places(order):
    return {name.strip(): rank for rank, place in enumerate(order.split("<"))
            for name in place.split(",")}


def folder_of(path):
    """src/mizan/numeric/root.hpp and mizan/numeric/root.hpp are in numeric, src/io/x.hpp in io."""
    parts = Path(path).parts
    return parts[1] if parts[0] == "mizan" and len(parts) > 2 else parts[0]


def room_of(path):
    """mizan/inversion/line/contour.hpp is in the room line; None where a folder has no rooms."""
    parts = Path(path).parts
    return parts[2] if len(parts) > 3 else None


def is_test(path):
    return path.name.startswith("test_") or path.name.endswith("_test.cpp")


def problems():
    rank, rooms = ranks(), room_ranks()
    for path in sorted([*SOURCES.rglob("*.hpp"), *SOURCES.rglob("*.cpp")]):
        name = path.relative_to(SOURCES).as_posix()
        if path == UMBRELLA or is_test(path):
            continue
        folder = folder_of(name)
        if folder not in rank:
            yield f"{name}: the folder {folder} has no place in docs/internals/architecture.md"
            continue
        room = room_of(name)
        if room not in rooms.get(folder, {None: 0}):
            yield (f"{name}: the room {room} of {folder} has no place in "
                   "docs/internals/architecture.md")
            continue
        in_library = name.startswith("mizan/")
        for quote, target in INCLUDE.findall(path.read_text()):
            if quote == "<":
                if in_library and path.suffix == ".hpp" and re.search(r"[/.]", target):
                    yield f"{name}: <{target}> would become a dependency of every user"
                continue
            to = folder_of(target)
            if not (SOURCES / target).exists():
                yield f"{name}: {target} does not exist"
            elif to == folder:
                if room != (there := room_of(target)) and rooms[to][there] >= rooms[to][room]:
                    yield f"{name}: {folder}/{room} must not include {target}"
            elif to not in rank:
                continue
            elif rank[to] >= rank[folder] and (folder, to) not in ALLOWED_BESIDE:
                yield f"{name}: {folder} must not include {target}"


def units(sources):
    """Every unit, by its path without ending, to the units of its folder that it includes."""
    graph = {}
    for path in sorted([*sources.rglob("*.hpp"), *sources.rglob("*.cpp")]):
        if path.name == UMBRELLA.name or is_test(path):
            continue
        unit = path.relative_to(sources).with_suffix("")
        targets = {Path(target).with_suffix("") for _, target in INCLUDE.findall(path.read_text())}
        graph.setdefault(unit.as_posix(), set()).update(
            target.as_posix() for target in targets - {unit} if target.parent == unit.parent)
    return graph


def cycles(sources):
    """Units that include each other in a circle, one circle at a time."""
    graph = units(sources)
    done = set()

    def circle_from(unit, way):
        if unit in way:
            return way[way.index(unit):] + [unit]
        if unit in done:
            return None
        for target in sorted(graph.get(unit, ())):
            if found := circle_from(target, way + [unit]):
                return found
        done.add(unit)
        return None

    for unit in sorted(graph):
        if found := circle_from(unit, []):
            yield " includes ".join(found)
            done.update(found)


def parameters(text):
    """The types of a parameter list, without the names and defaults."""
    text = re.sub(r"\s+", " ", text)
    depth, parts = 0, [""]
    for letter in text:
        depth += (letter in "<({") - (letter in ">)}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    types = []
    for part in parts:
        part = part.split(" = ")[0].strip()
        part = re.sub(r"(?<=[\w>&*]) ?\b(?!const\b)[a-z]\w*$", "", part) if " " in part else part
        types.append(re.sub(r"\b\w+::|\bconst\b|\s", "", part))
    return tuple(types)


def call_of(text, start):
    """The text between the parenthesis at `start` and the one that closes it."""
    depth = 0
    for end in range(start, len(text)):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0:
            return text[start + 1:end]
    return text[start + 1:]


def definitions(text):
    """The functions that a source file defines for others: (line, name, parameter types)."""
    depth_hidden = False
    offset = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        begin, offset = offset, offset + len(line)
        if line.startswith("namespace {"):
            depth_hidden = True
        elif line.startswith("}  // namespace\n"):
            depth_hidden = False
        if depth_hidden or not line.strip() or NO_DEFINITION.match(line):
            if not line.startswith("const ") or depth_hidden or "(" not in line:
                continue
        statement = re.match(r"[^;{=]*", text[begin:]).group()
        found = re.match(r"[^()]*?([\w:~]*operator[^\w(]+|[\w:~]+)\(", statement)
        # A line that begins with a plain name and a parenthesis calls a macro; only a constructor,
        # `Name::Name(`, is defined without a type before it.
        if found and ("::" in found[1] or not line.startswith(found[1])):
            yield number, found[1], parameters(call_of(text, begin + found.end() - 1))


def misplaced(sources):
    """Functions that are defined elsewhere than in the source file of the header's name."""
    headers = {path.relative_to(sources).with_suffix("").as_posix(): path.read_text()
               for path in sorted(sources.rglob("*.hpp")) if path.name != UMBRELLA.name}
    for path in sorted(sources.rglob("*.cpp")):
        unit = path.relative_to(sources).with_suffix("").as_posix()
        if is_test(path) or unit.startswith("cli/") and unit not in headers:
            continue
        for line, name, types in definitions(path.read_text()):
            if name == "main" or declares(headers.get(unit, ""), name, types):
                continue
            owners = [other for other, text in headers.items() if declares(text, name, types)]
            yield (f"{unit}.cpp:{line}: {name} is declared in "
                   f"{' and '.join(f'{owner}.hpp' for owner in owners) or 'no header'}")


def declares(header, name, types):
    last = name.split("::")[-1]
    return any(parameters(call_of(header, found.end() - 1)) == types
               for found in re.finditer(rf"(?<![\w.>]){re.escape(last)}\(", header))


if __name__ == "__main__":
    found = [*problems()]
    for folder in (SOURCES, *OF_TESTS):
        found += [*cycles(folder), *misplaced(folder)]
    print("\n".join(found) if found else
          "every include points down the layers, no units include each other in a circle, "
          "and every function is where its header says")
    sys.exit(1 if found else 0)
