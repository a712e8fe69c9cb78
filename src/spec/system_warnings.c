// What is worth a second look in a system: actions and globals that its
// components share otherwise than the user may expect.
//
// One warning for each kind and system, however many actions it is about. Some
// need no check; what components share is known when a check has decided it.
#include <string.h>

#include "spec/internal.h"

enum { MOST_NAMED = 5 }; // in one message

// A list in a message: 'a', 'b' and 7 more.
struct listing {
  struct strbuf text;
  uint32_t count;
};

static void list(struct listing *listing, const char *what, const char *who) {
  if (listing->count++ >= MOST_NAMED)
    return;
  strbuf_format(&listing->text, "%s'%s'%s%s%s", listing->count > 1 ? ", " : "",
                what, who ? " (" : "", who ? who : "", who ? ")" : "");
}

static const char *listed(struct listing *listing) {
  if (listing->count > MOST_NAMED)
    strbuf_format(&listing->text, " and %u more", listing->count - MOST_NAMED);
  return strbuf_text(&listing->text);
}

static const char *text_of(const struct spec *spec, uint32_t action) {
  return action_text(spec->actions, (struct action){action});
}

static const char *name_of(const struct spec *spec,
                           const struct spec_component *component) {
  return name_text(spec->names, component->name);
}

// ---- Who has an action ------------------------------------------------------

// By component: as it is in the text, or as a check found it.
struct alphabets {
  const struct spec_system *system;
  const struct bitset *const *decided; // or null
};

static const struct bitset *alphabet_at(const struct alphabets *alphabets,
                                        uint32_t i) {
  return alphabets->decided ? alphabets->decided[i]
                            : &alphabets->system->components.at[i].alphabet;
}

static uint32_t count_owners(const struct alphabets *alphabets,
                             uint32_t action) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < alphabets->system->components.count; i++)
    count += bitset_has(alphabet_at(alphabets, i), action);
  return count;
}

static void name_owners(const struct spec *spec,
                        const struct alphabets *alphabets, uint32_t action,
                        struct strbuf *into) {
  struct listing owners = {0};
  for (uint32_t i = 0; i < alphabets->system->components.count; i++)
    if (bitset_has(alphabet_at(alphabets, i), action))
      list(&owners, name_of(spec, &alphabets->system->components.at[i]), NULL);
  strbuf_add(into, listed(&owners));
  strbuf_release(&owners.text);
}

static void find_all(const struct alphabets *alphabets, struct bitset *all) {
  for (uint32_t i = 0; i < alphabets->system->components.count; i++)
    bitset_unite(all, alphabet_at(alphabets, i));
}

// ---- Never synchronised -----------------------------------------------------

// What is performed, and specifications of the system speak of, is meant to be
// seen, not to be shared.
static void find_specified(const struct spec *spec,
                           const struct spec_system *system,
                           struct bitset *into) {
  for (uint32_t i = 0; i < spec->checks.count; i++) {
    const struct spec_check *check = &spec->checks.at[i];
    if (check->subject == SUBJECT_SYSTEM &&
        &spec->systems.at[check->system] == system &&
        check->process != SPEC_NONE && spec->processes.at[check->process].lts)
      bitset_unite(into, &spec->processes.at[check->process].lts->alphabet);
  }
}

static void warn_alone(struct spec *spec, const struct spec_system *system) {
  struct bitset specified = {0};
  struct listing plain = {0}, named = {0};
  const struct spec_component *first = NULL;
  bool is_one = true;
  const struct alphabets alphabets = {.system = system};
  find_specified(spec, system, &specified);
  for (uint32_t i = 0; i < system->components.count; i++) {
    const struct spec_component *component = &system->components.at[i];
    BITSET_EACH (a, &component->alphabet) {
      bool is_seen =
          bitset_has(&specified, a) && bitset_has(&component->performed, a);
      if (is_seen || count_owners(&alphabets, a) > 1)
        continue;
      is_one = is_one && (!first || first == component);
      first = first ? first : component;
      list(&plain, text_of(spec, a), NULL);
      list(&named, text_of(spec, a), name_of(spec, component));
    }
  }
  if (first && is_one)
    diag_report(spec->diag, SEVERITY_WARNING, first->syntax->position,
                "only component '%s' has %s: never synchronised",
                name_of(spec, first), listed(&plain));
  else if (first)
    diag_report(spec->diag, SEVERITY_WARNING, first->syntax->position,
                "only one component has %s: never synchronised",
                listed(&named));
  bitset_release(&specified);
  strbuf_release(&plain.text);
  strbuf_release(&named.text);
}

