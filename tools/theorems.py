#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns the tag blocks of the headers into docs/theorems.md and src/mizan/theorems/table.cpp.

    tools/theorems.py            writes both
    tools/theorems.py --check    says what is stale, missing or unknown; status 1 if anything is

The form of a block is described in docs/internals/architecture.md.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from links import anchor
from public_headers import place

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
FOUNDING = ROOT / "tools" / "founding.txt"
REFERENCES = ROOT / "docs" / "references.bib"
PAGE = ROOT / "docs" / "theorems.md"
TABLE = ROOT / "src" / "mizan" / "theorems" / "table.cpp"

TAGS = ("Theorem", "States", "Needs", "Guarantee", "Source", "Test", "Erratum")
REQUIRED = ("States", "Guarantee", "Source", "Test")
TAG_LINE = re.compile(r"(%s)\s{2,}(.*)" % "|".join(TAGS))
KIND_ORDER = "DLPTCRS"
KEY = r"(?:[A-Z][A-Za-z]*[0-9]{2}[a-z]?|Notes)"

# The topics of the index and the folders whose theorems belong to each.
TOPICS = {
    "Divergences": ("divergence",),
    "Definitions of privacy": ("definition",),
    "Privacy loss and finite pairs": ("loss",),
    "Mechanisms": ("mechanism",),
    "Samples, shuffled messages, the best of several runs": ("sampling",),
    "Groups of records": ("group",),
    "From one definition to another": ("convert",),
    "Composition": ("compose",),
    "Numerical inversion": ("inversion",),
    "Curves and whole programs": ("law", "engine", "program", "known", "account", "calibrate",
                                  "curve", "explain", "adaptive"),
    "What an answer means": ("meaning",),
    "Games and published figures": ("game", "papers"),
}
# Theorems whose subject is not that of their folder.
TOPIC_OF = {
    "MTZ19 T4": "Samples, shuffled messages, the best of several runs",
    "Mizan26 S2": "Samples, shuffled messages, the best of several runs",
    "Mizan26 S3": "Samples, shuffled messages, the best of several runs",
    "Mizan26 E1": "Samples, shuffled messages, the best of several runs",
    "Mizan26 V1": "Samples, shuffled messages, the best of several runs",
    "BBG18 T2": "Samples, shuffled messages, the best of several runs",
    "Mizan26 DG2": "Mechanisms",
}


@dataclass
class Theorem:
    place: str  # header:line, for messages
    header: str
    function: str = ""
    tags: dict = field(default_factory=dict)

    @property
    def key(self):
        return self.tags["Theorem"].split(":", 1)[0].strip()

    @property
    def title(self):
        return self.tags["Theorem"].partition(":")[2].strip()

    def text(self, tag):
        return self.tags.get(tag, "")

    @property
    def tests(self):
        return [name for name in re.split(r"[,;\s]+", self.text("Test")) if name]

    @property
    def sources(self):
        """The keys of references.bib that the source names."""
        return set(re.findall(rf"\b{KEY}\b", self.text("Source")))

    @property
    def works(self):
        return {self.key.split()[0]} | self.sources

    @property
    def folder(self):
        parts = self.header.split("/")
        return parts[1] if parts[0] == "mizan" else parts[0]

    @property
    def topic(self):
        """The topic of the index; nothing if its folder has none."""
        return TOPIC_OF.get(self.key) or next(
            (topic for topic, folders in TOPICS.items() if self.folder in folders), None)

    @property
    def link(self):
        """Key and title, for a list that leads to the entry."""
        erratum = " — **erratum**" if self.text("Erratum") else ""
        return f"* [{self.key}](#{anchor(self.text('Theorem'))}): {self.title}{erratum}"


