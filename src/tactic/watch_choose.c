// Which elements are worth watching: those that the program reads, as it names
// them, and those that a violation is about.
#include "program/print.h"
#include "tactic/watch_internal.h"
#include "term/substitute.h"

enum {
  MOST_NEAR = 24,     // elements
  MOST_FIXED = 12,    // the same
  MOST_STEERING = 8,  // variables
  LONGEST_CHAIN = 40, // edges
  LARGEST_INDEX = 24  // operators
};

// ---- Elements ---------------------------------------------------------------

static bool is_watched(const struct watch *watch, struct variable array,
                       struct term index) {
  for (uint32_t i = 0; i < watch->elements.count; i++)
    if (variable_equal(watch->elements.at[i].array, array) &&
        term_equal(watch->elements.at[i].index, index))
      return true;
  return false;
}

static uint32_t count_elements(const struct watch *watch, bool is_fixed) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < watch->elements.count; i++)
    count += watch->elements.at[i].is_fixed == is_fixed;
  return count;
}

// As the array is indexed in a dump: a[][i * 4].
static struct name element_name(const struct watch *watch,
                                struct variable array, struct term index) {
  const struct program *program = watch->program;
  struct strbuf text = {0};
  program_print_term(
      program, term_select(program->terms, program_term(program, array), index),
      &text);
  struct name name = intern(program->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

static void add_element(struct watch *watch, struct variable array,
                        struct term index, bool is_fixed) {
  const struct program *program = watch->program;
  struct sort sort = term_sort(program->terms, program_term(program, array));
  if (is_watched(watch, array, index) ||
      count_elements(watch, is_fixed) >= (is_fixed ? MOST_FIXED : MOST_NEAR) ||
      term_tree_size(program->terms, index) > LARGEST_INDEX)
    return;
  struct variable holder =
      prophecy_variable(watch->program, watch->question->effects->procedure,
                        element_name(watch, array, index), (struct ctype){0},
                        sort_bits(sort_width(sort)));
  element_vec_push(&watch->elements,
                   (struct element){array, index, holder, is_fixed});
}

// ---- Reads ------------------------------------------------------------------

// What is done with a read: of the array a variable holds, at an index without
// arrays.
typedef void visit_read(void *context, struct variable array,
                        struct term index);

static void visit_bases(const struct watch *watch, struct term array,
                        struct term index, visit_read *visit, void *context) {
  const struct term_table *terms = watch->program->terms;
  switch (term_op(terms, array)) {
  case OP_VAR:
    visit(context, program_variable_of(watch->program, array), index);
    break;
  case OP_STORE:
    visit_bases(watch, term_operand(terms, array, 0), index, visit, context);
    break;
  case OP_ITE:
    visit_bases(watch, term_operand(terms, array, 1), index, visit, context);
    visit_bases(watch, term_operand(terms, array, 2), index, visit, context);
    break;
  default: break;
  }
}

static void visit_reads(const struct watch *watch, struct term t,
                        visit_read *visit, void *context) {
  const struct term_table *terms = watch->program->terms;
  struct term_vec parts = {0};
  term_collect(terms, &t, 1, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    if (term_op(terms, parts.at[i]) != OP_SELECT)
      continue;
    struct term index =
        watch_translate(watch, term_operand(terms, parts.at[i], 1));
    if (!term_is_none(index))
      visit_bases(watch, term_operand(terms, parts.at[i], 0), index, visit,
                  context);
  }
  term_vec_release(&parts);
}

// ---- Near elements ----------------------------------------------------------

static bool takes_part(const struct watch *watch, uint32_t edge) {
  return watch->question->roles[edge] != ROLE_ENDS;
}

static void add_near(void *context, struct variable array, struct term index) {
  add_element(context, array, index, false);
}

static void choose_near(struct watch *watch) {
  const struct effects *effects = watch->question->effects;
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++) {
    const struct effect *effect = &effects->at[i];
    if (!takes_part(watch, i))
      continue;
    visit_reads(watch, effect->guard, add_near, watch);
    for (uint32_t k = 0; k < effect->binding_count; k++)
      visit_reads(watch, effect->bindings[k].value, add_near, watch);
  }
}

// ---- Steering ---------------------------------------------------------------

static void add_steering(struct watch *watch, struct term index) {
  struct variable_vec mentioned = {0};
  program_variables_in(watch->program, &index, 1, &mentioned);
  for (uint32_t i = 0; i < mentioned.count; i++) {
    struct variable variable = mentioned.at[i];
    bool is_known =
        program_variable(watch->program, variable)->is_made ||
        program_variable(watch->program, variable)->kind == VARIABLE_ADDRESS;
    for (uint32_t k = 0; k < watch->steering.count && !is_known; k++)
      is_known = variable_equal(watch->steering.at[k], variable);
    if (!is_known && watch->steering.count < MOST_STEERING)
      variable_vec_push(&watch->steering, variable);
  }
  variable_vec_release(&mentioned);
}

// Where arrays are read and written.
static void choose_steering(struct watch *watch) {
  const struct effects *effects = watch->question->effects;
  const struct term_table *terms = watch->program->terms;
  struct term_vec parts = {0};
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++) {
    const struct effect *effect = &effects->at[i];
    if (!takes_part(watch, i))
      continue;
    term_collect(terms, &effect->guard, 1, &parts);
    for (uint32_t k = 0; k < effect->binding_count; k++)
      term_collect(terms, &effect->bindings[k].value, 1, &parts);
  }
  for (uint32_t i = 0; i < parts.count; i++) {
    enum term_op op = term_op(terms, parts.at[i]);
    if (op == OP_SELECT || op == OP_STORE)
      add_steering(watch, term_operand(terms, parts.at[i], 1));
  }
  term_vec_release(&parts);
}