// ---- Shared by many ---------------------------------------------------------

static void warn_many(struct spec *spec, const struct alphabets *alphabets) {
  struct bitset all = {0};
  struct listing many = {0};
  find_all(alphabets, &all);
  BITSET_EACH (a, &all) {
    if (count_owners(alphabets, a) < 3)
      continue;
    struct strbuf owners = {0};
    name_owners(spec, alphabets, a, &owners);
    list(&many, text_of(spec, a), strbuf_text(&owners));
    strbuf_release(&owners);
  }
  if (many.count) {
    diag_report(spec->diag, SEVERITY_WARNING, alphabets->system->item->position,
                "three or more components share %s: it happens only when all "
                "of them perform it",
                listed(&many));
    diag_hint(spec->diag, "for pairs of partners give it a name for each; "
                          "`f() - {a}` does not take part");
  }
  bitset_release(&all);
  strbuf_release(&many.text);
}

// ---- Blocked ----------------------------------------------------------------

static void warn_blocked(struct spec *spec, const struct spec_system *system) {
  struct listing blocked = {0};
  const struct alphabets alphabets = {.system = system};
  for (uint32_t i = 0; i < system->components.count; i++) {
    const struct spec_component *component = &system->components.at[i];
    BITSET_EACH (a, &component->given)
      if (!bitset_has(&component->performed, a) &&
          count_owners(&alphabets, a) > 1)
        list(&blocked, text_of(spec, a), name_of(spec, component));
  }
  if (blocked.count)
    diag_report(spec->diag, SEVERITY_WARNING, system->item->position,
                "blocked for ever by `+ {..}` of a component that never "
                "performs it: %s",
                listed(&blocked));
  strbuf_release(&blocked.text);
}

// ---- Forbidden, and shared --------------------------------------------------

static bool is_event(const struct spec *spec, uint32_t action) {
  for (uint32_t i = 0; i < spec->events.count; i++)
    if (spec->events.at[i].action.id == action)
      return true;
  return false;
}

// An event tells of something; that it must not happen is to be seen in every
// component, not only where all of them come to it together.
static void warn_forbidden(struct spec *spec, const struct spec_check *check,
                           const struct alphabets *alphabets) {
  const struct lts *lts = spec->processes.at[check->process].lts;
  BITSET_EACH (a, &lts->alphabet) {
    if (!is_event(spec, a) || lts_ever_allows(lts, a) ||
        count_owners(alphabets, a) < 2)
      continue;
    struct strbuf owners = {0};
    name_owners(spec, alphabets, a, &owners);
    diag_report(spec->diag, SEVERITY_WARNING,
                check->item->check.against_position,
                "'%s' is forbidden, and %s share it: it happens only when all "
                "of them perform it",
                text_of(spec, a), strbuf_text(&owners));
    const char *first = strbuf_text(&owners) + 1;
    diag_hint(spec->diag,
              "to forbid it of each: `- {%s}` in the system, and `%.*s.%s`",
              text_of(spec, a), (int)strcspn(first, "'"), first,
              text_of(spec, a));
    strbuf_release(&owners);
  }
}

// ---- Apart from the others --------------------------------------------------

// Does the specification name what the component does apart?
static bool has_own_name(const struct spec *spec,
                         const struct spec_system *system,
                         const struct lts *lts, uint32_t component,
                         uint32_t action) {
  BITSET_EACH (a, &lts->alphabet) {
    uint32_t found;
    struct action inner;
    if (spec_component_event(spec, system, (struct action){a}, &found,
                             &inner) &&
        found == component && inner.id == action)
      return true;
  }
  return false;
}

// What is taken out of an alphabet is not seen under the action's name.
static void warn_unseen(struct spec *spec, const struct spec_check *check) {
  const struct spec_system *system = &spec->systems.at[check->system];
  const struct lts *lts = spec->processes.at[check->process].lts;
  for (uint32_t i = 0; i < system->components.count; i++) {
    const struct spec_component *component = &system->components.at[i];
    BITSET_EACH (a, &lts->alphabet)
      if (bitset_has(&component->performed, a) &&
          !bitset_has(&component->alphabet, a) &&
          !has_own_name(spec, system, lts, i, a))
        diag_report(spec->diag, SEVERITY_WARNING,
                    check->item->check.against_position,
                    "'%s' of component '%s' is not seen here: it is not in its "
                    "alphabet; '%s.%s' names it",
                    text_of(spec, a), name_of(spec, component),
                    name_of(spec, component), text_of(spec, a));
  }
}

