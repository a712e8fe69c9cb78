#include "check/ledger_entries.h"

#include <string.h>

#include "abstraction/effect.h"
#include "check/attributes.h"
#include "check/exclusion.h"
#include "check/recall.h"
#include "check/results.h"
#include "check/usual.h"
#include "library/routine.h"
#include "memory/unseen.h"

enum { SHOWN_NAMES = 8 };

struct writing {
  struct ledger *ledger;
  const struct ledger_facts *facts;
  const struct component *component;
  struct program *program;
};

static void add(struct writing *writing, enum ledger_section section,
                const char *text) {
  ledger_add(writing->ledger, writing->program->names, section, text);
}

static void add_and_release(struct writing *writing,
                            enum ledger_section section, struct strbuf *text) {
  add(writing, section, strbuf_text(text));
  strbuf_release(text);
}

// Checked

static uint32_t count_kind(const struct component *component,
                           enum target_kind kind) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < component->targets.count; i++)
    count += component->targets.at[i].kind == kind;
  return count;
}

static void add_checked(struct writing *writing, enum target_kind kind,
                        const char *what) {
  struct strbuf text = {0};
  uint32_t count = count_kind(writing->component, kind);
  strbuf_format(&text, "%s (%u place%s)", what, count, count == 1 ? "" : "s");
  add_and_release(writing, LEDGER_CHECKED, &text);
}

static void add_calls(struct writing *writing) {
  const struct target_rules *rules = &writing->facts->options->rules;
  struct strbuf text = {0};
  if (rules->error_function)
    strbuf_format(&text, "no call of %s", rules->error_function);
  else
    strbuf_add(&text, "assertions and error functions");
  add_checked(writing, TARGET_CALL, strbuf_text(&text));
  strbuf_release(&text);
}

static void add_properties(struct writing *writing) {
  const struct target_rules *rules = &writing->facts->options->rules;
  struct strbuf text = {0};
  bool is_termination = writing->facts->is_termination;
  if (is_termination)
    add(writing, LEDGER_CHECKED, "every execution ends");
  else if (rules->checks_calls)
    add_calls(writing);
  if (rules->label) {
    strbuf_format(&text, "label %s is not reached", rules->label);
    add_checked(writing, TARGET_LABEL, strbuf_text(&text));
    strbuf_release(&text);
  }
  if (rules->checks_overflow)
    add_checked(writing, TARGET_OVERFLOW, "no signed overflow, no bad shift");
  if (rules->checks_div0)
    add_checked(writing, TARGET_DIV0, "no division by zero");
  if (rules->checks_deref)
    add_checked(writing, TARGET_DEREF, "every access to memory is valid");
  if (rules->checks_leaks)
    add_checked(writing, TARGET_LEAK,
                "blocks that are allocated are freed, returned or handed on");
  if (rules->checks_lost)
    add_checked(writing, TARGET_LOST,
                "blocks that the function is given or allocates are not lost, "
                "by runs from drawn states");
  if (rules->checks_free)
    add_checked(writing, TARGET_FREE,
                "only what was allocated is freed, and once");
  if (rules->leaks == LEAKS_TRACKED)
    add_checked(writing, TARGET_TRACKED, "no memory of the heap is lost");
  if (rules->leaks == LEAKS_FREED)
    add_checked(writing, TARGET_FREED,
                "memory of the heap is freed before the program ends");
  if (rules->checks_races)
    add_checked(writing, TARGET_RACE, "no data race");
  if (rules->checks_deadlock)
    add_checked(writing, TARGET_DEADLOCK, "no deadlock");
  if (count_kind(writing->component, TARGET_REQUIREMENT))
    add_checked(writing, TARGET_REQUIREMENT, "what called functions require");
  if (!rules->checks_calls || is_termination)
    add(writing, LEDGER_NOT_CHECKED, "assertions and error functions");
  if (!rules->checks_overflow)
    add(writing, LEDGER_NOT_CHECKED, "signed overflow (--overflow)");
  if (!rules->checks_div0)
    add(writing, LEDGER_NOT_CHECKED, "division by zero (--div0)");
  if (!rules->checks_deref)
    add(writing, LEDGER_NOT_CHECKED, "invalid memory accesses (--deref)");
  if (!rules->checks_races && writing->facts->options->threaded)
    add(writing, LEDGER_NOT_CHECKED, "data races (--races)");
  if (!rules->checks_deadlock && writing->facts->options->threaded)
    add(writing, LEDGER_NOT_CHECKED, "deadlocks (--deadlock)");
  if (!rules->checks_leaks)
    add(writing, LEDGER_NOT_CHECKED, "leaks (--leaks)");
  else
    add(writing, LEDGER_NOT_CHECKED,
        "leaks of blocks whose address was stored, or passed to a function "
        "without a body");
  if (!rules->checks_free && !rules->checks_deref)
    add(writing, LEDGER_NOT_CHECKED, "invalid frees (--free)");
  if (!rules->leaks)
    add(writing, LEDGER_NOT_CHECKED,
        "memory that is left (--memtrack, --cleanup)");
  if (!is_termination)
    add(writing, LEDGER_NOT_CHECKED, "termination (--termination)");
}

