"""Accesses to memory: null, out of bounds, numbers as addresses, differences of
pointers, unions of numbers and pointers, statics that hold addresses.

Each part of a program is safe, wrong in an assertion, or makes an access that
is not valid; which executions do so follows from its construction. With
--deref an invalid access is a violation. Without it an execution ends there:
what comes behind an access that is always invalid is vacuous.
"""
import random

from case import Case

HEADER = """#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static int input(int low, int high) {
  int x = __VERIFIER_nondet_int();
  return x < low || x > high ? low : x;
}
"""

# What a part does to executions: nothing wrong, an assertion fails, some
# executions make an invalid access, all do.
SAFE, FAILS, SOME, ALL = "safe", "fails", "some", "all"


class Part:
    def __init__(self, outside="", inside=""):
        self.outside = outside
        self.inside = inside


def null(choice, n, kind):
    """A pointer that is null: never used, used sometimes, used always."""
    read = choice.random() < 0.5
    shape = choice.choice(["scalar", "member", "parameter", "element"])
    outside, use = "", f"*p{n}"
    declare = f"int x{n} = 4, *p{n}"
    null_text = choice.choice(["0", "NULL", "(void *)0"])
    address = f"&x{n}"
    if shape == "member":
        outside = f"struct s{n} {{ int pad, m; }};"
        declare = f"struct s{n} x{n} = {{1, 4}}, *p{n}"
        use = f"p{n}->m"
    if shape == "element":
        declare = f"int x{n}[3] = {{1, 4, 7}}, *p{n}"
        address, use = f"x{n}", f"p{n}[1]"
    access = (f"int r{n} = {use}; assert(r{n} == 4);" if read else
              f"{use} = 4; assert({use} == 4);")
    if shape == "parameter":
        outside = (f"static int get{n}(int *p) {{ return *p; }}\n"
                   f"static void put{n}(int *p) {{ *p = 4; }}")
        access = (f"int r{n} = get{n}(p{n}); assert(r{n} == 4);" if read else
                  f"put{n}(p{n}); assert(x{n} == 4);")
    if kind == ALL:
        return Part(outside, f"{declare} = {null_text}; (void)x{n};\n"
                             f"  {access}")
    body = (f"{declare} = {null_text};\n"
            f"  if (input(0, 1)) p{n} = {address};\n")
    if kind == SOME:
        return Part(outside, body + f"  {access}")
    guard = choice.choice([f"if (p{n})", f"if (p{n} != NULL)"])
    if kind == FAILS:
        return Part(outside, body + f"  {guard} {{ {access} assert(0); }}")
    return Part(outside, body + f"  {guard} {{ {access} }}")


def bounds(choice, n, kind):
    """An index, constant or not, in arrays of all kinds of storage."""
    size = choice.randint(2, 6)
    type_ = choice.choice(["int", "char", "long", "short"])
    where = choice.choice(["local", "static", "heap", "member"])
    outside, declare, array = "", f"{type_} a{n}[{size}];", f"a{n}"
    if where == "static":
        outside, declare = f"static {type_} a{n}[{size}];", ""
    if where == "heap":
        declare = (f"{type_} *a{n} = malloc({size} * sizeof *a{n}); "
                   f"if (!a{n}) return 0;")
    if where == "member":
        outside = f"struct s{n} {{ {type_} t[{size}]; }};"
        declare, array = f"struct s{n} a{n};", f"a{n}.t"
    past = size + choice.randint(0, 2)
    form = choice.choice(["constant", "variable", "pointer", "loop"])
    if kind == ALL:
        index = choice.choice([past, -1 - choice.randint(0, 1)])
        if form in ("constant", "loop"):
            use = f"{array}[{index}] = 1;"
        elif form == "variable":
            use = f"int i{n} = {index}; {array}[i{n}] = 1;"
        else:
            use = f"{type_} *p{n} = {array} + {size}; *p{n} = 1;"
        return Part(outside, f"{declare} {use} assert(1);")
    if form == "loop":
        last = size if kind == SOME else size - 1
        limit = f"input(0, {last}) + 1"
        wrong = f" assert({array}[0] != 1);" if kind == FAILS else ""
        return Part(outside,
                    f"{declare} int e{n} = {limit};\n"
                    f"  for (int i = 0; i < e{n}; i++) {array}[i] = 1;\n"
                    f"  assert({array}[0] == 1);{wrong}")
    low, high = 0, size - 1
    if kind == SOME:
        low, high = choice.choice([(0, past), (-1, size - 1)])
    if form == "pointer":
        use = f"{type_} *p{n} = {array} + i{n}; *p{n} = 1;"
    else:
        use = f"{array}[i{n}] = 1;"
    claim = (f"assert({array}[i{n}] != 1);" if kind == FAILS
             else f"assert({array}[i{n}] == 1);")
    if kind == SOME and form == "pointer":
        claim = f"assert(i{n} >= {low});"
    return Part(outside, f"{declare} int i{n} = input({low}, {high});\n"
                         f"  {use} {claim}")