// Two names of an action that is performed together.
static void warn_same(struct spec *spec, const struct spec_check *check) {
  const struct spec_system *system = &spec->systems.at[check->system];
  const struct lts *lts = spec->processes.at[check->process].lts;
  struct bitset named = {0};
  bitset_copy(&named, &lts->alphabet);
  BITSET_EACH (a, &lts->alphabet) {
    uint32_t component;
    struct action inner;
    if (spec_component_event(spec, system, (struct action){a}, &component,
                             &inner) &&
        bitset_has(&system->components.at[component].alphabet, inner.id) &&
        !bitset_add(&named, inner.id))
      diag_report(spec->diag, SEVERITY_WARNING,
                  check->item->check.against_position,
                  "'%s' is '%s' under another name, which all who share it "
                  "perform together",
                  text_of(spec, a), text_of(spec, inner.id));
  }
  bitset_release(&named);
}

// ---- Operators --------------------------------------------------------------

static void warn_operators(struct spec *spec,
                           const struct spec_component *component) {
  struct bitset known = {0};
  bitset_copy(&known, &component->mentioned);
  bitset_unite(&known, &component->given);
  for (uint32_t i = 0; i < component->syntax->ops.count; i++) {
    const struct op_syntax *op = &component->syntax->ops.at[i];
    struct bitset actions = {0};
    struct listing missing = {0};
    elaborate_actions(spec, &op->actions, &actions);
    bitset_subtract(&actions, &known);
    for (uint32_t a = bitset_next(&actions, 0);
         op->kind != OPS_EXTEND && a != UINT32_MAX;
         a = bitset_next(&actions, a + 1))
      list(&missing, text_of(spec, a), NULL);
    if (missing.count)
      diag_report(spec->diag, SEVERITY_WARNING, op->position,
                  "component '%s' does not have %s", name_of(spec, component),
                  listed(&missing));
    bitset_release(&actions);
    strbuf_release(&missing.text);
  }
  bitset_release(&known);
}

// ---- Globals ----------------------------------------------------------------

struct usage {
  struct bitset used, written; // variables that are globals, or their addresses
};

static bool is_shared_kind(const struct program *program,
                           struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  if (info->kind == VARIABLE_GLOBAL)
    return !info->is_fixed && !info->is_hidden;
  if (info->kind != VARIABLE_ADDRESS)
    return false;
  const struct object_info *object = program_object(program, info->object);
  return object->kind == OBJECT_GLOBAL && !object->is_constant &&
         !object->is_fixed && !object->is_hidden;
}

static void add_mentioned(const struct program *program,
                          const struct term *terms, uint32_t count,
                          struct bitset *into) {
  struct variable_vec variables = {0};
  program_variables_in(program, terms, count, &variables);
  for (uint32_t i = 0; i < variables.count; i++)
    if (is_shared_kind(program, variables.at[i]))
      bitset_add(into, variables.at[i].id);
  variable_vec_release(&variables);
}

static bool writes_memory(const struct operation *op) {
  return op->kind == OPERATION_STORE || op->kind == OPERATION_UPDATE ||
         op->kind == OPERATION_COPY || op->kind == OPERATION_FILL;
}

static void look_at(const struct program *program, const struct operation *op,
                    struct usage *usage) {
  struct term_vec terms = {0};
  struct variable_vec targets = {0};
  operation_terms(op, &terms);
  operation_targets(op, &targets);
  add_mentioned(program, terms.at, terms.count, &usage->used);
  if (writes_memory(op))
    add_mentioned(program, terms.at, terms.count, &usage->written);
  for (uint32_t i = 0; i < targets.count; i++)
    if (is_shared_kind(program, targets.at[i])) {
      bitset_add(&usage->used, targets.at[i].id);
      bitset_add(&usage->written, targets.at[i].id);
    }
  term_vec_release(&terms);
  variable_vec_release(&targets);
}

static void find_usage(const struct spec *spec,
                       const struct spec_component *component,
                       struct usage *usage) {
  const struct bitset *bodies = &component->bodies;
  BITSET_EACH (p, bodies) {
    const struct procedure *procedure = spec->program->procedures.at[p];
    for (uint32_t i = 1; i < procedure->edges.count; i++)
      look_at(spec->program, &procedure->edges.at[i].op, usage);
  }
}