// ---- Fixed elements ---------------------------------------------------------

// The way to a violation, backwards, as far as there is only one.
struct chain {
  struct watch *watch;
  const struct flow_into *into;
  struct approach approach;   // what it is made for
  struct term_vec conditions; // of it, over the variables where we are
  struct bitset changed;      // variables, from here to the violation
  bool has_reads;             // among the conditions
  bool is_same; // of the condition that is looked at: indices are as they are
                // at the violation
};

static bool is_unchanged(const struct chain *chain, struct term t) {
  struct bitset mentioned = {0};
  program_mark_variables(chain->watch->program, t, &mentioned);
  bool is_so = !bitset_intersects(&mentioned, &chain->changed);
  bitset_release(&mentioned);
  return is_so;
}

// A read that the violation depends on, if its index is the same there.
static void add_fixed(void *context, struct variable array, struct term index) {
  struct chain *chain = context;
  struct program *program = chain->watch->program;
  struct variable_vec variables = {0};
  chain->has_reads = true;
  chain->is_same &= is_unchanged(chain, index);
  if (!chain->is_same)
    return;
  program_variables_in(program, &index, 1, &variables);
  for (uint32_t i = 0; i < variables.count; i++)
    if (program_variable(program, variables.at[i])->kind != VARIABLE_ADDRESS)
      prophecy_add(&chain->watch->prophecies, program,
                   chain->watch->question->effects->procedure, variables.at[i]);
  add_element(chain->watch, array, watch_foretold(chain->watch, index), true);
  variable_vec_release(&variables);
}

static void look_at_conditions(struct chain *chain) {
  for (uint32_t i = 0; i < chain->conditions.count; i++) {
    uint32_t before = chain->watch->elements.count;
    chain->is_same = true;
    visit_reads(chain->watch, chain->conditions.at[i], add_fixed, chain);
    if (chain->is_same && chain->watch->elements.count > before)
      term_vec_push(&chain->approach.reads, chain->conditions.at[i]);
  }
}

// The only edge that leads to the location and takes part, or none. Executions
// come to the entry without an edge.
static struct edge_id only_edge_into(const struct chain *chain,
                                     struct location_id location) {
  struct edge_id found = {0};
  if (location.id == chain->watch->question->effects->procedure->entry.id)
    return found;
  for (uint32_t i = chain->into->first[location.id];
       i < chain->into->first[location.id + 1]; i++) {
    uint32_t edge = chain->into->at[i];
    if (!question_is_step(chain->watch->question, (struct edge_id){edge}))
      continue;
    if (found.id)
      return (struct edge_id){0};
    found.id = edge;
  }
  return found;
}

// The conditions before the edge, with its own as long as none reads anything.
static void go_back(struct chain *chain, struct edge_id edge) {
  struct effects *effects = chain->watch->question->effects;
  const struct effect *effect = &effects->at[edge.id];
  struct term_vec before = {0};
  for (uint32_t i = 0; i < chain->conditions.count; i++) {
    struct term t = effects_before(effects, edge, chain->conditions.at[i]);
    if (!term_is_none(t))
      term_vec_push(&before, t);
  }
  if (!chain->has_reads)
    term_vec_push(&before, effect->guard);
  term_vec_release(&chain->conditions);
  chain->conditions = before;
  for (uint32_t i = 0; i < effect->binding_count; i++)
    bitset_add(&chain->changed, effect->bindings[i].target.id);
  for (uint32_t i = 0; i < effect->havoc_count; i++)
    bitset_add(&chain->changed, effect->havocked[i].id);
  if (is_unchanged(chain, effect->guard))
    term_vec_push(&chain->approach.lasting, effect->guard);
}

static void follow_back(struct watch *watch, const struct flow_into *into,
                        struct edge_id violation) {
  const struct effects *effects = watch->question->effects;
  struct chain chain = {.watch = watch, .into = into};
  struct edge_id edge = violation;
  term_vec_push(&chain.conditions, effects->at[violation.id].guard);
  for (uint32_t i = 0; i < LONGEST_CHAIN && edge.id; i++) {
    look_at_conditions(&chain);
    edge =
        only_edge_into(&chain, procedure_edge(effects->procedure, edge)->from);
    if (edge.id)
      go_back(&chain, edge);
  }
  look_at_conditions(&chain);
  approach_vec_push(&watch->approaches, chain.approach);
  term_vec_release(&chain.conditions);
  bitset_release(&chain.changed);
}

// What is copied from one array to another is at the same index, often.
static void choose_beside(struct watch *watch) {
  struct element_vec known = {0};
  element_vec_append(&known, watch->elements.at, watch->elements.count);
  for (uint32_t i = 0; i < known.count; i++)
    for (uint32_t k = 0; known.at[i].is_fixed && k < known.count; k++) {
      const struct program *program = watch->program;
      struct sort sort =
          term_sort(program->terms, program_term(program, known.at[k].array));
      if (sort_index_width(sort) ==
          term_width(program->terms, known.at[i].index))
        add_element(watch, known.at[k].array, known.at[i].index, true);
    }
  element_vec_release(&known);
}

void watch_choose(struct watch *watch) {
  const struct procedure *procedure = watch->question->effects->procedure;
  struct flow_into into;
  choose_near(watch);
  if (!watch->elements.count)
    return;
  choose_steering(watch);
  flow_into_init(&into, procedure);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (watch->question->roles[i] == ROLE_VIOLATES)
      follow_back(watch, &into, (struct edge_id){i});
  flow_into_release(&into);
  choose_beside(watch);
}
