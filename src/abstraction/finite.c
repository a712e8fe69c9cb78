// Which components are finite; the search is in finite_search.c.
#include "abstraction/finite.h"

#include <stdlib.h>

#include "base/memory.h"

// ---- Which variables count --------------------------------------------------

static bool takes_part(const struct finite *finite, uint32_t edge) {
  return finite->question->roles[edge] != ROLE_ENDS &&
         !term_is_false(finite->effects->program->terms,
                        finite->effects->at[edge].guard);
}

uint32_t finite_index(const struct finite *finite, struct variable variable) {
  return variable.id < finite->index_of.count ? finite->index_of.at[variable.id]
                                              : 0;
}

static void count_in(struct finite *finite, struct variable variable) {
  if (variable.id >= finite->index_of.count)
    u32_vec_resize(&finite->index_of, variable.id + 1);
  if (finite->index_of.at[variable.id])
    return;
  finite->index_of.at[variable.id] =
      variable_vec_push(&finite->variables, variable) + 1;
}

static void count_term(struct finite *finite, struct term t) {
  struct variable_vec variables = {0};
  program_variables_in(finite->effects->program, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++)
    count_in(finite, variables.at[i]);
  variable_vec_release(&variables);
}

static void find_variables(struct finite *finite) {
  const struct effects *effects = finite->effects;
  uint32_t edges = effects->procedure->edges.count, before;
  for (uint32_t i = 1; i < edges; i++)
    if (takes_part(finite, i))
      count_term(finite, effects->at[i].guard);
  do {
    before = finite->variables.count;
    for (uint32_t i = 1; i < edges; i++) {
      const struct effect *effect = &effects->at[i];
      for (uint32_t k = 0; k < effect->binding_count; k++)
        if (takes_part(finite, i) &&
            finite_index(finite, effect->bindings[k].target))
          count_term(finite, effect->bindings[k].value);
    }
  } while (finite->variables.count > before);
}

static struct term term_at(const struct finite *finite, uint32_t index) {
  return program_term(finite->effects->program, finite->variables.at[index]);
}

static bool is_simple(const struct finite *finite, uint32_t index) {
  const struct term_table *terms = finite->effects->program->terms;
  struct sort sort = term_sort(terms, term_at(finite, index));
  return sort_is_bool(sort) || (sort_is_bits(sort) && sort_width(sort) <= 64);
}

// ---- Which are free ---------------------------------------------------------

uint32_t finite_class(const struct finite *finite, uint32_t index) {
  while (finite->class_of.at[index] != index)
    index = finite->class_of.at[index];
  return index;
}

static bool is_free(const struct finite *finite, struct variable variable) {
  uint32_t index = finite_index(finite, variable);
  return index && bitset_has(&finite->free, index - 1);
}

// The free variable that the term is, or none.
static struct variable free_variable(const struct finite *finite,
                                     struct term t) {
  const struct program *program = finite->effects->program;
  struct variable none = {0};
  if (term_op(program->terms, t) != OP_VAR)
    return none;
  struct variable variable = program_variable_of(program, t);
  return is_free(finite, variable) ? variable : none;
}

static void add_free(struct finite *finite, uint32_t index) {
  if (is_simple(finite, index))
    bitset_add(&finite->free, index);
}

// Values from outside that somebody reads. What is only an approximation is
// unknown, and no value stands for it.
static void free_havocs(struct finite *finite) {
  const struct effects *effects = finite->effects;
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
    for (uint32_t k = 0;
         takes_part(finite, i) && k < effects->at[i].havoc_count; k++) {
      uint32_t index = finite_index(finite, effects->at[i].havocked[k]);
      uint32_t to = effects->procedure->edges.at[i].to.id;
      if (index && bitset_has(&finite->live.at[to], index - 1) &&
          effects->at[i].origin != ORIGIN_APPROXIMATION)
        add_free(finite, index - 1);
    }
}

// Is its value at the entry known?
static bool finite_is_given(const struct finite *finite, uint32_t index) {
  const struct term_table *terms = finite->effects->program->terms;
  struct term initial =
      effects_at_entry(finite->effects, term_at(finite, index));
  return term_is_const(terms, initial) || term_is_true(terms, initial) ||
         term_is_false(terms, initial);
}

static void free_at_entry(struct finite *finite) {
  uint32_t entry = finite->effects->procedure->entry.id;
  for (uint32_t i = 0; i < finite->variables.count; i++)
    if (bitset_has(&finite->live.at[entry], i) && !finite_is_given(finite, i))
      add_free(finite, i);
}

// A copy of a free variable is free.
static void free_copies(struct finite *finite) {
  const struct effects *effects = finite->effects;
  bool grows = true;
  while (grows) {
    grows = false;
    for (uint32_t i = 1; i < effects->procedure->edges.count; i++)
      for (uint32_t k = 0; k < effects->at[i].binding_count; k++) {
        const struct binding *binding = &effects->at[i].bindings[k];
        uint32_t target = finite_index(finite, binding->target);
        struct variable source = free_variable(finite, binding->value);
        if (!target || variable_is_none(source) || !takes_part(finite, i))
          continue;
        grows |= bitset_add(&finite->free, target - 1);
        finite->class_of.at[finite_class(finite, target - 1)] =
            finite_class(finite, finite_index(finite, source) - 1);
      }
  }
}