static const char *global_name(const struct spec *spec, uint32_t variable) {
  const struct variable_info *info =
      program_variable(spec->program, (struct variable){variable});
  return name_text(spec->names,
                   info->kind == VARIABLE_ADDRESS
                       ? program_object(spec->program, info->object)->name
                       : info->name);
}

// Those that several use, and one of them writes.
static void find_common(const struct spec *spec,
                        const struct spec_system *system,
                        struct bitset *common) {
  struct bitset some = {0}, written = {0};
  for (uint32_t i = 0; i < system->components.count; i++) {
    struct usage usage = {0};
    find_usage(spec, &system->components.at[i], &usage);
    bitset_unite(&written, &usage.written);
    struct bitset both = {0};
    bitset_copy(&both, &usage.used);
    bitset_intersect(&both, &some);
    bitset_unite(common, &both);
    bitset_unite(&some, &usage.used);
    bitset_release(&both);
    bitset_release(&usage.used);
    bitset_release(&usage.written);
  }
  bitset_intersect(common, &written);
  bitset_release(&some);
  bitset_release(&written);
}

static void warn_globals(struct spec *spec, const struct spec_system *system) {
  struct bitset common = {0};
  struct listing globals = {0};
  find_common(spec, system, &common);
  BITSET_EACH (v, &common)
    list(&globals, global_name(spec, v), NULL);
  if (globals.count)
    diag_report(spec->diag, SEVERITY_WARNING, system->item->position,
                "several components use %s: each has a copy of its own",
                listed(&globals));
  bitset_release(&common);
  strbuf_release(&globals.text);
}

// ---- Requirements -----------------------------------------------------------

static bool has_memory(const struct spec_proc *proc, struct position *where) {
  for (uint32_t i = 0; i < proc->requirements.count; i++)
    if (!term_is_none(proc->requirements.at[i].address)) {
      *where = proc->requirements.at[i].position;
      return true;
    }
  return false;
}

static void warn_requirements(struct spec *spec,
                              const struct spec_system *system) {
  for (uint32_t i = 0; i < system->components.count; i++) {
    const struct spec_component *component = &system->components.at[i];
    const struct spec_proc *proc =
        spec_contract_of(spec, component->procedure);
    bool is_told = false;
    for (uint32_t k = 0; k < i; k++)
      is_told |= system->components.at[k].procedure.id ==
                 component->procedure.id;
    if (!proc || !proc->requirements.count || is_told)
      continue;
    diag_report(spec->diag, SEVERITY_WARNING,
                component->syntax->function_position,
                "what '%s' requires is not assumed of a component",
                name_text(spec->names, proc->name));
    diag_hint(spec->diag, "say it with `when`");
  }
}

// Whatever it is that calls the function.
static void warn_memory(struct spec *spec) {
  struct position where;
  for (uint32_t i = 0; i < spec->procs.count; i++)
    if (has_memory(&spec->procs.at[i], &where)) {
      diag_report(spec->diag, SEVERITY_WARNING, where,
                  "what is required of memory is not checked in systems");
      return;
    }
}

// ---- All --------------------------------------------------------------------

static void warn_check(struct spec *spec, const struct spec_check *check) {
  warn_unseen(spec, check);
  warn_same(spec, check);
}

void system_warnings(struct spec *spec) {
  for (uint32_t i = 0; i < spec->systems.count; i++) {
    const struct spec_system *system = &spec->systems.at[i];
    for (uint32_t k = 0; k < system->components.count; k++)
      warn_operators(spec, &system->components.at[k]);
    warn_requirements(spec, system);
    if (system->components.count < 2)
      continue;
    warn_alone(spec, system);
    warn_blocked(spec, system);
    warn_globals(spec, system);
  }
  if (spec->systems.count)
    warn_memory(spec);
  for (uint32_t i = 0; i < spec->checks.count; i++) {
    const struct spec_check *check = &spec->checks.at[i];
    if (check->subject == SUBJECT_SYSTEM && check->process != SPEC_NONE &&
        spec->processes.at[check->process].lts)
      warn_check(spec, check);
  }
}

void spec_report_sharing(struct spec *spec, const struct spec_check *check,
                         const struct bitset *const *decided) {
  struct spec_system *system = &spec->systems.at[check->system];
  const struct alphabets alphabets = {system, decided};
  if (!system->is_reported)
    warn_many(spec, &alphabets);
  system->is_reported = true;
  if (check->process != SPEC_NONE && spec->processes.at[check->process].lts)
    warn_forbidden(spec, check, &alphabets);
}
