#include "tactic/watch.h"

#include "base/map.h"
#include "tactic/watch_internal.h"
#include "term/variables.h"

HANDLE_MAP_DEFINE(translation, struct term, struct term);

static const struct term none = {0};

// ---- Terms without arrays ---------------------------------------------------

// What the array that the variable holds has at the index.
static struct term read(const struct watch *watch, struct term array,
                        struct term index) {
  struct term_table *terms = watch->program->terms;
  struct variable variable = program_variable_of(watch->program, array);
  struct term value = none;
  for (uint32_t i = 0; i < watch->elements.count; i++) {
    const struct element *element = &watch->elements.at[i];
    if (variable_equal(element->array, variable) &&
        term_equal(element->index, index))
      value = program_term(watch->program, element->holder);
  }
  for (uint32_t i = 0; i < watch->elements.count; i++) {
    const struct element *element = &watch->elements.at[i];
    if (!element->is_fixed || !variable_equal(element->array, variable))
      continue;
    struct term held = program_term(watch->program, element->holder);
    struct term is_it = term_eq(terms, index, element->index);
    if (term_is_true(terms, is_it))
      return held;
    if (!term_is_none(value))
      value = term_ite(terms, is_it, held, value);
  }
  return value;
}

static struct term choose(struct term_table *terms, struct term condition,
                          struct term first, struct term second) {
  if (term_is_none(condition))
    return none;
  if (term_is_true(terms, condition))
    return first;
  if (term_is_false(terms, condition))
    return second;
  return term_is_none(first) || term_is_none(second)
             ? none
             : term_ite(terms, condition, first, second);
}

struct term watch_element(const struct watch *watch, struct term array,
                          struct term index) {
  struct term_table *terms = watch->program->terms;
  struct term operands[3] = {{0}, {0}, {0}};
  for (uint32_t i = 0; i < term_arity(terms, array) && i < 3; i++)
    operands[i] = term_operand(terms, array, i);
  switch (term_op(terms, array)) {
  case OP_VAR: return read(watch, array, index);
  case OP_CONST_ARRAY: return watch_translate(watch, operands[0]);
  case OP_ITE:
    return choose(terms, watch_translate(watch, operands[0]),
                  watch_element(watch, operands[1], index),
                  watch_element(watch, operands[2], index));
  case OP_STORE: {
    struct term written = watch_translate(watch, operands[1]);
    struct term is_it =
        term_is_none(written) ? none : term_eq(terms, index, written);
    return choose(terms, is_it, watch_translate(watch, operands[2]),
                  watch_element(watch, operands[0], index));
  }
  default: return none;
  }
}

static struct term translate_part(const struct watch *watch, struct term part,
                                  struct translation *done) {
  struct term_table *terms = watch->program->terms;
  struct term_vec operands = {0};
  struct term result = none;
  if (sort_is_array(term_sort(terms, part)))
    return none;
  if (!term_arity(terms, part))
    return part;
  if (term_op(terms, part) == OP_SELECT) {
    struct term index = *translation_find(done, term_operand(terms, part, 1));
    return term_is_none(index)
               ? none
               : watch_element(watch, term_operand(terms, part, 0), index);
  }
  bool is_whole = true;
  for (uint32_t i = 0; i < term_arity(terms, part); i++) {
    term_vec_push(&operands,
                  *translation_find(done, term_operand(terms, part, i)));
    is_whole &= !term_is_none(operands.at[i]);
  }
  if (is_whole)
    result = term_rebuild(terms, part, operands.at);
  term_vec_release(&operands);
  return result;
}