// What the edges of the component are taken to do

// Names in the order in which they were first met.
static void tally_add(struct name_vec *tally, struct name name) {
  for (uint32_t i = 0; i < tally->count; i++)
    if (name_equal(tally->at[i], name))
      return;
  name_vec_push(tally, name);
}

struct tallies {
  struct name_vec pure;    // externals that change nothing
  struct name_vec writing; // those that change what their arguments point to
  struct name_vec trusted; // routines whose arguments were not looked at
  struct name_vec wild;    // externals that change what they can reach
  struct name_vec led;     // that change what their arguments lead to
  struct name_vec quiet;   // that change nothing, as was said
  struct name_vec ending;  // calls that do not return
  struct name_vec unseen;  // calls through pointers from outside
  struct name_vec unmodelled;
  uint32_t memory;        // accesses
  uint32_t uninitialised; // havocs
  uint32_t assembly;      // the same, of its results
};

// What a function without a body was taken to change.
static struct name_vec *tally_of(struct tallies *tallies,
                                 const struct program *program,
                                 const struct procedure *callee, bool is_task) {
  struct routine routine =
      routine_find(name_text(program->names, callee->name));
  if (callee->outside == OUTSIDE_LED)
    return &tallies->led;
  if (callee->outside == OUTSIDE_LISTED)
    return &tallies->quiet;
  if (!routine_is_pure(&routine))
    return is_task ? &tallies->pure : &tallies->wild;
  return routine_writes_memory(&routine) ? &tallies->writing : &tallies->pure;
}

// As the program calls it.
static struct name plain_name(const struct program *program,
                              const struct procedure *callee) {
  const char *name = name_text(program->names, callee->name);
  const char *end = is_assumed(callee) ? strrchr(name, '@') : NULL;
  return end ? intern_bytes(program->names, name, (size_t)(end - name))
             : callee->name;
}

static void tally_call(struct tallies *tallies, const struct writing *writing,
                       const struct edge *edge, const struct effect *effect) {
  const struct program *program = writing->program;
  if (!edge->op.call.callee.id ||
      target_kind_of_edge(&writing->facts->options->rules, program, edge))
    return;
  const struct procedure *called =
      program_procedure(program, edge->op.call.callee);
  if (is_assumed(called) && !unseen_is_described(called))
    return; // what it does is said of its abstraction
  if (called->kind == PROCEDURE_UNSEEN || called->recalls.id)
    return; // has been counted, or has a line of its own
  struct name callee = called->name;
  const char *name = name_text(program->names, callee);
  if (routine_is_own(name))
    return; // belongs to another
  struct routine routine = routine_find(name);
  if (!writing->facts->options->rules.checks_deref && routine_follows(&routine))
    tally_add(&tallies->trusted, callee);
  if (effect->kind == EFFECT_ENDS)
    tally_add(&tallies->ending, callee);
  else if (effect->kind == EFFECT_STEP)
    tally_add(
        tally_of(tallies, program, called, writing->facts->options->is_task),
        plain_name(program, called));
}

