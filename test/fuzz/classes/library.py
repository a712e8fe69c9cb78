"""Calls of library routines with good and bad arguments: null, strings that do
not end, buffers that are too short by one, literals and constants that are
written, freed memory, results that nobody looked at, memory that overlaps."""
import random

from case import Case, native

HEADERS = """#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
"""
INPUT = "extern int __VERIFIER_nondet_int(void);\n"
NATIVE = """int __VERIFIER_nondet_int(void) { return 1; }
const char *__asan_default_options(void) { return "detect_leaks=0"; }
"""

# Routines that read a string to its end; those that ASan intercepts first.
READERS = ["puts({s})",
           "strlen({s})", "strrchr({s}, 'b')", "strchr({s}, 'q')",
           "strstr({s}, \"zz\")", "fputs({s}, stdout)", "strdup({s})", "strspn({s}, \"abc\")",
           "strpbrk({s}, \"QZ\")"]
PLAIN_READERS = ["printf(\"%s\\n\", {s})", "printf(\"[%8s]\", {s})",
                 "atoi({s})", "atol({s})", "strtol({s}, 0, 10)",
                 "strtod({s}, 0)",
                 "access({s}, 0)", "fopen({s}, \"r\")", "getenv({s})",
                 "strcoll({s}, {s})", "sscanf({s}, \"%d\", &number)",
                 "atof({s})", "stat({s}, &status)", "opendir({s})",
                 "strcasecmp({s}, {s})", "strcspn({s}, \"xyz\")",
                 "setenv(\"NAME\", {s}, 1)", "strtoul({s}, &rest, 0)",
                 "atoll({s})", "fprintf(stderr, \"%s\", {s})",
                 "snprintf(room, 64, \"%s\", {s})", "strndup({s}, 100)"]
# Null is allowed.
LENIENT = ["perror({s})", "system({s})", "free({s})", "time((time_t *){s})",
           "fflush((FILE *){s})", "printf(\"%p\", (void *){s})",
           "strtol(\"7\", (char **){s}, 10)"]
TEXTS = ["abc", "ab", "hello", "x=1", "12", "key value"]


def quoted(text):
    return '"' + text + '"'


def letters(text):
    return "{" + ", ".join(f"'{c}'" for c in text) + "}"


