#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the library, and builds with it what a user would: another project, and the examples.

    tests/install/install.py BUILD    a build of the release

Each step needs those before it. Ends with "N passed, M failed".
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def examples():
    """The programs in C++ of the documents for users, by name."""
    block = re.compile(r"```cpp\n(.*?)```", re.S)
    return {f"{page.stem.lower()}_{number}": text
            for page in (ROOT / "README.md", *sorted((ROOT / "docs" / "guide").glob("*.md")))
            for number, text in enumerate(block.findall(page.read_text()), 1)}


def steps(release, directory):
    """(what is shown, command) in turn."""
    prefix, build, source, inside = (
        directory / name for name in ("prefix", "build", "source", "inside"))
    asked, compiler = f"PKG_CONFIG_PATH={prefix}/lib/pkgconfig", "g++-12"
    shutil.copytree(HERE, source)
    shutil.copytree(ROOT / "examples", source, dirs_exist_ok=True)
    for name, text in examples().items():
        (source / f"{name}.cpp").write_text(text)
    return [
        ("into a prefix", ["cmake", "--install", release, "--prefix", prefix]),
        ("another project finds it", ["cmake", "-S", source, "-B", build, "-G", "Ninja",
                                      f"-DCMAKE_PREFIX_PATH={prefix}"]),
        ("builds with it", ["cmake", "--build", build]),
        ("and runs", [build / "consumer"]),
        *((f"the example {name} runs", [build / name]) for name in examples()),
        ("a mechanism of one's own runs", [build / "own_mechanism"]),
        ("a reader of expressions and JSON runs", [build / "reader"]),
        ("pkg-config finds it", [
            "sh", "-c", f"{compiler} {source}/reader.cpp -o {directory}/packaged "
                        f"$({asked} pkg-config --cflags --libs mizan)"]),
        ("and the program runs", [directory / "packaged"]),
        ("its sources in a folder of the project", [
            "cmake", "-S", source, "-B", inside, "-G", "Ninja", f"-DMIZAN_SOURCES={ROOT}"]),
        ("give the compiler all it needs", [
            "ninja", "-C", inside, "CMakeFiles/readme_1.dir/readme_1.cpp.o",
            "CMakeFiles/reader.dir/reader.cpp.o"]),
        ("the command runs", [prefix / "bin" / "mizan", "--version"]),
    ]


def main(release):
    passed = 0
    with tempfile.TemporaryDirectory() as directory:
        for name, command in steps(release, Path(directory)):
            done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
            if done.returncode != 0:
                print(f"{name}: status {done.returncode}\n{done.stdout}\n{passed} passed, 1 failed")
                return 1
            passed += 1
    print(f"{passed} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