// Counts whether it has influence or not: it might have performed an action.
static void tally_unseen(struct name_vec *tally, const struct writing *writing,
                         const struct edge *edge) {
  const struct program *program = writing->program;
  if (edge->op.kind != OPERATION_CALL || !edge->op.call.callee.id)
    return;
  if (program_procedure(program, edge->op.call.callee)->kind ==
      PROCEDURE_UNSEEN)
    tally_add(tally, intern(program->names, UNSEEN_CALL));
}

// What was said of it may be why it has no influence.
static bool is_described(const struct writing *writing,
                         const struct edge *edge) {
  return edge->op.kind == OPERATION_CALL && edge->op.call.callee.id &&
         unseen_is_described(
             program_procedure(writing->program, edge->op.call.callee));
}

static bool is_assembly(const struct program *program,
                        const struct operation *op) {
  return op->havoc.origin == ORIGIN_APPROXIMATION &&
         !strcmp(name_text(program->names, op->havoc.what), OF_ASSEMBLY);
}

static void tally_edge(struct tallies *tallies, const struct writing *writing,
                       const struct edge *edge, const struct effect *effect) {
  bool is_cut =
      edge->op.kind == OPERATION_UNSUPPORTED && edge->op.unsupported.is_cut;
  if (effect->kind == EFFECT_UNSUPPORTED && !is_cut)
    tally_add(&tallies->unmodelled, effect->what);
  switch (edge->op.kind) {
  case OPERATION_CALL: tally_call(tallies, writing, edge, effect); break;
  case OPERATION_LOAD:
  case OPERATION_UPDATE:
  case OPERATION_ALLOCATE:
  case OPERATION_STORE: tallies->memory++; break;
  case OPERATION_HAVOC:
    tallies->uninitialised += edge->op.havoc.origin == ORIGIN_UNINITIALISED;
    tallies->assembly += is_assembly(writing->program, &edge->op);
    break;
  default: break;
  }
}

static void add_tally(struct writing *writing, enum ledger_section section,
                      struct name_vec *tally, const char *before,
                      const char *after) {
  ledger_add_names(writing->ledger, writing->program->names, section, before,
                   tally, after);
  name_vec_release(tally);
}

// So many of them at most.
static void print_some_places(const struct program *program,
                              const struct exclusion_vec *excluded,
                              uint32_t most, struct strbuf *out) {
  for (uint32_t i = 0; i < excluded->count && i < most; i++) {
    strbuf_add(out, i ? ", " : " (");
    position_print(program->names, excluded->at[i].position, out);
  }
  if (excluded->count > most)
    strbuf_format(out, " and %u more", excluded->count - most);
  strbuf_char(out, ')');
}

static void print_places(const struct program *program,
                         const struct exclusion_vec *excluded,
                         struct strbuf *out) {
  print_some_places(program, excluded, SHOWN_NAMES, out);
}

static void add_excluded(struct writing *writing) {
  struct program *program = writing->program;
  struct exclusion_vec excluded = {0};
  struct name_vec reasons = {0};
  exclusions_find(writing->component, &writing->facts->options->rules,
                  &excluded);
  for (uint32_t i = 0; i < excluded.count; i++)
    tally_add(&reasons,
              intern(program->names, undefined_text(excluded.at[i].reason)));
  struct strbuf before = {0}, after = {0};
  strbuf_format(&before,
                "no undefined behaviour at %u place%s: ", excluded.count,
                excluded.count == 1 ? "" : "s");
  print_places(program, &excluded, &after);
  add_tally(writing, LEDGER_ASSUMED, &reasons, strbuf_text(&before),
            strbuf_text(&after));
  strbuf_release(&before);
  strbuf_release(&after);
  exclusion_vec_release(&excluded);
}

// The globals that all functions without a body change, as was said: ", `a`".
static void list_common(const struct program *program, struct strbuf *out) {
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (program->variables.at[i].is_listed)
      strbuf_format(out, ", `%s`",
                    name_text(program->names, program->variables.at[i].name));
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (program->objects.at[i].is_listed)
      strbuf_format(out, ", `%s`",
                    name_text(program->names, program->objects.at[i].name));
}