// ---- How they are used ------------------------------------------------------

static void add_value(struct finite *finite, uint32_t index, uint64_t value) {
  struct value_vec *values = &finite->values[finite_class(finite, index)];
  struct sort sort =
      term_sort(finite->effects->program->terms, term_at(finite, index));
  unsigned width = sort_value_bits(sort);
  if (width < 64)
    value &= ((uint64_t)1 << width) - 1;
  for (uint32_t i = 0; i < values->count; i++)
    if (values->at[i] == value)
      return;
  value_vec_push(values, value);
}

// The kinds begin at the constant and behind it, whether it is compared as
// equal, signed or unsigned, and where signed and unsigned numbers begin.
static void cut_at(struct finite *finite, struct variable variable,
                   uint64_t constant) {
  uint32_t index = finite_index(finite, variable) - 1;
  add_value(finite, index, constant);
  add_value(finite, index, constant + 1);
}

static void cut_at_ends(struct finite *finite) {
  const struct term_table *terms = finite->effects->program->terms;
  BITSET_EACH (i, &finite->free) {
    struct sort sort = term_sort(terms, term_at(finite, i));
    unsigned width = sort_value_bits(sort);
    add_value(finite, i, 0);
    add_value(finite, i, (uint64_t)1 << (width - 1));
  }
}

static bool compares(enum term_op op) {
  return op == OP_EQ || op == OP_ULT || op == OP_ULE || op == OP_SLT ||
         op == OP_SLE;
}

// A comparison of a free variable with a constant: the constant counts.
static bool is_cut(struct finite *finite, struct term t) {
  const struct term_table *terms = finite->effects->program->terms;
  if (!compares(term_op(terms, t)))
    return false;
  for (uint32_t i = 0; i < 2; i++) {
    struct variable variable = free_variable(finite, term_operand(terms, t, i));
    struct term other = term_operand(terms, t, 1 - i);
    if (!variable_is_none(variable) && term_is_const(terms, other)) {
      cut_at(finite, variable, (uint64_t)term_value(terms, other));
      return true;
    }
  }
  return false;
}

// Free variables that are used otherwise than in comparisons with constants are
// wild. Truth values have both values anyway.
static void find_wild(struct finite *finite, struct term t,
                      struct bitset *done) {
  const struct term_table *terms = finite->effects->program->terms;
  if (!bitset_add(done, t.id) || is_cut(finite, t))
    return;
  struct variable variable = free_variable(finite, t);
  if (!variable_is_none(variable) && !sort_is_bool(term_sort(terms, t)))
    bitset_add(&finite->wild,
               finite_class(finite, finite_index(finite, variable) - 1));
  for (uint32_t i = 0; i < term_arity(terms, t); i++)
    find_wild(finite, term_operand(terms, t, i), done);
}

static void find_wild_uses(struct finite *finite) {
  const struct effects *effects = finite->effects;
  struct bitset done = {0};
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++) {
    if (!takes_part(finite, i))
      continue;
    find_wild(finite, effects->at[i].guard, &done);
    for (uint32_t k = 0; k < effects->at[i].binding_count; k++) {
      const struct binding *binding = &effects->at[i].bindings[k];
      if (finite_index(finite, binding->target) &&
          variable_is_none(free_variable(finite, binding->value)))
        find_wild(finite, binding->value, &done);
    }
  }
  bitset_release(&done);
}

bool finite_is_tame(const struct finite *finite, uint32_t index) {
  return bitset_has(&finite->free, index) &&
         !bitset_has(&finite->wild, finite_class(finite, index));
}

// ---- What will be read ------------------------------------------------------

static void find_live(struct finite *finite) {
  struct flow_sets live = question_live(finite->question);
  for (uint32_t at = 0; at < live.count; at++) {
    struct bitset indices = {0};
    BITSET_EACH (id, &live.at[at]) {
      uint32_t index = finite_index(finite, (struct variable){id});
      if (index)
        bitset_add(&indices, index - 1);
    }
    bitset_release(&live.at[at]);
    live.at[at] = indices;
  }
  finite->live = live;
}

// ---- Life cycle -------------------------------------------------------------

static void init_classes(struct finite *finite) {
  uint32_t count = finite->variables.count;
  finite->values = memory_new_zero(count + 1u, sizeof *finite->values);
  for (uint32_t i = 0; i < count; i++)
    u32_vec_push(&finite->class_of, i);
}

void finite_init(struct finite *finite, const struct question *question) {
  struct effects *effects = question->effects;
  *finite = (struct finite){.question = question, .effects = effects};
  find_variables(finite);
  init_classes(finite);
  find_live(finite);
  free_havocs(finite);
  free_at_entry(finite);
  free_copies(finite);
  find_wild_uses(finite);
  cut_at_ends(finite);
}

void finite_release(struct finite *finite) {
  for (uint32_t i = 0; finite->values && i < finite->variables.count; i++)
    value_vec_release(&finite->values[i]);
  free(finite->values);
  flow_sets_release(&finite->live);
  variable_vec_release(&finite->variables);
  u32_vec_release(&finite->index_of);
  u32_vec_release(&finite->class_of);
  bitset_release(&finite->free);
  bitset_release(&finite->wild);
}
