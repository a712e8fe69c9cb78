"""Rules about locks, files and blocks, made for one function of a package.

A rule is a specification with one property for each object.  Which routines
a unit calls is looked up in its text, because an event must name one that is
called.
"""
import re

LOCKS = """\
// Every mutex is locked and unlocked in turns, and none is held at the end.
{models}
event lock(m)   = call pthread_mutex_lock(m);
event unlock(m) = call pthread_mutex_unlock(m);
property FREE for each m = ( lock(m) -> HELD | return{{*}} ),
         HELD = ( unlock(m) -> FREE );
check locks: {function} refines FREE;
"""

KEPT = """\
// What the function {makes} it {unmakes}, unless it returns well: then it may
// have handed it on. What it is given it may end, too; nothing ends twice.
{models}
event made(x)   = {made};
event unmade(x) = {unmade};
property NONE for each x = ( made(x) -> MADE | unmade(x) -> GONE
                           | return{{*}} ),
         MADE = ( unmade(x) -> GONE {well}),
         GONE = ( made(x) -> MADE | return{{*}} );
check kept: {function} refines NONE;
"""

# What makes an object, what ends it, and what they do apart from that.
MODELS = {
    "malloc": ("void *malloc(size_t size)", "return{fresh} | return{0}"),
    "calloc": ("void *calloc(size_t count, size_t size)",
               "return{fresh} | return{0}"),
    "strdup": ("char *strdup(const char *text)", "return{fresh} | return{0}"),
    "free": ("void free(void *block)", "return{}"),
    "fopen": ("FILE *fopen(const char *path, const char *mode)",
              "return{fresh} | return{0}"),
    "fclose": ("int fclose(FILE *stream)", "return{0} | return{-1}"),
    "open": ("int open(const char *path, int flags, ...)",
             "return{$ >= 0} | return{-1}"),
    "close": ("int close(int fd)", "return{0} | return{-1}"),
    "pthread_mutex_lock": ("int pthread_mutex_lock(pthread_mutex_t *mutex)",
                           "return{0}"),
    "pthread_mutex_unlock": (
        "int pthread_mutex_unlock(pthread_mutex_t *mutex)", "return{0}"),
}
KINDS = ["locks", "memory", "files", "descriptors"]
MAKERS = {"memory": ["malloc", "calloc", "strdup"], "files": ["fopen"],
          "descriptors": ["open"]}
ENDERS = {"memory": ["free"], "files": ["fclose"], "descriptors": ["close"]}
ARGUMENTS = {"malloc": "*", "calloc": "*, *", "strdup": "*", "fopen": "*, *",
             "open": "*, *"}
WORDS = {"memory": ("allocates", "frees"), "files": ("opens", "closes"),
         "descriptors": ("opens", "closes")}
# What a function returns that did well and may have handed objects on.
WELL = {"zero": "| return{$ == 0} ", "not zero": "| return{$ != 0} ",
        "nothing": ""}
# Of functions that return numbers; those that return pointers return null
# when they fail.
PACKAGES = {"cjson": "not zero", "libyaml": "not zero", "jansson": "zero",
            "mosquitto": "zero", "tinyproxy": "zero"}
UNITS = {"src/hsearch.c": "not zero", "src/sblist.c": "not zero",
         "src/orderedmap.c": "not zero"}


def success(tree, unit, function):
    """How the function tells that it did well."""
    lines = tree.read(unit).split("\n")
    # The type may stand on the line above the name.
    head = " ".join(lines[max(0, function.first - 2):function.first])
    head = re.split(r"[;}]|\*/", head.split(function.name + "(")[0].split(
        function.name + " (")[0])[-1]
    if "*" in head:
        return "not zero"
    if re.search(r"\bvoid\b", head):
        return "nothing"
    return UNITS.get(unit, PACKAGES[tree.name])


def model(name):
    prototype, returns = MODELS[name]
    return ("assume proc %s {\n  modifies nothing;\n  otherwise : ( %s );\n}" %
            (prototype, returns))


def mentions(word, text):
    """Whether a name that ends like that is called in the text."""
    return bool(re.search(r"(%s)\s*\(" % word, text))


def called(names, text):
    return [name for name in names
            if re.search(r"\b%s\s*\(" % name, text)]


def rule_for(kind, function, text, well):
    """The specification of a kind for a function, or None if the text calls
    nothing that the rule is about."""
    if kind == "locks":
        names = ["pthread_mutex_lock", "pthread_mutex_unlock"]
        if called(names, text) != names:
            return None
        return LOCKS.format(models="\n".join(map(model, names)),
                            function=function)
    makers, enders = called(MAKERS[kind], text), called(ENDERS[kind], text)
    if not makers or not enders:
        return None
    makes, unmakes = WORDS[kind]
    return KEPT.format(
        makes=makes, unmakes=unmakes, function=function,
        models="\n".join(map(model, makers + enders)), 
        well=WELL[well],
        made=" or ".join("ret %s(%s) -> new x" % (name, ARGUMENTS[name])
                         for name in makers),
        unmade=" or ".join("call %s(x)" % name for name in enders))


def rule(kind, tree, unit, function):
    """The same for a function of a unit beside the package's helpers."""
    units = {unit, *tree.package.helpers}
    text = "\n".join(map(tree.preprocessed, sorted(units)))
    return rule_for(kind, function.name, text, success(tree, unit, function))