// Those of which it was said what they change.
static void add_described(struct writing *writing, struct tallies *tallies) {
  const struct unseen *unseen = &writing->program->unseen;
  const char *who = unseen->is_specified             ? "`assume others`"
                    : unseen->kind == UNSEEN_NOTHING ? "--unseen=nothing"
                                                     : "--unseen=arguments";
  struct strbuf common = {0}, text = {0};
  list_common(writing->program, &common);
  strbuf_format(&text,
                ": no body; returns anything, changes what its arguments lead "
                "to%s and nothing else (%s)",
                strbuf_text(&common), who);
  add_tally(writing, LEDGER_ASSUMED, &tallies->led, "", strbuf_text(&text));
  strbuf_clear(&text);
  strbuf_format(&text, ": no body; returns anything, changes %s%s (%s)",
                common.length ? "only " : "nothing",
                common.length ? strbuf_text(&common) + 2 : "", who);
  add_tally(writing, LEDGER_ASSUMED, &tallies->quiet, "", strbuf_text(&text));
  strbuf_release(&common);
  strbuf_release(&text);
}

static bool has_tame_assembly(const struct program *program) {
  for (uint32_t i = 0; i < program->limitations.count; i++)
    if (!strcmp(name_text(program->names, program->limitations.at[i].what),
                TAME_ASSEMBLY))
      return true;
  return false;
}

static void add_edges(struct writing *writing) {
  const struct component *component = writing->component;
  struct tallies tallies = {0};
  if (!component->effects)
    return;
  for (uint32_t i = 1; i < component->procedure->edges.count; i++) {
    const struct edge *edge = &component->procedure->edges.at[i];
    tally_unseen(&tallies.unseen, writing, edge);
    if (bitset_has(&component->slice.edges, i) || is_described(writing, edge))
      tally_edge(&tallies, writing, edge, &component->effects->at[i]);
  }
  add_excluded(writing);
  add_tally(writing, LEDGER_ASSUMED, &tallies.trusted, "",
            ": called with arguments that C allows (--deref)");
  add_tally(writing, LEDGER_ASSUMED, &tallies.pure, "",
            ": no body; returns anything, changes no variable");
  add_tally(writing, LEDGER_ASSUMED, &tallies.writing, "",
            ": no body; returns anything, writes what its arguments point to "
            "and changes nothing else");
  add_tally(writing, LEDGER_ASSUMED, &tallies.wild, "",
            ": no body; returns anything, may change what it can reach "
            "(--unseen)");
  add_described(writing, &tallies);
  add_tally(writing, LEDGER_ASSUMED, &tallies.unseen, "",
            writing->program->unseen.kind == UNSEEN_ANYTHING
                ? " that came from outside: returns anything, may change what "
                  "it can reach, performs no action"
                : " that came from outside: like a function without a body; "
                  "performs no action");
  add_tally(writing, LEDGER_ASSUMED, &tallies.ending, "", ": does not return");
  if (tallies.memory)
    add(writing, LEDGER_DEFAULTED,
        "memory is not tracked: what is loaded has any value");
  if (tallies.uninitialised)
    add(writing, LEDGER_DEFAULTED, "uninitialised variables have any value");
  if (tallies.assembly)
    add(writing, LEDGER_DEFAULTED,
        "inline assembly is not read: what it gives has any value");
  if (has_tame_assembly(writing->program))
    add(writing, LEDGER_ASSUMED,
        "inline assembly that may write memory writes its outputs only "
        "(--unseen=nothing)");
  add_tally(writing, LEDGER_NOT_CHECKED, &tallies.unmodelled,
            "what happens after: ", "");
}

// What a specification asks for and rests on.

static void list_actions(const struct spec *spec, const struct bitset *actions,
                         struct strbuf *out) {
  uint32_t shown = 0;
  BITSET_EACH (a, actions) {
    if (shown++ >= SHOWN_NAMES)
      continue;
    strbuf_format(out, "%s%s", shown > 1 ? ", " : "",
                  action_text(spec->actions, (struct action){a}));
  }
  if (shown > SHOWN_NAMES)
    strbuf_format(out, " and %u more", shown - SHOWN_NAMES);
}