def parse_comment(lines, place, header):
    """The tag blocks in one comment, given without the leading slashes."""
    theorems, tag = [], None
    for offset, line in enumerate(lines):
        match = TAG_LINE.fullmatch(line.strip())
        if match:
            tag, value = match.groups()
            if tag == "Theorem":
                theorems.append(Theorem(f"{place[0]}:{place[1] + offset}", header))
            if not theorems:
                tag = None  # Guarantee, Source and Test above an ordinary function
            else:
                theorems[-1].tags[tag] = value.strip()
        elif tag and line.startswith("    ") and line.strip():
            theorems[-1].tags[tag] += " " + line.strip()
        else:
            tag = None
    return theorems


def declared_name(code):
    """The name that a declaration introduces: function, type, alias or constant."""
    code = re.sub(r"\[\[.*?\]\]", " ", code)
    code = re.sub(r"^\s*template\s*<[^{;]*?>\s*(?=struct|class|\[|inline|constexpr|auto|[A-Za-z])",
                  " ", code)
    match = re.match(r"\s*(?:struct|class|enum class|enum|using|concept)\s+(\w+)", code)
    if match:
        return match.group(1)
    match = re.search(r"(operator\s*[^\s\w(]+|operator\(\)|~?\w+)\s*\(", code)
    if match:
        return match.group(1)
    match = re.search(r"(\w+)\s*(?:=|;|\{)", code)
    return match.group(1) if match else ""


def parse_header(path):
    header = path.relative_to(SOURCES).as_posix()
    lines = path.read_text().splitlines()
    theorems, waiting, comment, scopes = [], [], [], []  # scopes: name or "" per open brace
    start, statement = 0, ""
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if stripped.startswith("///") and not stripped.startswith("///<"):
            if not comment:
                start = number
            comment.append(stripped[3:].removeprefix(" "))
            continue
        if comment:
            waiting += parse_comment(comment, (header, start), header)
            comment = []
        code = re.sub(r'"(?:\\.|[^"\\])*"', '""', re.sub(r"//.*", "", line))
        if not code.strip() or code.lstrip().startswith("#"):
            continue
        statement = (statement + " " + code).strip()
        if waiting and re.search(r"[;{]", statement):
            scope = [name for name in scopes if name]
            for theorem in waiting:
                theorem.function = "::".join([*scope, declared_name(statement)])
            theorems += waiting
            waiting = []
        for char in re.findall(r"[{};]", code):
            if char == "{":
                match = re.search(r"\b(namespace|struct|class)\s+([\w:]+)[^;{}()]*\{", statement)
                name = match.group(2) if match else ""
                scopes.append("" if match and match[1] == "namespace" and name == "mizan" else
                              name.removeprefix("mizan::"))
                statement = ""
            elif char == "}":
                if scopes:
                    scopes.pop()
                statement = ""
            else:
                statement = ""
    for theorem in waiting:
        raise SystemExit(f"{theorem.place}: a tag block without a declaration below it")
    return theorems


def founding():
    """Sections of the founding documents, each a list of (key, what it says)."""
    sections = []
    for line in FOUNDING.read_text().splitlines():
        if line.startswith("["):
            sections.append((line.strip("[]"), []))
        elif line and not line.startswith("#"):
            key, _, title = line.partition(":")
            sections[-1][1].append((key, title.strip()))
    return sections


def citations():
    """(place, key) of every theorem that code names in a string, as answers do."""
    literal = re.compile(rf'"({KEY} [A-Z][^"]*)"')
    for path in sorted(SOURCES.rglob("*.?pp")):
        if path == TABLE or path.name.endswith("_test.cpp"):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for key in literal.findall(re.sub(r"//.*", "", line)):
                yield f"{path.relative_to(SOURCES).as_posix()}:{number}", key


def existing_tests():
    macro = re.compile(r"\b(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|RC_GTEST_PROP|"
                       r"RC_GTEST_FIXTURE_PROP)\(\s*(\w+)\s*,\s*(\w+)")
    return {f"{suite}.{name}" for path in [*SOURCES.rglob("*_test.cpp"),
                                           *(ROOT / "tests").rglob("*_test.cpp")]
            for suite, name in macro.findall(path.read_text())}