def difference(choice, n, kind):
    """Differences of pointers to elements of all sizes."""
    element = choice.choice(["int", "long", "short", "char",
                             f"struct e{n}"])
    outside = (f"struct e{n} {{ int a, b, c; }};"
               if element.startswith("struct") else "")
    size = choice.randint(3, 9)
    low = choice.randint(0, 1)
    wrong = kind == FAILS
    form = choice.choice(["constant", "index", "walk", "bytes", "end"])
    declare = f"{element} a{n}[{size}];"
    if form == "constant":
        high = choice.randint(low + 1, size)
        inside = (f"{declare} {element} *p{n} = a{n} + {low}, "
                  f"*q{n} = a{n} + {high};\n"
                  f"  assert(q{n} - p{n} == {high - low + wrong});")
    elif form == "index":
        inside = (f"{declare} int i{n} = input(0, {size - 1});\n"
                  f"  {element} *p{n} = &a{n}[i{n}];\n"
                  f"  assert(p{n} - a{n} "
                  + (f"!= {size - 1});" if wrong else f"== i{n});"))
    elif form == "walk":
        inside = (f"{declare} {element} *p{n} = a{n}; long c{n} = 0;\n"
                  f"  while (p{n} < a{n} + {size}) {{ p{n}++; c{n}++; }}\n"
                  f"  assert(p{n} - a{n} == c{n} && c{n} == {size + wrong});")
    elif form == "bytes":
        inside = (f"{declare} int i{n} = input(0, {size - 1});\n"
                  f"  ptrdiff_t d{n} = (char *)&a{n}[i{n}] - (char *)a{n};\n"
                  f"  assert(d{n} == i{n} * (long)sizeof *a{n} + {int(wrong)});")
    else:
        inside = (f"{element} *s{n} = malloc({size} * sizeof *s{n}); "
                  f"if (!s{n}) return 0;\n"
                  f"  {element} *e{n} = s{n} + {size};\n"
                  f"  assert(e{n} - s{n} == {size - wrong});")
    return Part(outside, inside)


def union(choice, n, kind):
    """A tag says whether a union holds a number or a pointer."""
    number = choice.randint(6, 20)
    outside = (f"struct v{n} {{ int tag; union {{ int i; int *p; }} u; }};\n"
               f"static int get{n}(struct v{n} *v) {{ "
               + choice.choice(["return v->tag ? *v->u.p : v->u.i; }",
                                "if (v->tag == 1) return *v->u.p; "
                                "return v->u.i; }"]))
    declare = f"int x{n} = 5; struct v{n} v{n};"
    if choice.random() < 0.3:
        outside += f"\nstatic struct v{n} v{n};"
        declare = f"int x{n} = 5;"
    if kind == ALL:
        return Part(outside, f"{declare} v{n}.tag = 1; v{n}.u.p = NULL; "
                             f"int r{n} = get{n}(&v{n}); assert(r{n} == 5);")
    if kind == SOME:
        return Part(outside, f"{declare} v{n}.tag = 1; v{n}.u.p = "
                             f"input(0, 1) ? &x{n} : NULL;\n"
                             f"  assert(get{n}(&v{n}) == 5);")
    claim = (f"assert(r{n} != {choice.choice([5, number])});" if kind == FAILS
             else choice.choice([f"assert(r{n} == 5 || r{n} == {number});",
                                 f"assert(r{n} < {number + 1});"]))
    return Part(outside,
                f"{declare}\n  if (input(0, 1)) {{ v{n}.tag = 1; "
                f"v{n}.u.p = &x{n}; }} else {{ v{n}.tag = 0; "
                f"v{n}.u.i = {number}; }}\n"
                f"  int r{n} = get{n}(&v{n}); {claim}")