static void add_claim(struct writing *writing,
                      const struct conformance *conformance) {
  struct strbuf text = {0};
  conformance_print(conformance->spec, conformance->check, &text);
  add_and_release(writing, LEDGER_CHECKED, &text);
  text = (struct strbuf){0};
  if (bitset_count(&conformance->check->ignored)) {
    strbuf_add(&text, "actions outside the alphabet are ignored: ");
    list_actions(conformance->spec, &conformance->check->ignored, &text);
    add_and_release(writing, LEDGER_DEFAULTED, &text);
  }
}

static void add_abstractions(struct writing *writing,
                             const struct conformance *conformance) {
  struct spec *spec = conformance->spec;
  struct name_vec assumed = {0}, owed = {0};
  for (uint32_t i = 0; i < spec->procs.count; i++) {
    const struct spec_proc *proc = &spec->procs.at[i];
    if (!bitset_has(&conformance->weaving.assumed, proc->procedure.id))
      continue;
    tally_add(proc->is_assumed ? &assumed : &owed, proc->name);
  }
  add_tally(writing, LEDGER_ASSUMED, &assumed, "the abstractions of ", "");
  add_tally(writing, LEDGER_ASSUMED, &owed, "the abstractions of ",
            ", to be proved by `check` of each");
}

// What the function is started with.
static void add_required(struct writing *writing,
                         const struct conformance *conformance) {
  const struct spec *spec = conformance->spec;
  const struct spec_proc *proc =
      spec_contract_of(spec, conformance->check->procedure);
  struct strbuf text = {0};
  bool has_size = false;
  if (!conformance->weaving.required.id || !proc)
    return;
  strbuf_format(&text, "at the start, what %s requires: ",
                name_text(spec->names, proc->name));
  for (uint32_t i = 0; i < proc->requirements.count; i++) {
    strbuf_format(&text, "%s%s", i ? "; " : "",
                  name_text(spec->names, proc->requirements.at[i].text));
    has_size |= proc->requirements.at[i].kind == REQUIRES_SIZE;
  }
  add_and_release(writing, LEDGER_ASSUMED, &text);
  text = (struct strbuf){0};
  strbuf_format(&text, "what is given at the start has at most %llu bytes",
                (unsigned long long)weave_largest_input(writing->program));
  if (has_size)
    add(writing, LEDGER_DEFAULTED, strbuf_text(&text));
  strbuf_release(&text);
}

static void add_specification(struct writing *writing) {
  const struct conformance *conformance = writing->facts->conformance;
  if (!conformance || !conformance->check)
    return;
  add_claim(writing, conformance);
  add_abstractions(writing, conformance);
  if (!position_is_known(conformance->check->item->position) &&
      conformance->spec->checks.count)
    add(writing, LEDGER_NOT_CHECKED,
        "the checks that the specification names (--function)");
  add_required(writing, conformance);
}

static void add_slice(struct writing *writing) {
  const struct component *component = writing->component;
  if (!component->effects)
    return;
  const struct slice *slice = &component->slice;
  struct strbuf text = {0};
  strbuf_format(
      &text,
      "left out: %u of %u variables and %u of %u edges, which have "
      "no influence",
      slice->variable_count - slice->relevant_count, slice->variable_count,
      component->procedure->edges.count - 1 - bitset_count(&slice->edges),
      component->procedure->edges.count - 1);
  add_and_release(writing, LEDGER_DEFAULTED, &text);
}

static bool has_fixed(const struct program *program) {
  bool found = false;
  for (uint32_t i = 1; i < program->variables.count; i++)
    found |= program->variables.at[i].is_fixed;
  for (uint32_t i = 1; i < program->objects.count; i++)
    found |=
        program->objects.at[i].is_fixed && !program->objects.at[i].is_constant;
  return found;
}