def bibliography():
    """Key to the fields of the entry."""
    entries = {}
    for match in re.finditer(r"^@\w+\{(\w+),\n(.*?)^\}", REFERENCES.read_text(), re.M | re.S):
        fields = dict(re.findall(r"^\s*(\w+)\s*=\s*\{(.*?)\},?$", match[2], re.M))
        entries[match[1]] = {name: value.replace("{", "").replace("}", "")
                             for name, value in fields.items()}
    return entries


def reference(fields):
    """An entry as a readable line: authors, title, where."""
    names = [" ".join(reversed(name.split(", "))) for name in fields["author"].split(" and ")]
    authors = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    where = fields.get("journal") or fields.get("booktitle") or fields.get("note", "")
    eprint = f"arXiv:{fields['eprint']}" if "eprint" in fields else ""
    place = ", ".join(filter(None, (where.replace("--", "–"), eprint, fields["year"])))
    return f"{authors}. *{fields['title']}.* {place}."


def sort_key(theorem):
    work, _, rest = theorem.key.partition(" ")
    match = re.match(r"([A-Z])(\d+(?:\.\d+)*)(.*)", rest)
    founders = ("Mironov17", "DR16", "Notes")
    rank = founders.index(work) if work in founders else len(founders)
    if not match:
        return (rank, work, len(KIND_ORDER), [], rest)
    return (rank, work, KIND_ORDER.find(match[1]), [int(n) for n in match[2].split(".")], match[3])


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def table(theorems):
    rows = []
    for t in theorems:
        cells = (t.key, t.title, t.text("States"), t.text("Needs"), t.text("Guarantee"),
                 t.text("Source"), t.function, place(t.header), t.text("Test"), t.text("Erratum"))
        rows.append("    {" + ",\n     ".join(c_string(cell) for cell in cells) + "},\n")
    return ("// SPDX-License-Identifier: Apache-2.0\n"
            "// Written by tools/theorems.py from the tags in the headers. Change those instead.\n"
            "// clang-format off\n"
            '#include "mizan/theorems/table.hpp"\n\n'
            "#include <array>\n\n"
            "namespace mizan {\n\nnamespace {\n\n"
            f"constexpr std::array<Theorem, {len(theorems)}> table{{{{\n"
            + "".join(rows) +
            "}};\n\n"
            "}  // namespace\n\n"
            "std::span<const Theorem> all_theorems() { return table; }\n\n"
            "}  // namespace mizan\n")


def index(theorems):
    """Every entry once, by topic, and the founding documents statement by statement."""
    out = ["## By topic", "",
           "Every entry, our own (`Mizan26`) among them. An erratum says what a publication has "
           "wrong and gives numbers that show it.", ""]
    for topic in TOPICS:
        out += [f"### {topic}", "", *(t.link for t in theorems if t.topic == topic), ""]
    out += ["## The founding documents, statement by statement", ""]
    for section, statements in founding():
        out += [f"**{section}**", ""]
        for key, title in statements:
            out += ([t.link for t in theorems if t.key == key] or
                    [f"* {key}: {title} — not here yet"])
        out.append("")
    return out


def with_links(source, key):
    """A source whose works lead to their entries, and whose pages lead to the heading that begins
    with the label of the theorem, where there is one."""
    label = re.escape(key.partition(" ")[2])

    def to_page(found):
        text = (ROOT / "docs" / found[1]).read_text()
        heading = re.search(rf"^#+ +((?:{KEY} )?{label}: .*?) *$", text, re.M)
        place = f"#{anchor(heading[1])}" if heading else ""
        return f"[docs/{found[1]}]({found[1]}{place})"

    source = re.sub(rf"\b({KEY})\b", lambda work: f"[{work[1]}](#{anchor(work[1])})", source)
    return re.sub(r"\bdocs/([\w/-]+\.md)", to_page, source)