def static(choice, n, kind):
    """Statics whose initialisers are addresses, assigned later."""
    form = choice.choice(["global", "local", "table", "struct"])
    outside = f"static int x{n}, y{n};\n"
    wrong = int(kind == FAILS)
    if form == "global":
        outside += (f"static int *p{n} = &x{n};\n"
                    f"static void set{n}(void) {{ p{n} = &y{n}; }}")
        inside = (f"*p{n} = 1; set{n}(); *p{n} = 2;\n"
                  f"  assert(x{n} == {1 + wrong} && y{n} == 2);")
    elif form == "local":
        inside = (f"static int *p{n} = &x{n}; *p{n} = 3;\n"
                  f"  if (input(0, 1)) p{n} = &y{n};\n  *p{n} = 4;\n"
                  f"  assert(x{n} + y{n} >= {4 + 4 * wrong});")
    elif form == "table":
        outside += f"static int *t{n}[2] = {{&x{n}, &y{n}}};"
        inside = (f"t{n}[0] = t{n}[1]; *t{n}[0] = 6;\n"
                  f"  assert(y{n} == 6 && x{n} == {wrong});")
    else:
        outside += (f"static struct s{n} {{ int k; int *p; }} o{n} = "
                    f"{{3, &x{n}}};")
        inside = (f"*o{n}.p = o{n}.k; o{n}.p = &y{n}; *o{n}.p = 9;\n"
                  f"  assert(x{n} == 3 && y{n} == {9 - wrong});")
    return Part(outside, inside)


def device(choice, n, kind):
    """Registers at constant addresses."""
    address = 4096 * choice.randint(2, 0xfff00)
    register = f"(*(volatile unsigned *){address:#x})"
    if choice.random() < 0.4:
        claim = (f"assert(r{n} < 9);" if kind == FAILS else
                 f"assert((r{n} & 7) < 8);")
        return Part("", f"{register} = 3; unsigned r{n} = {register}; {claim}")
    outside = f"struct port{n} {{ volatile unsigned data, status; }};"
    claim = (f"assert(r{n} == 3);" if kind == FAILS
             else f"assert(l{n} == 1);")
    return Part(outside,
                f"struct port{n} *p{n} = (struct port{n} *){address:#x}; "
                f"int l{n} = 1;\n"
                f"  p{n}->data = 3; while (!(p{n}->status & 1)) ;\n"
                f"  unsigned r{n} = p{n}->data; (void)l{n}; {claim}")


def unresolved(choice, n, kind):
    """Numbers as addresses of what is not volatile: nobody can prove that."""
    address = choice.choice([f"(int *){4096 * choice.randint(2, 99):#x}",
                             "(int *)__VERIFIER_nondet_ulong()"])
    return Part("", f"int *p{n} = {address}; int r{n} = *p{n}; "
                    f"assert(r{n} == 3);")


# (maker, kinds that it can make, how often)
MAKERS = [(null, [SAFE, FAILS, SOME, ALL], 3),
          (bounds, [SAFE, FAILS, SOME, ALL], 4),
          (difference, [SAFE, FAILS], 3),
          (union, [SAFE, FAILS, SOME, ALL], 3),
          (static, [SAFE, FAILS], 3),
          (device, [SAFE, FAILS], 1)]


def verdict(kinds, deref):
    """Of parts one after the other."""
    if deref:
        for kind in kinds:
            if kind == FAILS:
                return {"false(unreach-call)", "false"}
            if kind in (SOME, ALL):
                return {"false(valid-deref)", "false"}
        return {"true"}
    for place, kind in enumerate(kinds):
        if kind == FAILS:
            return {"false(unreach-call)", "false"}
        if kind == ALL:
            return {"vacuous"} if place == 0 else {"true", "vacuous"}
    return {"true"}


def generate(seed):
    choice = random.Random(seed)
    deref = choice.random() < 0.5
    if choice.random() < 0.03:
        parts, kinds = [unresolved(choice, 0, SAFE)], None
        deref = False
    else:
        parts, kinds = [], []
        count = choice.choice([1, 1, 2])
        for n in range(count):
            maker, allowed, _ = choice.choices(
                MAKERS, [weight for _, _, weight in MAKERS])[0]
            kind = choice.choice(allowed)
            parts.append(maker(choice, n, kind))
            kinds.append(kind)
    text = HEADER + "\n".join(
        [part.outside for part in parts if part.outside]
        + ["int main(void) {"] + [f"  {part.inside}" for part in parts]
        + ["  return 0;", "}", ""])
    options = ["--deref"] if deref else []
    if choice.random() < 0.1 and "0x" not in text and "union" not in text:
        options.append("--32")
    expected = {"false"} if kinds is None else verdict(kinds, deref)
    return Case(files={"program.c": text}, options=options, expected=expected,
                about=" ".join(kinds) if kinds else "unresolved")