static void add_volatile(struct writing *writing) {
  const struct volatile_accesses *all = &writing->program->volatile_accesses;
  if (all->reads)
    add(writing, LEDGER_DEFAULTED,
        all->are_inputs
            ? "each read of a volatile object gives any value "
              "(--volatile=memory: what the program wrote)"
            : "volatile objects change only when the program changes them "
              "(--volatile=device: at any time)");
  if (all->own && all->are_inputs)
    add(writing, LEDGER_DEFAULTED,
        "volatile locals whose address is not taken change only when the "
        "program changes them");
  if (all->devices)
    add(writing, LEDGER_ASSUMED,
        "where a volatile access uses a number as an address there is a "
        "device, and nothing of the program's");
}

// What functions without a body return, if it is taken to be of the kind.
static void add_results(struct writing *writing, enum result_kind kind,
                        const char *what) {
  struct strbuf text = {0}, told = {0};
  const struct component_options *options = writing->facts->options;
  bool is_usual =
      writing->program->starting.is_usual && !options->starts_program;
  if (results_tell(writing->program, options->entry, is_usual, kind, &told)) {
    strbuf_format(&text, "%s: %s", what, strbuf_text(&told));
    add_and_release(writing, LEDGER_ASSUMED, &text);
  }
  strbuf_release(&told);
}

// What declarations say.
static void add_attributes(struct writing *writing) {
  const struct component_options *options = writing->facts->options;
  struct strbuf text = {0}, told = {0};
  if (!writing->program->starting.is_declared || options->is_task ||
      !options->entry.id)
    return;
  if (attributes_tell(writing->program, options, &told)) {
    strbuf_format(
        &text, "at the start, by the declaration of %s: %s",
        name_text(writing->program->names,
                  program_procedure(writing->program, options->entry)->name),
        strbuf_text(&told));
    add_and_release(writing, LEDGER_ASSUMED, &text);
  }
  strbuf_release(&told);
  add_results(writing, RESULT_NEW,
              "by their declarations, functions without a body give null or "
              "memory of their own");
  add_results(writing, RESULT_NONNULL,
              "by their declarations, functions without a body do not give "
              "null");
}

// Does a pointer at the start lead to more than its type says?
static bool has_derived(const struct component *component) {
  const struct derived_pair_vec *known =
      &component->behaviour->plain.removal.entry.derived.known;
  bool found = false;
  for (uint32_t i = 0; i < known->count && !found; i++)
    found = ctype_strip(component->program->types, known->at[i].whole).id !=
            known->at[i].base.id;
  return found;
}

static void add_usual(struct writing *writing) {
  struct strbuf text = {0}, told = {0};
  bool has_some =
      usual_tell(writing->program, writing->facts->options->entry, &told);
  if (has_some)
    strbuf_format(&text,
                  "at the start, as usual, where it is not null: %s "
                  "(--usual)",
                  strbuf_text(&told));
  else
    strbuf_add(&text, "--usual says nothing of the function: it is given no "
                      "strings and lengths, or may be called again");
  add_and_release(writing, has_some ? LEDGER_ASSUMED : LEDGER_DEFAULTED, &text);
  strbuf_release(&told);
  add_results(writing, RESULT_USUAL,
              "what functions without a body return is null or leads to an "
              "object of its own, a `char *` to a string that ends (--usual)");
  add_results(writing, RESULT_ROOM,
              "what functions without a body return that have `alloc` in their "
              "name is null or as many bytes as they are told, of its own "
              "(--usual)");
  add_results(writing, RESULT_NO_MARK,
              "what functions without a body return as `void *` is null or an "
              "address, no mark in the first or the last page (--usual)");
  if (!writing->program->starting.is_initial)
    add(writing, LEDGER_ASSUMED,
        "globals that begin with pointers to functions have their initial "
        "values at the start (--usual)");
  if (has_derived(writing->component))
    add(writing, LEDGER_ASSUMED,
        "pointers to what larger structures begin with lead to one of those "
        "(--usual)");
  text = (struct strbuf){0};
  if (writing->program->starting.most) {
    strbuf_format(&text, "what is given at the start has at most %llu bytes",
                  (unsigned long long)writing->program->starting.most);
    add_and_release(writing, LEDGER_DEFAULTED, &text);
  }
}

