"""Debian packages whose functions are checked one by one.

A package is a row: the units to look at, the flags that its own build gives
them, and what must be made first.  `prepare` fetches the sources and writes
a compile_commands.json beside them; nothing is compiled.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import debsource


def configure_tinyproxy(source):
    if not os.path.exists(os.path.join(source, "config.h")):
        debsource.run(["./configure", "--disable-manpage_support"], cwd=source)


def configure_jansson(source):
    """Fills in the template, as its configure script does."""
    path = os.path.join(source, "src", "jansson_config.h")
    if os.path.exists(path):
        return
    with open(path + ".in") as file:
        text = file.read()
    values = {"json_inline": "inline", "json_have_long_long": "1",
              "json_have_localeconv": "1",
              "json_have_atomic_builtins": "1",
              "json_have_sync_builtins": "1"}
    text = re.sub(r"@(json_\w+)@", lambda name: values[name[1]], text)
    with open(path, "w") as file:
        file.write(text)
    # What the private header would define comes as flags.
    open(os.path.join(source, "src", "jansson_private_config.h"), "w").close()


class Package:
    def __init__(self, units, flags, configure=None, link=(), helpers=()):
        self.units, self.flags, self.link = units, flags, list(link)
        self.configure = configure
        # Units that wrap what the library does, given beside each other one.
        self.helpers = list(helpers)


PACKAGES = {
    "cjson": Package(["cJSON.c", "cJSON_Utils.c"], ["-I."], link=["-lm"]),
    "jansson": Package(
        ["src/*.c"], ["-Isrc", "-DHAVE_STDINT_H", "-DHAVE_SYS_TYPES_H",
                      "-DHAVE_LOCALE_H", "-DHAVE_SETLOCALE", "-DHAVE_UNISTD_H",
                      "-DHAVE_SYS_TIME_H", "-DHAVE_SYS_STAT_H",
                      "-DHAVE_FCNTL_H", "-DHAVE_OPEN", "-DHAVE_CLOSE",
                      "-DHAVE_READ", "-DHAVE_GETPID", "-DHAVE_GETTIMEOFDAY",
                      "-DHAVE_STRTOLL", "-DHAVE_ATOMIC_BUILTINS",
                      "-DUSE_URANDOM", "-DINITIAL_HASHTABLE_ORDER=3"],
        configure_jansson, link=["-lm"], helpers=["src/memory.c"]),
    "libyaml": Package(
        ["src/*.c"], ["-Iinclude", "-DYAML_VERSION_MAJOR=0",
                      "-DYAML_VERSION_MINOR=2", "-DYAML_VERSION_PATCH=5",
                      '-DYAML_VERSION_STRING="0.2.5"'],
        helpers=["src/api.c"]),
    "tinyproxy": Package(
        ["src/*.c"], ["-I.", "-Isrc", "-DHAVE_CONFIG_H", "-DNDEBUG",
                      '-DSYSCONFDIR="/etc"', '-DLOCALSTATEDIR="/var"'],
        configure_tinyproxy, link=["-lpthread"]),
    "mosquitto": Package(
        ["lib/*.c"], ["-I.", "-Iinclude", "-Ilib", "-Ideps",
                      "-DWITH_THREADING", "-DWITH_SOCKS",
                      '-DVERSION="2.0.11"'], link=["-lpthread"],
        helpers=["lib/memory_mosq.c"]),
    "redis": Package(
        ["src/config.c", "src/sds.c", "src/util.c"],
        ["-Isrc", "-Ideps/hiredis", "-Ideps/linenoise", "-Ideps/lua/src",
         "-Ideps/hdr_histogram", "-std=c11"]),
}


class Tree:
    """The sources of a package, unpacked, with their compile commands."""

    def __init__(self, name, work):
        self.name, self.package, self.texts = name, PACKAGES[name], {}
        self.homes = None
        self.source, self.version = debsource.fetch(name, work)
        self.folder = os.path.dirname(self.source)
        if self.package.configure:
            self.package.configure(self.source)
        self.units = sorted(
            os.path.relpath(path, self.source) for unit in self.package.units
            for path in glob.glob(os.path.join(self.source, unit)))
        self.write_commands()

    def write_commands(self):
        entries = [{"directory": self.source, "file": self.path(unit),
                    "arguments": ["cc", *self.package.flags, "-c", unit]}
                   for unit in self.units]
        with open(os.path.join(self.folder, "compile_commands.json"),
                  "w") as file:
            json.dump(entries, file, indent=1)

    def preprocessed(self, unit):
        """The unit's own text after the preprocessor, headers left out."""
        if unit not in self.texts:
            done = subprocess.run(
                ["clang-19", "-E", *self.package.flags, unit],
                cwd=self.source, capture_output=True, text=True,
                errors="replace", check=True).stdout
            parts = re.split(r'(?m)^# \d+ "([^"]*)".*$', done)
            self.texts[unit] = "".join(
                text for name, text in zip(parts[1::2], parts[2::2])
                if name == unit)
        return self.texts[unit]

    def definitions(self):
        """Which unit defines a function, of those that only one defines."""
        if self.homes is None:
            names = collections.Counter()
            self.homes = {}
            for unit in self.units:
                for function in functions(self, unit):
                    names[function.name] += 1
                    self.homes[function.name] = unit, function
            self.homes = {name: home for name, home in self.homes.items()
                          if names[name] == 1}
        return self.homes

    def body(self, unit, function):
        lines = self.read(unit).split("\n")[function.first - 1:function.last]
        return "\n".join(lines)

    def beside(self, unit, function):
        """The units to give along: the package's helpers, and those that
        define what the function calls, itself or in its own unit."""
        homes, units = self.definitions(), []
        todo, seen = [function], {function.name}
        while todo:
            body = self.body(unit, todo.pop())
            for name in re.findall(r"\b([A-Za-z_]\w*)\s*\(", body):
                if name in seen or name not in homes:
                    continue
                seen.add(name)
                home, called = homes[name]
                if home == unit:
                    todo.append(called)
                elif home not in units:
                    units.append(home)
        return [other for other in dict.fromkeys(self.package.helpers + units)
                if other != unit]

    def path(self, unit):
        return os.path.join(self.source, unit)

    def read(self, unit):
        with open(self.path(unit), errors="surrogateescape") as file:
            return file.read()


class Function:
    """A function of a unit: first and last line, and whether it loops."""
    LOOP = re.compile(r"\b(for|while|do|goto)\b|_FOREACH|HASH_ITER")

    def __init__(self, name, first, last, lines):
        self.name, self.first, self.last = name, first, last
        body = "\n".join(lines[first - 1:last])
        body = re.sub(r"/\*.*?\*/|//[^\n]*|\"(\\.|[^\"\\])*\"", "", body,
                      flags=re.S)
        self.loops = bool(self.LOOP.search(body))

    @property
    def lines(self):
        return self.last - self.first + 1


def functions(tree, unit):
    """The functions that a unit defines, in the order of their lines."""
    found = subprocess.run(
        ["ctags", "--languages=C", "--kinds-C=f", "--output-format=json",
         "--fields=+ne", "-f", "-", tree.path(unit)],
        capture_output=True, text=True, errors="replace", check=True).stdout
    lines = tree.read(unit).split("\n")
    tags = [json.loads(line) for line in found.splitlines()]
    return sorted((Function(tag["name"], tag["line"], tag["end"], lines)
                   for tag in tags if "end" in tag), key=lambda f: f.first)