def entry(theorem):
    header = f"[{theorem.header}](../src/{theorem.header})"
    out = [f"### {theorem.text('Theorem')}", "", f"> {theorem.text('States')}", ""]
    if theorem.text("Needs"):
        out.append(f"* **Needs** {theorem.text('Needs')}")
    out += [f"* **Guarantee** {theorem.text('Guarantee')}",
            f"* **Source** {with_links(theorem.text('Source'), theorem.key)}",
            f"* **Function** `{theorem.function}` in {header}",
            "* **Test** " + ", ".join(f"`{name}`" for name in theorem.tests)]
    if theorem.text("Erratum"):
        out.append(f"* **Erratum** {theorem.text('Erratum')}")
    return [*out, ""]


def page(theorems):
    works = bibliography()
    out = ["# Theorems", "",
           "Every result mizan rests on, with the function that computes it and the test that "
           "attacks it.",
           "Written by `tools/theorems.py` from the tags above the functions; change those "
           "instead. `mizan theorems WORD` prints the same.", "", *index(theorems)]
    with_entries = list(dict.fromkeys(t.key.split()[0] for t in theorems))
    for work in with_entries:
        out += [f"## {work}", "", reference(works[work]) if work in works else "", ""]
        for t in theorems:
            if t.key.split()[0] == work:
                out += entry(t)
    out += ["## Other works that sources name", ""]
    for work in sorted(works.keys() - set(with_entries), key=str.lower):
        out += [f"### {work}", "", reference(works[work]), ""]
    return "\n".join(out)


def problems(theorems):
    tests, works, seen = existing_tests(), bibliography(), {}
    for t in theorems:
        if not t.title:
            yield f"{t.place}: '{t.text('Theorem')}' has no title after a colon"
        if (t.key, t.title) in seen:
            yield f"{t.place}: '{t.text('Theorem')}' stands at {seen[t.key, t.title]} already"
        seen[t.key, t.title] = t.place
        for tag in REQUIRED:
            if not t.text(tag):
                yield f"{t.place}: {t.key} has no {tag}"
        for name in t.tests:
            if name not in tests:
                yield f"{t.place}: {t.key} names the test {name}, which does not exist"
        for work in sorted(t.works - works.keys()):
            yield f"{t.place}: {t.key} cites {work}, which docs/references.bib does not have"
        for work in sorted(t.sources & works.keys()):
            version = works[work].get("eprint")
            if version and not re.search(rf"arXiv:{re.escape(version)}\b", t.text("Source")):
                yield f"{t.place}: {t.key} names {work} without arXiv:{version}"
        if not t.topic:
            yield f"{t.place}: the folder {t.folder} has no topic in tools/theorems.py"
        if not t.function:
            yield f"{t.place}: {t.key} stands above something without a name"
        for tag, value in t.tags.items():
            if re.search(r"\b(%s)\s{2,}" % "|".join(TAGS), value):
                yield f"{t.place}: {t.key}: the line of another tag was joined to {tag}"
    for work in sorted(works.keys() - set().union(*(t.works for t in theorems))):
        yield f"docs/references.bib: no tag block cites {work}"
    keys = {t.key for t in theorems}
    for key in sorted(TOPIC_OF.keys() - keys):
        yield f"tools/theorems.py: TOPIC_OF names {key}, which has no tag block"
    for place, key in citations():
        if key not in keys:
            yield f"{place}: cites {key}, which has no tag block"
    for _, statements in founding():
        for key, title in statements:
            if key not in keys:
                yield f"tools/founding.txt: no tag block for {key} ({title})"


def main(arguments):
    if arguments not in ([], ["--check"]):
        raise SystemExit(__doc__)
    theorems = sorted((t for path in sorted(SOURCES.rglob("*.hpp")) for t in parse_header(path)),
                      key=sort_key)
    outputs = {PAGE: page(theorems), TABLE: table(theorems)}
    if not arguments:
        for path, text in outputs.items():
            path.write_text(text)
        print(f"{len(theorems)} theorems")
        return 0
    found = list(problems(theorems))
    for path, text in outputs.items():
        if not path.exists() or path.read_text() != text:
            found.append(f"{path.relative_to(ROOT)}: stale; run tools/theorems.py")
    for problem in found:
        print(problem)
    print(f"{len(theorems)} theorems, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