// Where an execution ends because callers did not see to something. All of
// them, for what is told is what they have to check.
static void add_seen_to(struct writing *writing) {
  struct program *program = writing->program;
  struct exclusion_vec places = {0};
  exclusions_required(writing->component, &places);
  if (places.count) {
    struct strbuf text = {0};
    strbuf_format(&text,
                  "callers see to what the function needs at %u place%s: "
                  "pointers that they give lead to memory with room for what "
                  "is done there, and assertions about what they give hold "
                  "(--required)",
                  places.count, places.count == 1 ? "" : "s");
    print_some_places(program, &places, UINT32_MAX, &text);
    add_and_release(writing, LEDGER_ASSUMED, &text);
  }
  exclusion_vec_release(&places);
}

// Functions whose calls inside of themselves were taken for calls by callers.
static void add_recalled(struct writing *writing) {
  struct name_vec names = {0};
  struct procedure_id_vec found = {0};
  recalls_of(writing->program, &found);
  for (uint32_t i = 0; i < found.count; i++)
    name_vec_push(&names,
                  program_procedure(writing->program, found.at[i])->name);
  procedure_id_vec_release(&found);
  ledger_add_names(writing->ledger, writing->program->names, LEDGER_ASSUMED,
                   "calls inside of themselves are given what callers have to "
                   "see to: ",
                   &names, " (--inner-calls)");
  name_vec_release(&names);
}

// Arrays whose length nobody says end somewhere: a proof is about those that
// are no larger.
static void add_largest(struct writing *writing) {
  const struct entry_state *entry =
      &writing->component->behaviour->plain.removal.entry;
  struct strbuf text = {0};
  uint64_t most = 0;
  for (uint32_t i = 0; i < entry->objects.count; i++) {
    const struct entry_object *object = &entry->objects.at[i];
    bool is_array = !object->has_size && !object->is_alone;
    if (is_array && object->most > object->least && object->most > most)
      most = object->most;
  }
  if (!most || writing->program->starting.most)
    return; // or it was said
  strbuf_format(&text,
                "what is given at the start has at most %llu bytes, where "
                "nothing says how many",
                (unsigned long long)most);
  add_and_release(writing, LEDGER_DEFAULTED, &text);
}

// The state in which a function other than main starts.
static void add_start(struct writing *writing) {
  const struct starting *starting = &writing->program->starting;
  if (starting->is_initial)
    add(writing, LEDGER_ASSUMED,
        "globals have their initial values at the start, but for those of "
        "other files (--globals=initial)");
  if (starting->is_nonnull)
    add(writing, LEDGER_ASSUMED,
        starting->is_required
            ? "pointers that are given at the start, and in what they lead to, "
              "are not null, but for those that lead back to the type of what "
              "they are in, or to functions (--nonnull)"
            : "pointers that are given at the start, and in what they lead to, "
              "are not null, but for those that lead back to the type of what "
              "they are in (--nonnull)");
  if (starting->is_usual)
    add_usual(writing);
  if (starting->is_required) {
    add_seen_to(writing);
    add_recalled(writing);
  }
  if (writing->component->behaviour->plain.removal.locks)
    add(writing, LEDGER_ASSUMED,
        "no other thread changes what the function uses while it runs, and "
        "locks are free to be taken");
  add(writing, LEDGER_DEFAULTED,
      starting->is_initial ? "parameters have any value at the start"
      : has_fixed(writing->program)
          ? "parameters and globals have any value at the start, but for "
            "static ones that nothing writes"
          : "parameters and globals have any value at the start");
  add(writing, LEDGER_DEFAULTED,
      starting->is_nonnull
          ? "pointers that are given at the start are to objects of their own"
          : "pointers at the start are null, initial, or to objects of their "
            "own");
  add_largest(writing);
}

static void add_defaults(struct writing *writing) {
  const struct ledger_facts *facts = writing->facts;
  struct strbuf text = {0};
  bool is_wide = writing->program->pointer_width == 64;
  strbuf_format(&text, "data model: %s%s", is_wide ? "LP64" : "ILP32",
                is_wide && !facts->model_is_given ? " (--32 for ILP32)" : "");
  add_and_release(writing, LEDGER_DEFAULTED, &text);
  if (!facts->options->rules.checks_overflow && !facts->is_termination)
    add(writing, LEDGER_DEFAULTED, "signed overflow wraps");
  add_volatile(writing);
  add_attributes(writing);
  if (!facts->options->starts_program)
    add_start(writing);
}