struct term watch_translate(const struct watch *watch, struct term t) {
  struct term_vec parts = {0};
  struct translation done = {0};
  term_collect(watch->program->terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    translation_put(&done, parts.at[i],
                    translate_part(watch, parts.at[i], &done));
  struct term result = *translation_find(&done, t);
  translation_release(&done);
  term_vec_release(&parts);
  return result;
}

// What of a condition can be said; at worst, nothing.
static struct term translate_guard(const struct watch *watch,
                                   struct term guard) {
  struct term_table *terms = watch->program->terms;
  struct term whole = term_true(terms);
  bool is_and = term_op(terms, guard) == OP_AND;
  uint32_t count = is_and ? term_arity(terms, guard) : 1;
  for (uint32_t i = 0; i < count; i++) {
    struct term part =
        watch_translate(watch, is_and ? term_operand(terms, guard, i) : guard);
    if (!term_is_none(part))
      whole = term_and(terms, whole, part);
  }
  return whole;
}

// ---- Effects without arrays -------------------------------------------------

// An edge, as it is being read.
struct reading {
  const struct watch *watch;
  const struct effect *old;
  struct binding_vec bindings;
  struct variable_vec havocked;
  struct bitset open;         // what is havocked, by id, arrays too
  struct substitution *after; // what variables that are bound get
};

static bool is_array(const struct watch *watch, struct variable variable) {
  const struct program *program = watch->program;
  return sort_is_array(
      term_sort(program->terms, program_term(program, variable)));
}

static void leave_open(struct reading *reading, struct variable variable) {
  variable_vec_push(&reading->havocked, variable);
  bitset_add(&reading->open, variable.id);
}

static void bind(struct reading *reading, struct variable target,
                 struct term value) {
  struct program *program = reading->watch->program;
  if (term_is_none(value)) {
    leave_open(reading, target);
    return;
  }
  binding_vec_push(&reading->bindings, (struct binding){target, value});
  substitution_set(reading->after, program_term(program, target), value);
}

static void read_variables(struct reading *reading) {
  const struct effect *old = reading->old;
  for (uint32_t i = 0; i < old->havoc_count; i++)
    if (is_array(reading->watch, old->havocked[i]))
      bitset_add(&reading->open, old->havocked[i].id);
    else
      leave_open(reading, old->havocked[i]);
  for (uint32_t i = 0; i < old->binding_count; i++)
    if (!is_array(reading->watch, old->bindings[i].target))
      bind(reading, old->bindings[i].target,
           watch_translate(reading->watch, old->bindings[i].value));
}

// The array after the edge, over what was before it.
static struct term array_after(const struct reading *reading,
                               struct variable array) {
  const struct effect *old = reading->old;
  for (uint32_t i = 0; i < old->binding_count; i++)
    if (variable_equal(old->bindings[i].target, array))
      return old->bindings[i].value;
  return program_term(reading->watch->program, array);
}

static bool mentions_open(const struct reading *reading, struct term t) {
  struct bitset mentioned = {0};
  program_mark_variables(reading->watch->program, t, &mentioned);
  bool found = bitset_intersects(&mentioned, &reading->open);
  bitset_release(&mentioned);
  return found;
}

static void read_element(struct reading *reading,
                         const struct element *element) {
  const struct program *program = reading->watch->program;
  if (bitset_has(&reading->open, element->array.id) ||
      mentions_open(reading, element->index)) {
    leave_open(reading, element->holder);
    return;
  }
  struct term index = substitution_apply(reading->after, element->index);
  struct term array = array_after(reading, element->array);
  if (term_equal(index, element->index) &&
      term_equal(array, program_term(program, element->array)))
    return;
  struct term value = watch_element(reading->watch, array, index);
  if (!term_equal(value, program_term(program, element->holder)))
    bind(reading, element->holder, value);
}

struct term watch_foretold(const struct watch *watch, struct term t) {
  return prophecy_foretell(&watch->prophecies, watch->program, t);
}

static bool is_of_constants(const struct watch *watch, struct term t) {
  struct variable_vec mentioned = {0};
  program_variables_in(watch->program, &t, 1, &mentioned);
  bool is_so = true;
  for (uint32_t i = 0; i < mentioned.count && is_so; i++) {
    is_so = program_variable(watch->program, mentioned.at[i])->kind ==
            VARIABLE_ADDRESS;
    for (uint32_t k = 0; k < watch->prophecies.count && !is_so; k++)
      is_so = variable_equal(watch->prophecies.at[k].constant, mentioned.at[i]);
  }
  variable_vec_release(&mentioned);
  return is_so;
}

static bool has_unsupported(const struct watch *watch) {
  const struct question *question = watch->question;
  bool found = false;
  for (uint32_t i = 1; i < question->effects->procedure->edges.count; i++)
    found |= question->roles[i] == ROLE_UNSUPPORTED;
  return found;
}

// What holds of the constants, whichever violation there is. Nothing does on
// the way to something that is not modelled, which must not be reached either.
static struct term assumed(const struct watch *watch) {
  struct term_table *terms = watch->program->terms;
  if (has_unsupported(watch))
    return term_true(terms);
  struct term some = term_false(terms);
  for (uint32_t i = 0; i < watch->approaches.count; i++) {
    const struct term_vec *lasting = &watch->approaches.at[i].lasting;
    struct term all = term_true(terms);
    for (uint32_t k = 0; k < lasting->count; k++) {
      struct term t = watch_foretold(watch, lasting->at[k]);
      if (is_of_constants(watch, t))
        all = term_and(terms, all, t);
    }
    some = term_or(terms, some, all);
  }
  return some;
}

// Does the execution start with the edge?
static bool is_first(const struct effects *effects, uint32_t id) {
  return effects->procedure->edges.at[id].from.id ==
         effects->procedure->entry.id;
}

static void read_edge(struct watch *watch, uint32_t id) {
  struct effects *effects = watch->effects;
  struct effect *effect = &effects->at[id];
  struct effect old = *effect;
  struct reading reading = {.watch = watch,
                            .old = &old,
                            .after = substitution_new(watch->program->terms)};
  effect->guard = translate_guard(watch, old.guard);
  if (watch->question->roles[id] == ROLE_VIOLATES)
    effect->guard =
        term_and(watch->program->terms, effect->guard,
                 prophecy_come_true(&watch->prophecies, watch->program));
  if (is_first(effects, id))
    effect->guard =
        term_and(watch->program->terms, effect->guard, assumed(watch));
  read_variables(&reading);
  for (uint32_t i = 0; i < watch->elements.count; i++)
    read_element(&reading, &watch->elements.at[i]);
  effect->bindings =
      arena_copy(&effects->arena, reading.bindings.at,
                 reading.bindings.count * sizeof *reading.bindings.at);
  effect->binding_count = reading.bindings.count;
  effect->havocked =
      arena_copy(&effects->arena, reading.havocked.at,
                 reading.havocked.count * sizeof *reading.havocked.at);
  effect->havoc_count = reading.havocked.count;
  if (reading.havocked.count > old.havoc_count)
    effect->origin = ORIGIN_APPROXIMATION;
  substitution_free(reading.after);
  bitset_release(&reading.open);
  variable_vec_release(&reading.havocked);
  binding_vec_release(&reading.bindings);
}

// ---- The start --------------------------------------------------------------

// Elements of globals start as their initialisers say, if that is plain.
static void read_initial(struct watch *watch) {
  const struct program *program = watch->program;
  struct substitution *old = watch->effects->initial;
  if (!old)
    return;
  watch->initial = substitution_new(program->terms);
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    struct term value = substitution_apply(old, info->term);
    if (!is_array(watch, (struct variable){i}) &&
        !term_equal(value, info->term))
      substitution_set(watch->initial, info->term, value);
  }
  for (uint32_t i = 0; i < watch->elements.count; i++) {
    const struct element *element = &watch->elements.at[i];
    struct term value = substitution_apply(
        old, term_select(program->terms, program_term(program, element->array),
                         element->index));
    if (!term_has_array(program->terms, value))
      substitution_set(watch->initial, program_term(program, element->holder),
                       value);
  }
  watch->effects->initial = watch->initial;
}

// ---- Life cycle -------------------------------------------------------------

bool watch_init(struct watch *watch, const struct question *question) {
  const struct effects *effects = question->effects;
  *watch = (struct watch){.program = effects->program, .question = question};
  if (effects->base)
    return false;
  watch_choose(watch);
  if (!watch->prophecies.count)
    return false;
  watch->effects = effects_derive(effects);
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    if (question->roles[i] != ROLE_ENDS)
      read_edge(watch, i);
  read_initial(watch);
  return true;
}

void watch_release(struct watch *watch) {
  if (watch->effects)
    effects_free(watch->effects);
  if (watch->initial)
    substitution_free(watch->initial);
  for (uint32_t i = 0; i < watch->approaches.count; i++) {
    term_vec_release(&watch->approaches.at[i].reads);
    term_vec_release(&watch->approaches.at[i].lasting);
  }
  approach_vec_release(&watch->approaches);
  element_vec_release(&watch->elements);
  prophecy_vec_release(&watch->prophecies);
  variable_vec_release(&watch->steering);
}
