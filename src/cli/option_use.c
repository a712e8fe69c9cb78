#include "cli/option_use.h"

#include <string.h>

struct option_use {
  const char *command;
  const char *option;
  const char *kinds; // in which it has an effect: "cfa|lts"
  const char *why;
};

static const char with_spec[] =
    "a specification says what is checked; --function f asks it of f as well";
static const char alone[] =
    "a specification says what is checked; ask without one as well";
static const char of_spec[] = "it is about a specification (--spec)";

static const struct option_use uses[] = {
    {"check", "--overflow", "program|function", with_spec},
    {"check", "--div0", "program|function", with_spec},
    {"check", "--deref", "program|function", with_spec},
    {"check", "--leaks", "program|function", with_spec},
    {"check", "--lost", "program|function", with_spec},
    {"check", "--free", "program|function", with_spec},
    {"check", "--memtrack", "program", with_spec},
    {"check", "--cleanup", "program", with_spec},
    {"check", "--label", "program|function", with_spec},
    {"check", "--termination", "program", with_spec},
    {"check", "--races", "program", alone},
    {"check", "--deadlock", "program", alone},
    {"check", "--engine", "program|function",
     "formulas are decided by exact abstraction, other checks are not"},
    {"check", "--first", "program|function",
     "each check of a specification is one row"},
    {"check", "--check", "spec", "it is about the checks of a specification"},
    {"check", "--all", "spec", "it is about the checks of a specification"},
    {"check", "--inline", "spec|function", of_spec},
    {"check", "--compose", "spec", of_spec},
    {"check", "--values", "spec", of_spec},
    {"check", "--reduce", "spec", of_spec},
    {"check", "--specs", "spec|function", of_spec},
    {"check", "--timeout-each", "spec", of_spec},
    {"run", "--check-pointsto", "plain", "a component has no pointers"},
    {"dump", "--dot", "cfa|lts", "only automata and LTSs are drawn"},
    {"dump", "--figures", "component|pointsto|regions",
     "there are no figures of it"},
    {"dump", "--function", "cfa|component|pointsto|regions|lts|bp",
     "a summary is of whole files"},
    {"dump", "--keep", "component|bp",
     "it is about `dump component` and `dump bp`"},
    {"dump", "--cube", "bp", "it is about `dump bp`"},
    {"dump", "--prover", "bp", "it is about `dump bp`"},
    {"dump", "--predicates", "lts", "it is about `dump lts`"},
    {"dump", "--spec", "lts", "it is about `dump lts`"},
    {"dump", "--check", "lts", "it is about `dump lts`"},
    {"dump", "--specs", "lts", "it is about `dump lts`"},
    {"dump", "--merge", "lts", "it is about `dump lts`"},
    {"lts", "--relation", "minimise|compare", "nothing is compared"},
    {"lts", "--both", "compare", "nothing is compared"},
    {"lts", "--divergence", "minimise|compare", "nothing is compared"},
    {"lts", "-o", "convert|minimise|compose", "there is no result to write"},
    {"bp", "--label", "check|run", "nothing is checked"},
    {"bp", "--first", "check", "nothing is checked"},
    {"bp", "--json", "check", "nothing is checked"},
    {"bp", "--reached", "check", "nothing is checked"},
    {"bp", "--explicit", "check", "nothing is checked"},
    {"bp", "--threads", "check", "nothing is checked"},
    {"bp", "--states", "check", "nothing is checked"},
    {"bp", "--semantics", "ctl", "no formula is asked about"},
    {"bp", "--branches", "ctl", "no formula is asked about"},
    {"bp", "--seed", "run", "nothing is left to chance"},
    {"bp", "--max-steps", "run", "nothing is run"},
};

static bool has_word(const char *words, const char *word) {
  size_t length = strlen(word);
  for (const char *at = words; *at; at += strcspn(at, "|"), at += *at == '|')
    if (!strncmp(at, word, length) && strcspn(at, "|") == length)
      return true;
  return false;
}

static bool complain(const char *option, const char *why) {
  fprintf(stderr, "vouch: error: `%s` has no effect here: %s\n", option, why);
  return false;
}

// What only one way of choosing predicates looks at.
static bool minimise_is_used(const struct options *options) {
  static const char *const names[] = {"--max-subsets", "--max-eliminating"};
  enum { PAPER = 1 }; // of --minimise
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (options_given(options, names[i]) && options->minimise != PAPER)
      return complain(names[i], "it is about --minimise=paper");
  return true;
}

// What is about classes of places of threads, and what is not.
static bool control_is_used(const struct options *options, const char *kind) {
  static const char *const names[] = {"--prefer", "--batch"};
  enum { OF_SYSTEMS = 3 }; // the last of --abstraction that is
  bool is_given = options_given(options, "--abstraction");
  bool is_of_control = options->abstraction > OF_SYSTEMS;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (options_given(options, names[i]) && !options->control)
      return complain(names[i], "it is about --control");
  if (is_given && is_of_control && !options->control)
    return complain("--abstraction", "joint and cartesian are about --control");
  if (is_given && !is_of_control && strcmp(kind, "spec"))
    return complain("--abstraction", of_spec);
  return true;
}

bool options_have_effect(const struct options *options, const char *command,
                         const char *kind) {
  for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
    if (!strcmp(uses[i].command, command) &&
        options_given(options, uses[i].option) &&
        !has_word(uses[i].kinds, kind))
      return complain(uses[i].option, uses[i].why);
  return minimise_is_used(options) &&
         (strcmp(command, "check") || control_is_used(options, kind));
}