// What comparisons of addresses rest on.
static void add_gaps(struct writing *writing) {
  struct position gap = writing->component->behaviour->plain.removal.gap;
  struct strbuf text = {0};
  if (!position_is_known(gap))
    return;
  strbuf_add(&text, "objects have gaps between them: the end of one is not the "
                    "start of another (compared at ");
  position_print(writing->program->names, gap, &text);
  strbuf_add(&text, ")");
  add_and_release(writing, LEDGER_ASSUMED, &text);
}

// Functions whose calls are approximated.
static void add_kept(struct writing *writing) {
  const struct inline_part_vec *parts =
      &writing->component->behaviour->plain.inlining.parts;
  const struct program *program = writing->program;
  struct name_vec kept = {0};
  for (uint32_t i = 1; i < parts->count; i++)
    name_vec_push(&kept,
                  program_procedure(program, parts->at[i].procedure)->name);
  ledger_add_names(writing->ledger, program->names, LEDGER_DEFAULTED, "", &kept,
                   ": kept; a call does anything that it may do, and the body "
                   "is checked from any state that callers may give it");
  name_vec_release(&kept);
}

// Of the program as a whole, not of one function.
static void add_limitations(struct writing *writing) {
  const struct limitation_vec *all = &writing->program->limitations;
  for (uint32_t i = 0; i < all->count; i++)
    if (!all->at[i].procedure.id)
      add(writing, LEDGER_NOT_CHECKED,
          name_text(writing->program->names, all->at[i].what));
}

// Which body a name means.
static void add_bodies(struct writing *writing) {
  const struct program *program = writing->program;
  struct name_vec replaceable = {0}, absent = {0};
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    if (procedure->is_replaceable)
      name_vec_push(&replaceable, procedure->name);
    if (procedure->is_absent)
      name_vec_push(&absent, procedure->name);
  }
  ledger_add_names(writing->ledger, program->names, LEDGER_ASSUMED, "",
                   &replaceable,
                   ": weak or inline; no other definition takes its place");
  ledger_add_names(writing->ledger, program->names, LEDGER_ASSUMED, "", &absent,
                   ": weak, and defined nowhere");
  name_vec_release(&replaceable);
  name_vec_release(&absent);
}

void ledger_fill(struct ledger *ledger, const struct ledger_facts *facts) {
  struct writing writing = {.ledger = ledger,
                            .facts = facts,
                            .component = facts->component,
                            .program = facts->component->program};
  add_specification(&writing);
  add_properties(&writing);
  add_edges(&writing);
  add_gaps(&writing);
  add_bodies(&writing);
  add_kept(&writing);
  add_defaults(&writing);
  add_limitations(&writing);
  if (!facts->is_part)
    add_slice(&writing);
}

void ledger_add_recursion(struct ledger *ledger, struct interner *names,
                          const struct inline_result *inlined, bool is_proved) {
  if (!inlined->cuts)
    return;
  struct name text = intern_format(
      names,
      is_proved ? "recursion: never more than %u calls inside each other"
                : "recursion of more than %u calls inside each other "
                  "(--recursion)",
      inlined->depth);
  ledger_add(ledger, names, is_proved ? LEDGER_CHECKED : LEDGER_NOT_CHECKED,
             name_text(names, text));
}

void ledger_add_proof(struct ledger *ledger, struct interner *names,
                      bool is_rechecked, bool asks_cvc5) {
  const char *text = !is_rechecked ? "the proof itself (--check-proof)"
                     : asks_cvc5
                         ? "the proof: rechecked step by step by Z3 and "
                           "by cvc5"
                         : "the proof: rechecked step by step by Z3";
  ledger_add(ledger, names, is_rechecked ? LEDGER_CHECKED : LEDGER_NOT_CHECKED,
             text);
}
