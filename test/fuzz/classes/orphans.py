"""Pointers that nobody initialised, in tasks: locals, members of frame objects
and of allocated ones, members of what they point to.

Where such a pointer points to an object of its own, that holds anything: what
is read first may be whatever a violation needs. What was written is read again,
objects of the program are never touched, and two pointers that differ lead to
different objects. So a program is violated if one of its parts is about what was
never written, and never otherwise, whatever pointers are taken to be.
"""
import random

import measure
from case import Case

HEADER = """#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct inner { long id; short kind; };
struct node { int value; unsigned char tag; int *count; struct node *next;
              struct inner in; int many[4]; struct node *links[2]; };
struct holder { int used; struct node *node; struct node body; };
static int get(struct node *n) { return n->value; }
static void put(struct node *n, int v) { n->value = v; }
static void use(struct holder *h) { h->used++; }
"""

PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"

TASK = """format_version: '2.0'
input_files: 'task.c'
properties:
  - property_file: unreach.prp
    expected_verdict: {verdict}
options:
  language: C
  data_model: {model}
"""


def pointer(choice, n):
    """(declarations, expression) of a struct node * that nobody assigned."""
    shape = choice.choice(["local", "heap", "frame", "body", "chain", "link",
                           "block"])
    if shape == "local":
        return f"struct node *p{n};", f"p{n}"
    if shape == "heap":
        return (f"struct holder *h{n} = malloc(sizeof *h{n}); use(h{n});",
                f"h{n}->node")
    if shape == "frame":
        return f"struct holder h{n}; use(&h{n});", f"h{n}.node"
    if shape == "body":
        return f"struct holder h{n}; use(&h{n});", f"h{n}.body.next"
    if shape == "chain":
        return f"struct node *p{n};", f"p{n}->next"
    if shape == "link":
        return (f"struct node *p{n} = malloc(sizeof(struct node));",
                f"p{n}->links[{choice.randrange(2)}]")
    return f"struct node *p{n}; struct node *c{n} = p{n};", f"c{n}"


def field(choice):
    return choice.choice(["value", "tag", "in.id", "in.kind", "many[1]",
                          "many[3]"])


def buggy(choice, n, p, q):
    """A condition over what nobody wrote, that can be met."""
    f, g = field(choice), field(choice)
    k, m = choice.randrange(1, 100), choice.randrange(1, 100)
    return choice.choice([
        f"if ({p}->{f} == {k}) reach_error();",
        f"if ({p}->{f} == {k} && x{n} == {m}) reach_error();",
        f"if (get({p}) == {k}) reach_error();",
        f"if (*{p}->count == {k}) reach_error();",
        f"put({p}, {k}); if ({p}->in.id == {m}) reach_error();",
        f"{p}->tag = 3; if (x{n} > 0 && x{n} < 4 && "
        f"{p}->many[x{n}] == {k}) reach_error();",
        f"int s{n} = 0; for (int i = 0; i < 3; i++) s{n} += {p}->many[i];\n"
        f"  if (s{n} == {k}) reach_error();",
        f"struct inner k{n} = {p}->in; if (k{n}.kind == {k}) reach_error();",
        f"if ({p}->next->{f} == {k}) reach_error();",
        f"if ({p}->{f} == {k} && {q}->{g} == {m + 100}) reach_error();"
        if g not in ("tag", "in.kind") else
        f"if ({p}->value == {q}->value + {k}) reach_error();",
        f"if ({p} != {q} && {p}->value == {k}) reach_error();",
    ])


def safe(choice, n, p, q):
    """A condition that is never met."""
    k, m = choice.randrange(1, 100), choice.randrange(1, 100)
    return choice.choice([
        f"{p}->value = x{n}; if ({p}->value != x{n}) reach_error();",
        f"put({p}, {k}); if (get({p}) != {k}) reach_error();",
        f"int a{n} = {p}->value, b{n} = {p}->value;\n"
        f"  if (a{n} != b{n}) reach_error();",
        f"int l{n} = {k}; int *a{n} = &l{n}; {p}->value = {m};\n"
        f"  if (*a{n} != {k}) reach_error();",
        f"{p}->value = {k}; {q}->value = {m};\n"
        f"  if ({p} != {q} && {p}->value != {k}) reach_error();",
        f"{p}->value = {k}; {q}->many[2] = {m};\n"
        f"  if ({p}->value != {k}) reach_error();",
        f"struct inner k{n} = {p}->in; if (k{n}.id != {p}->in.id) "
        f"reach_error();",
        f"{p}->count = &x{n}; if (*{p}->count != x{n}) reach_error();",
        f"memset({p}->many, 0, sizeof {p}->many);\n"
        f"  if ({p}->many[{n % 4}] != 0) reach_error();",
        f"{p}->tag = {k}; {p}->value = {m}; if ({p}->tag != {k}) "
        f"reach_error();",
        f"int l{n} = {k}; struct node *o{n} = malloc(sizeof *o{n});\n"
        f"  o{n}->value = {k}; {p}->value = {m}; l{n} = o{n}->value;\n"
        f"  if (l{n} != {k}) reach_error();",
    ])


def judge(case, run):
    """Nothing can be proved about what is not known to be valid."""
    verdict = measure.verdict(run)
    if verdict.answer == case.expected:
        return "right", ""
    if verdict.answer == "unknown":
        return ("right" if case.expected == "true" else "unknown",
                verdict.detail)
    return "wrong", f"{verdict}, expected {case.expected}"


def generate(seed):
    choice = random.Random(seed)
    is_buggy = choice.random() < 0.5
    parts = choice.randrange(1, 4)
    wrong = choice.randrange(parts) if is_buggy else -1
    body = []
    for n in range(parts):
        first, p = pointer(choice, 2 * n)
        second, q = pointer(choice, 2 * n + 1)
        make = buggy if n == wrong else safe
        text = make(choice, n, p, q)
        declared = f"{first}\n  {second}" if q in text else first
        lines = (f"  int x{n} = __VERIFIER_nondet_int();\n  {declared}\n"
                 f"  {text}\n")
        if choice.random() < 0.3:
            lines = (f"  for (int r{n} = 0; r{n} < 2; r{n}++) {{\n{lines}"
                     f"  }}\n")
        body.append(lines)
    text = f"{HEADER}int main(void) {{\n{''.join(body)}  return 0;\n}}\n"
    verdict = "false" if is_buggy else "true"
    model = choice.choice(["ILP32", "LP64"])
    return Case(files={"task.c": text, "unreach.prp": PROPERTY,
                       "task.yml": TASK.format(verdict=verdict, model=model)},
                operands=["task.yml"], expected=verdict,
                judge=judge,
                about=f"{verdict}, {parts} parts")
