"""Structs by value, struct results and wide integers in events, guards and
arguments of components: a specification speaks of C's parameters, however they
are passed."""
import random

from case import Case

# name, definition, a value, a field of the value, what the field is
RECORDS = [
    ("struct s4", "struct s4 { int a; };", "{7}", "a", 7),
    ("struct s8", "struct s8 { int a, b; };", "{7, 9}", "b", 9),
    ("struct s12", "struct s12 { int a, b, c; };", "{7, 9, 4}", "c", 4),
    ("struct s16", "struct s16 { long a, b; };", "{7, 9}", "b", 9),
    ("struct s24", "struct s24 { long a, b, c; };", "{7, 9, 4}", "c", 4),
    ("struct s64", "struct s64 { int a[15]; int last; };", "{.last = 5}",
     "last", 5),
    ("struct c3", "struct c3 { char a, b, c; };", "{1, 2, 3}", "b", 2),
    ("struct c5", "struct c5 { char a, b, c, d, e; };", "{1, 2, 3, 4, 5}", "e",
     5),
    ("struct mix", "struct mix { double d; int i; };", "{1.5, 6}", "i", 6),
    ("struct xim", "struct xim { int i; double d; };", "{6, 1.5}", "i", 6),
    ("struct ptr", "struct ptr { char *p; short n; };", "{0, 3}", "n", 3),
    ("struct nest", "struct nest { struct { short a; int b; } in; };",
     "{{1, 8}}", "in.b", 8),
    ("struct bits", "struct bits { unsigned a : 3, b : 7; };", "{2, 90}", "b",
     90),
    ("struct f2", "struct f2 { float x, y; };", "{1, 2}", None, 0),
    ("struct f4", "struct f4 { float x, y, z, w; };", "{1, 2}", None, 0),
    ("union un", "union un { int i; char c[4]; };", "{5}", "i", 5),
    ("struct empty", "struct empty { };", "{}", None, 0),
]
SCALARS = ["int", "char", "short", "long", "unsigned", "long long",
           "unsigned char", "_Bool", "int *", "float", "double", "long double"]
WIDE = ["__int128", "unsigned __int128"]


class Maker:
    def __init__(self, seed):
        self.choice = random.Random(seed)
        self.bits = self.choice.choice(["--64", "--32"])
        self.records = {}

    def parameter(self):
        kind = self.choice.random()
        if kind < 0.45:
            record = self.choice.choice(RECORDS)
            self.records[record[0]] = record
            return record[0]
        if kind < 0.55 and self.bits == "--64":
            return self.choice.choice(WIDE)
        return self.choice.choice(SCALARS)

    def value(self, kind):
        if kind in self.records:
            return f"({kind}){self.records[kind][2]}"
        return "0" if kind == "int *" else "1"

    def result(self):
        record = self.choice.choice(RECORDS)
        if self.choice.random() < 0.5:
            self.records[record[0]] = record
            return record[0]
        return self.choice.choice(["void", "int", "long"])


def look(maker, kinds):
    """Which parameter is looked at, how, and what it is."""
    at = maker.choice.randrange(len(kinds))
    record = maker.records.get(kinds[at])
    if record and record[3]:
        return at, f"${at + 1}.{record[3]}", record[4]
    kinds[at] = maker.choice.choice(["int", "long", "short", "unsigned"])
    return at, f"${at + 1}", maker.choice.randint(2, 100)


def generate(seed):
    maker = Maker(seed)
    choice = maker.choice
    kinds = [maker.parameter() for _ in range(choice.randint(1, 7))]
    at, text, value = look(maker, kinds)
    result = maker.result()
    holds = choice.random() < 0.5
    wanted = value if holds else value + choice.choice([-1, 1, 2])
    arguments = [maker.value(kind) for kind in kinds]
    if kinds[at] not in maker.records:
        arguments[at] = str(value)
    parameters = ", ".join(f"{kind} p{i}" for i, kind in enumerate(kinds))
    definitions = "\n".join(record[1] for record in maker.records.values())
    how = choice.choice(["event", "guard", "name"])
    good, prototype = "good", f"{result} callee({parameters})"
    if how == "name":
        text = text.replace(f"${at + 1}", f"p{at}", 1)
    ends = "return{}" if result == "void" else "return{*}"
    if how == "event":
        spec = (f"event good = call callee when ({text} == {wanted});\n"
                f"event other = call callee when ({text} != {wanted});\n")
    else:
        spec = (f"assume proc {prototype} {{ modifies nothing; when ({text} == "
                f"{wanted}): ( good -> {ends} ); otherwise: ( other -> {ends} "
                "); }\n")
    spec += f"P = ( {good} -> P | return{{*}} ) + {{other}};\n"
    spec += "check c: caller refines P;\n"
    program = (f"{definitions}\n{prototype};\n"
               f"int caller(void) {{\n  callee({', '.join(arguments)});\n"
               "  return 0;\n}\n")
    return Case(files={"program.c": program, "rule.spec": spec},
                options=["--spec", "rule.spec", maker.bits],
                expected="true" if holds else "false(c)",
                about=f"{how}: {text} of ({parameters})")