class Program:
    def __init__(self, choice, bad):
        self.choice, self.bad = choice, bad
        self.globals, self.setup, self.calls, self.after = [], [], [], []
        self.about, self.confirmed = "", False

    def pick(self, *options):
        return self.choice.choice(options)

    # Sources: expressions for memory of a size, with what it holds

    def array(self, size, text=None, terminated=True, writable=True):
        """An object of `size` bytes that begins with the text."""
        fill = "" if text is None else (
            f" = {quoted(text)}" if terminated and self.pick(0, 1) else
            f" = {letters(text)}" if text else " = {0}")
        kind = self.pick("local", "static", "heap", "member") if writable \
            else "constant"
        if kind == "local":
            self.setup.append(f"char data[{size}]{fill};")
            return "data"
        if kind == "static":
            self.globals.append(f"static char data[{size}]{fill};")
            return "data"
        if kind == "constant":
            self.globals.append(f"static const char data[{size}]{fill};")
            return "(char *)data"
        if kind == "member":
            self.setup.append(f"struct __attribute__((packed)) {{ int tag; char "
                              f"data[{size}]; }} object;")
            self.copy("object.data", text, terminated)
            return "object.data"
        self.setup += [f"char *data = malloc({size});",
                       "if (!data) return 0;"]
        self.copy("data", text, terminated)
        return "data"

    def copy(self, to, text, terminated):
        if text is not None:
            self.setup.append(f"memcpy({to}, {quoted(text)}, "
                              f"{len(text) + terminated});")

    def good_string(self):
        text = self.choice.choice(TEXTS)
        kind = self.pick("literal", "array", "array", "chosen", "offset")
        if kind == "literal":
            return quoted(text)
        if kind == "chosen":
            self.setup.append(f"char *data = __VERIFIER_nondet_int() ? "
                              f"{quoted(text)} : {quoted('other')};")
            return "data"
        if kind == "offset":
            self.setup.append(f"char *data = {quoted(text)};")
            return f"(data + {self.choice.randint(0, len(text))})"
        return self.array(len(text) + 1 + self.choice.randint(0, 3), text,
                          writable=self.pick(True, True, False))

    def bad_string(self):
        text = self.choice.choice(TEXTS)
        kind = self.pick("null", "chosen", "unended", "unended", "freed",
                         "behind")
        self.about = f"a {kind} string"
        if kind == "null":
            self.setup.append("char *data = 0;")
            return "data"
        if kind == "chosen":
            self.setup.append(f"char *data = __VERIFIER_nondet_int() ? 0 : "
                              f"{quoted(text)};")
            return "data"
        if kind == "freed":
            self.setup += ["char *data = malloc(8);", "if (!data) return 0;",
                           f"strcpy(data, {quoted(text[:7])});", "free(data);"]
            return "data"
        if kind == "behind":
            self.setup.append(f"char *data = {quoted(text)};")
            return f"(data + {len(text) + 1})"
        return self.array(len(text), text, False, self.pick(True, True, False))

    # Scenarios

    def reads_string(self):
        lenient = not self.bad and self.choice.random() < 0.25
        if lenient:
            self.setup.append("char *data = 0;")
            self.calls.append(f"(void){self.choice.choice(LENIENT)}"
                              .format(s="data") + ";")
            return
        source = self.bad_string() if self.bad else self.good_string()
        call = self.choice.choice(READERS + PLAIN_READERS)
        self.confirmed = call in READERS
        self.calls.append("sink = (long)" + call.format(s=source) + ";")

    def reads_limited(self):
        text = self.choice.choice(TEXTS)
        size = len(text)
        source = self.array(size, text, False, self.pick(True, False))
        count = size + self.bad
        call = self.pick("printf(\"%.*s\", {n}, {s})", "strnlen({s}, {n})",
                         "strncmp({s}, \"%s\", {n})" % (text + "tail"),
                         "strndup({s}, {n})", "printf(\"%.{n}s\\n\", {s})",
                         "strncpy(room, {s}, {n})",
                         "strncasecmp({s}, \"%s\", {n})" % (text + "tail"))
        self.about = f"{count} of {size} bytes that do not end"
        self.calls.append("(void)" + call.format(s=source, n=count) + ";")

    def reads_bytes(self):
        size = self.choice.randint(1, 24)
        source = self.array(size, "a" * (size - 1), size > 1,
                            self.pick(True, True, False))
        count = size + self.bad * self.choice.randint(1, 5)
        number = self.count(count)
        call = self.pick("write(1, {s}, {n})", "fwrite({s}, 1, {n}, stdout)",
                         "fwrite({s}, {n}, 1, stdout)",
                         "memcmp({s}, room, {n})", "memchr({s}, 'z', {n})",
                         "memcpy(room, {s}, {n})", "memmove(room, {s}, {n})")
        self.about = f"{count} of {size} bytes read"
        self.confirmed = number != "count" or "size_t" in self.setup[-1]
        self.calls.append("sink = (long)" + call.format(s=source, n=number) + ";")

    def count(self, value):
        """An expression that has the value, or at most that."""
        kind = self.pick("plain", "plain", "variable", "limited")
        if kind == "plain":
            return str(value)
        if kind == "variable":
            self.setup.append(f"size_t count = {value};")
            return "count"
        self.setup += ["int count = __VERIFIER_nondet_int();",
                       f"if (count < 0 || count > {value}) return 0;"]
        return "count"

    def target(self, size):
        """Where `size` bytes are to be written."""
        if not self.bad:
            return self.array(size + self.choice.randint(0, 2))
        kind = self.pick("short", "short", "short", "literal", "constant",
                         "null", "freed")
        self.about = f"a {kind} target"
        if kind == "short" and size > 1:
            return self.array(size - 1)
        if kind == "constant":
            return self.array(size + 1, "", writable=False)
        if kind == "null":
            self.setup.append("char *data = 0;")
            return "data"
        if kind == "freed":
            self.setup += [f"char *data = malloc({size});",
                           "if (!data) return 0;", "free(data);"]
            return "data"
        self.setup.append(f"char *data = {quoted('x' * (size + 2))};")
        return "data"

    def writes_text(self):
        text = self.choice.choice(TEXTS)
        number = self.choice.choice([0, 7, 42, -5, 100, 12345, -2147483647 - 1])
        shown = "(-2147483647 - 1)" if number < -2147483647 else str(number)
        call, size = self.pick(
            ("strcpy({t}, %s)" % quoted(text), len(text) + 1),
            ("sprintf({t}, \"%%s\", %s)" % quoted(text), len(text) + 1),
            ("sprintf({t}, \"%%d\", %s)" % shown, len(str(number)) + 1),
            ("sprintf({t}, \"<%%d>\", %s)" % shown, len(str(number)) + 3),
            ("sprintf({t}, \"%%x\", 255)", 3), ("sprintf({t}, \"%%c%%c\", 65, "
                                                "66)", 3),
            ("sprintf({t}, \"%%6d\", %d)" % (number % 1000), 7),
            ("sprintf({t}, \"%%s=%%d\", %s, 10)" % quoted(text), len(text) + 4),
            ("sprintf({t}, \"%%.2s\", %s)" % quoted(text), 3),
            ("sprintf({t}, \"%%5.5s|\", %s)" % quoted(text), 7),
            ("stpcpy({t}, %s)" % quoted(text), len(text) + 1))
        call = call.replace("%%", "%")
        self.confirmed = not call.startswith("stpcpy")
        self.calls.append("(void)" + call.format(t=self.target(size)) + ";")
        if not self.bad and self.pick(0, 1):
            self.calls.append("puts(data);" if "data[" in "".join(
                self.setup + self.globals) and not "object" in "".join(
                    self.setup) else "")

    def writes_bytes(self):
        size = self.choice.randint(2, 20)
        call, confirmed = self.pick(
            ("read(0, {t}, {n})", True), ("fread({t}, 1, {n}, stdin)", True),
            ("fgets({t}, {n}, stdin)", False), ("memset({t}, 1, {n})", True),
            ("memcpy({t}, room, {n})", True), ("strncpy({t}, \"ab\", {n})",
                                               True),
            ("gethostname({t}, {n})", False), ("bzero({t}, {n})", True),
            ("getcwd({t}, {n})", False), ("recv_like({t}, {n})", False))
        target = self.target(size)
        if "getcwd" in call and "null" in self.about:
            call = "bzero({t}, {n})"
        if "recv_like" in call:
            call = "pread(0, {t}, {n}, 0)"
        self.confirmed = confirmed and call.split("(")[0] in (
            "memset", "memcpy", "strncpy")
        self.calls.append("(void)!" + call.format(t=target, n=size) + ";"
                          if call.startswith(("read", "fread")) else
                          call.format(t=target, n=size) + ";")

    def scans(self):
        width = self.choice.randint(1, 12)
        kind = self.pick("text", "number", "open", "char")
        if kind == "open" and not self.bad:
            kind = "text"
        if kind == "text":
            target = self.target(width + 1)
            self.calls.append(f"(void)!scanf(\"%{width}s\", {target});")
        elif kind == "open":
            target = self.array(width + 1)
            self.about = "a text of any length"
            self.calls.append(f"(void)!scanf(\"%s\", {target});")
        elif kind == "char":
            target = self.target(1 if not self.bad else 2)
            self.calls.append(f"(void)!scanf(\"%{2 if self.bad else 1}c\", "
                              f"{target});")
        else:
            length, size = self.pick(("", 4), ("h", 2), ("l", 8), ("hh", 1))
            target = self.target(size if size > 1 or not self.bad else 2)
            if size == 1 and self.bad:
                length = "h"
            self.calls.append(f"(void)!scanf(\"%{length}d\", "
                              f"(void *){target});")

    def appends(self):
        first, second = self.choice.choice(TEXTS), self.choice.choice(TEXTS)
        call, size = self.pick(
            (f"strcat({{t}}, {quoted(second)})", len(first + second) + 1),
            (f"strncat({{t}}, {quoted(second)}, 1)", len(first) + 2),
            (f"strncat({{t}}, {quoted(second)}, 50)", len(first + second) + 1))
        self.about = "no room behind a string"
        target = self.array(size - self.bad, first)
        self.confirmed = True
        self.calls.append("(void)" + call.format(t=target) + ";")

    def tokens(self):
        text = "a,b;c"
        self.confirmed = True
        kind = self.pick("literal", "literal", "state", "left")
        if self.bad and kind == "literal":
            self.about = "a literal is taken apart"
            self.setup.append(f"char *data = {quoted(text)};")
        elif self.bad and kind == "state":
            self.about = "tokens of nothing"
            self.setup.append("char *data = 0;")
        elif self.bad:
            self.about = "tokens of memory that was freed"
            self.confirmed = False  # the sanitizer does not look there
            self.setup += ["char *data = malloc(8);", "if (!data) return 0;",
                           f"strcpy(data, {quoted(text)});",
                           f"strtok(data, {quoted(';,')});",
                           "rest = data;", "free(data);", "data = 0;"]
        target = "data" if self.bad else self.array(6, text)
        sep = quoted(";,")
        if self.bad and kind == "state":
            self.calls.append(self.pick(f"strtok(0, {sep});",
                                        f"strtok(data, {sep});",
                                        f"strtok_r(data, {sep}, &rest);"))
            return
        if self.bad and kind == "left":
            self.calls.append(self.pick(f"strtok(0, {sep});",
                                        f"strtok_r(data, {sep}, &rest);",
                                        f"strsep(&rest, {sep});"))
            return
        call = self.pick("strtok", "strtok_r", "strsep", "strtok_r again")
        if call == "strtok":
            self.calls += [f"strtok({target}, {sep});",
                           "" if self.bad else f"strtok(0, {sep});"]
        elif call == "strtok_r":
            self.calls += [f"strtok_r({target}, {sep}, &rest);",
                           "" if self.bad else f"strtok_r(0, {sep}, &rest);"]
        else:
            self.calls += [f"rest = {target};",
                           f"strsep(&rest, {sep});" if call == "strsep" else
                           f"strtok_r(0, {sep}, &rest);"]

    def compares(self):
        """Of literals, which a compiler compares itself."""
        a, b = self.choice.sample(["abc", "abcde", "b", "xyz12"], 2)
        most = min(len(a), len(b)) + 1
        size = most + self.choice.randint(1, 3) if self.bad \
            else self.choice.randint(0, most)
        self.about = "more bytes than a literal has are compared"
        self.confirmed = True
        name = self.pick("memcmp", "memcmp", "bcmp")
        self.calls.append(f"sink = {name}({quoted(a)}, {quoted(b)}, {size});")

    def standard(self):
        """Streams that are open when a program starts."""
        name, uses = self.pick(
            ("stdout", ["puts(\"x\");", "printf(\"%d\", 3);", "putchar('x');",
                        "fputs(\"x\", stdout);", "fflush(stdout);"]),
            ("stdin", ["number = getchar();", "number = fgetc(stdin);",
                       "(void)!scanf(\"%d\", &number);", "rewind(stdin);"]),
            ("stderr", ["perror(\"x\");", "fputc('x', stderr);",
                        "fprintf(stderr, \"x\");"]))
        self.about = "a standard stream that was closed"
        stream = name
        if self.pick(0, 1):
            self.setup.append(f"FILE *stream = {name};")
            stream = "stream"
        close = f"fclose({stream});"
        if self.bad:
            self.calls += [close, self.choice.choice(uses)]
        else:
            self.calls += [self.choice.choice(uses), close, "fflush(0);"]

    def streams(self):
        self.setup.append("FILE *in = fopen(\"/nonexistent/file\", \"r\");")
        if not self.bad:
            self.setup.append(self.pick("if (!in) return 0;",
                                        "if (in == NULL) exit(1);"))
        self.about = "a stream that was not opened"
        if self.bad and self.pick(0, 1):
            self.about = "a stream that was closed"
            self.setup += ["if (!in) return 0;", "fclose(in);"]
        uses = ["fgetc(in);", "fgets(room, 64, in);", "fputs(\"x\", in);",
                "fprintf(in, \"%d\", 1);", "feof(in);", "rewind(in);",
                "(void)!fread(room, 1, 4, in);", "fseek(in, 0, SEEK_END);",
                "(void)!fscanf(in, \"%d\", &number);", "fileno(in);"]
        self.calls += self.choice.sample(uses, self.choice.randint(0, 2))
        self.calls.append("fclose(in);")
        self.confirmed = self.bad and "closed" not in self.about

    def results(self):
        text = self.choice.choice(["abc", "key=value", "x.y"])
        source = self.array(len(text) + 1, text)
        give, confirmed = self.pick(
            ("getenv(\"NO_SUCH_NAME\")", True),
            (f"strchr({source}, __VERIFIER_nondet_int())", True),
            (f"strrchr({source}, 'q')", True),
            (f"strstr({source}, \"qq\")", True),
            (f"memchr({source}, 'q', {len(text)})", True),
            ("malloc(8)", False), ("calloc(2, 4)", False),
            (f"strdup({source})", False), ("strndup(\"abc\", 2)", False),
            (f"strpbrk({source}, \"q\")", True))
        fresh = give.startswith(("malloc", "calloc"))
        self.setup.append(f"char *got = {give};")
        if not self.bad:
            self.setup.append("if (!got) return 0;")
        self.about = "a null result that nobody looked at"
        self.confirmed = confirmed and self.bad
        use = self.pick("number = *got;", "puts(got);", "sink = strlen(got);",
                        "got[0] = 'x';") if not fresh else "got[7] = 1;"
        if "memchr" in give and use in ("puts(got);", "sink = strlen(got);"):
            use = "number = *got;"
        if "getenv" in give and "'x'" in use:
            use = "number = *got;"
        self.calls.append(use)

    def overlaps(self):
        half = self.choice.randint(2, 8)
        source = self.array(2 * half, "a" * (2 * half - 1))
        if self.bad:
            self.about = "memory that overlaps"
            shift = self.choice.randint(1, half - 1)
            call = self.pick(f"memcpy({source} + {shift}, {source}, {half})",
                             f"memcpy({source}, {source} + {shift}, {half})",
                             f"strncpy({source}, {source} + {shift}, {half})")
            self.confirmed = "memcpy" in call
        else:
            call = self.pick(f"memcpy({source} + {half}, {source}, {half})",
                             f"memmove({source} + 1, {source}, {half})",
                             f"memmove({source}, {source} + 1, {half})",
                             f"strncpy({source}, {source} + {half}, {half})")
        self.calls.append("(void)" + call + ";")

    # The whole

    def build(self):
        scenarios = [self.reads_string, self.reads_string, self.reads_limited,
                     self.reads_bytes, self.reads_bytes, self.writes_text,
                     self.writes_text, self.writes_bytes, self.scans,
                     self.appends, self.tokens, self.tokens, self.streams,
                     self.results, self.results, self.overlaps, self.compares,
                     self.standard]
        self.choice.choice(scenarios)()
        calls = [call for call in self.calls if call]
        shape = self.pick("plain", "plain", "branch", "branch", "loop",
                          "switch")
        body = "\n  ".join(calls)
        if shape == "branch":
            body = (f"if (__VERIFIER_nondet_int()) {{\n  {body}\n  }} else\n"
                    "    number++;")
        elif shape == "loop" and not any(
                word in body
                for word in ("sep(", "strtok", "close", "cat(", "free")):
            body = f"for (int i = 0; i < 2; i++) {{\n  {body}\n  }}"
        elif shape == "switch":
            body = (f"switch (__VERIFIER_nondet_int()) {{\n  case 1: {body}\n"
                    "    break;\n  default: number = 3;\n  }")
        lines = ["char room[64] = \"room\", *rest = 0;", "int number = 0;",
                 "volatile long sink = 0;",
                 "struct stat status;",
                 "(void)room, (void)rest, (void)number, (void)status;",
                 *self.setup, body, "return 0;"]
        text = (HEADERS + INPUT + "\n".join(self.globals) +
                "\nint main(void) {\n  " + "\n  ".join(lines) + "\n}\n")
        return text


def confirmation(text, bad):
    def confirm(folder):
        with open(f"{folder}/native.c", "w", encoding="utf-8") as file:
            file.write(text.replace(INPUT, NATIVE))
        done = native(folder, ["native.c"], ["-fsanitize=address",
                                             "-fno-builtin"],
                      stdin="input that is long enough for all of them\n")
        if isinstance(done, str):
            return done
        stops = done.returncode != 0 and done.returncode != 1
        stops = stops or "AddressSanitizer" in done.stderr
        if stops != bad:
            return f"natively {done.returncode}: {done.stderr[:300]}"
        return None
    return confirm


def generate(seed):
    choice = random.Random(seed)
    bad = choice.random() < 0.6
    program = Program(choice, bad)
    text = program.build()
    confirm = confirmation(text, bad) if program.confirmed else None
    return Case(files={"program.c": text}, options=["--deref"],
                expected="false(valid-deref)" if bad else "true",
                about=program.about if bad else "", confirm=confirm)
