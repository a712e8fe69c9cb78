#include "refine/sample.h"

#include <stdlib.h>

#include "base/memory.h"

// Which variables matter at a cut point: those that the block's conditions
// mention, and those in the values of variables that matter at its exits.

// The live variables of an exit's target, seen from the start of the block.
static void note_exit(const struct program *program,
                      const struct block_exit *exit, const struct bitset *live,
                      struct bitset *into) {
  uint32_t place = 0;
  const struct binding_vec *values = &exit->state.values;
  BITSET_EACH (v, live) {
    while (place < values->count && values->at[place].target.id < v)
      place++;
    if (place < values->count && values->at[place].target.id == v)
      program_mark_variables(program, values->at[place].value, into);
    else
      bitset_add(into, v);
  }
}

static void find_live(const struct blocks *blocks, struct bitset *live) {
  const struct program *program = blocks->effects->program;
  for (uint32_t cut = 0; cut < blocks->count; cut++) {
    const struct large_block *block = &blocks->at[cut];
    for (uint32_t i = 0; i < block->ends.count; i++)
      program_mark_variables(program, block->ends.at[i].condition, &live[cut]);
    for (uint32_t i = 0; i < block->exits.count; i++)
      program_mark_variables(program, block->exits.at[i].state.condition,
                             &live[cut]);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t cut = blocks->count; cut-- > 0;) {
      const struct large_block *block = &blocks->at[cut];
      uint32_t before = bitset_count(&live[cut]);
      for (uint32_t i = 0; i < block->exits.count; i++)
        note_exit(program, &block->exits.at[i], &live[block->exits.at[i].cut],
                  &live[cut]);
      changed |= bitset_count(&live[cut]) != before;
    }
  }
}

static bool is_sampled(const struct program *program,
                       struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  struct sort sort = term_sort(program->terms, info->term);
  return info->kind != VARIABLE_ADDRESS && !sort_is_array(sort) &&
         (sort_is_bool(sort) || sort_width(sort) <= 64);
}

static void choose_columns(struct samples *samples,
                           const struct blocks *blocks) {
  struct bitset *live = memory_new_zero(blocks->count, sizeof *live);
  find_live(blocks, live);
  for (uint32_t cut = 0; cut < blocks->count; cut++) {
    struct variable_vec *columns = &samples->at[cut].columns;
    for (uint32_t v = bitset_next(&live[cut], 0);
         v != UINT32_MAX && columns->count < SAMPLE_COLUMNS;
         v = bitset_next(&live[cut], v + 1))
      if (is_sampled(blocks->effects->program, (struct variable){v}))
        variable_vec_push(columns, (struct variable){v});
    bitset_release(&live[cut]);
  }
  free(live);
}

// Constants of the program

static int compare_numbers(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void sort_once(struct u64_vec *values) {
  if (!values->count)
    return;
  qsort(values->at, values->count, sizeof *values->at, compare_numbers);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < values->count; i++)
    if (values->at[i] != values->at[kept - 1])
      values->at[kept++] = values->at[i];
  values->count = kept;
}

static void collect_constants(struct samples *samples,
                              const struct question *question) {
  const struct effects *effects = question->effects;
  const struct term_table *terms = effects->program->terms;
  struct term_vec roots = {0}, parts = {0};
  for (uint32_t i = 1; i < effects->procedure->edges.count; i++) {
    const struct effect *effect = &effects->at[i];
    if (question->roles[i] == ROLE_ENDS)
      continue;
    term_vec_push(&roots, effect->guard);
    for (uint32_t k = 0; k < effect->binding_count; k++)
      term_vec_push(&roots, effect->bindings[k].value);
  }
  term_collect(terms, roots.at, roots.count, &parts);
  for (uint32_t i = 0; i < parts.count; i++)
    if (term_is_const(terms, parts.at[i]) &&
        term_width(terms, parts.at[i]) <= 64)
      u64_vec_push(&samples->constants,
                   (uint64_t)bits_signed(term_value(terms, parts.at[i]),
                                         term_width(terms, parts.at[i])));
  u64_vec_push(&samples->constants, 0);
  sort_once(&samples->constants);
  term_vec_release(&roots);
  term_vec_release(&parts);
}

// Executions

struct sampling {
  struct samples *samples;
  const struct program *program;
  uint32_t *cut_of; // by location: index of the cut point + 1
  uint32_t *visits; // by cut point, of this walk
  uint64_t random;
  uint32_t walk;
  const struct start_vec *starts; // states to start in, in turn; null: any
};

static uint64_t draw(struct sampling *sampling) {
  sampling->random ^= sampling->random << 13;
  sampling->random ^= sampling->random >> 7;
  sampling->random ^= sampling->random << 17;
  return sampling->random;
}

static uint64_t draw_constant(struct sampling *sampling) {
  const struct u64_vec *constants = &sampling->samples->constants;
  uint64_t constant = constants->at[draw(sampling) % constants->count];
  return constant + draw(sampling) % 3 - 1;
}

static u128 draw_number(struct sampling *sampling) {
  uint64_t mode = sampling->walk % 8;
  if (mode == 7)
    mode = draw(sampling) % 7;
  switch (mode) {
  case 0: return 0;
  case 1: return draw(sampling) % 2;
  case 2: return draw(sampling) % 12;
  case 3: return (u128)(__int128)(int64_t)(draw(sampling) % 17 - 8);
  case 4: return (u128)(__int128)(int64_t)draw_constant(sampling);
  case 5: return draw(sampling) % 200;
  default: return draw(sampling);
  }
}

// The state that this walk starts in, or null: any.
static struct assignment *start_of(const struct sampling *sampling,
                                   struct edge_id edge) {
  const struct start_vec *starts = edge.id ? NULL : sampling->starts;
  return starts ? starts->at[sampling->walk % starts->count] : NULL;
}

static u128 draw_input(void *context, struct edge_id edge,
                       struct variable variable) {
  struct sampling *sampling = context;
  struct assignment *start = start_of(sampling, edge);
  return start ? term_evaluate(start,
                               program_term(sampling->program, variable))
               : draw_number(sampling);
}

// An array whose first elements are drawn. Memory counts bytes, so elements are
// as far apart as they are wide.
static struct term draw_array(void *context, struct edge_id edge,
                              struct variable variable) {
  enum { ELEMENTS = 16 };
  struct sampling *sampling = context;
  struct term_table *terms = sampling->program->terms;
  struct assignment *start = start_of(sampling, edge);
  if (start)
    return assignment_constant(start, terms,
                               program_term(sampling->program, variable));
  struct sort sort =
      term_sort(terms, program_term(sampling->program, variable));
  unsigned width = sort_width(sort), index_width = sort_index_width(sort);
  unsigned stride = width < 8 ? 1 : width / 8;
  struct term array =
      term_const_array(terms, index_width, term_const(terms, width, 0));
  for (unsigned i = 0; i < ELEMENTS; i++) {
    u128 value = bits_truncate(draw_number(sampling), width);
    struct term right = term_const(terms, width, value);
    struct term left = term_const(terms, index_width, i * stride);
    array = term_store(terms, array, left, right);
  }
  return array;
}

// The first visits of a walk, then rarer and rarer ones.
static bool is_kept(uint32_t visit) {
  return visit < 8 || (visit & (visit - 1)) == 0 || visit % 97 == 0;
}

static void take_sample(void *context, struct location_id location,
                        struct assignment *values) {
  struct sampling *sampling = context;
  uint32_t cut = sampling->cut_of ? sampling->cut_of[location.id] : 0;
  if (!cut || !is_kept(sampling->visits[cut - 1]++))
    return;
  struct sample_table *table = &sampling->samples->at[cut - 1];
  if (table->rows == SAMPLE_ROWS)
    return;
  table->rows++;
  for (uint32_t i = 0; i < table->columns.count; i++)
    u64_vec_push(
        &table->values,
        (uint64_t)term_evaluate(
            values, program_term(sampling->program, table->columns.at[i])));
}

struct walk_limits {
  uint32_t walks;
  uint32_t steps; // of one walk
  uint32_t total; // steps of all walks
};

static bool run_walks(struct sampling *sampling,
                      const struct question *question,
                      const struct bitset *relevant,
                      const struct walk_limits *limits,
                      struct walk *violation) {
  struct walk_source source = {.value = draw_input,
                               .arrive = take_sample,
                               .context = sampling,
                               .array = draw_array};
  uint32_t steps = 0;
  for (uint32_t i = 0; i < limits->walks && steps < limits->total; i++) {
    if (sampling->samples->count)
      memset(sampling->visits, 0,
             sampling->samples->count * sizeof *sampling->visits);
    sampling->walk = i;
    sampling->random = 0x9e3779b97f4a7c15u * (i + 1);
    edge_id_vec_clear(&violation->path);
    walk_input_vec_clear(&violation->inputs);
    enum walk_outcome outcome =
        walk_run(violation, question, relevant, &source, limits->steps);
    steps += violation->path.count + 1;
    if (outcome == WALK_VIOLATED)
      return true;
  }
  return false;
}

static bool collect(struct samples *samples, const struct blocks *blocks,
                    const struct bitset *relevant,
                    const struct start_vec *starts, struct walk *violation) {
  uint32_t locations = blocks->effects->procedure->locations.count;
  struct sampling sampling = {
      .starts = starts,
      .samples = samples,
      .program = blocks->effects->program,
      .cut_of = memory_new_zero(locations, sizeof *sampling.cut_of),
      .visits = memory_new_zero(blocks->count, sizeof *sampling.visits)};
  for (uint32_t i = 0; i < blocks->count; i++)
    sampling.cut_of[blocks->cuts[i].id] = i + 1;
  struct walk_limits limits = {SAMPLE_WALKS, SAMPLE_STEPS, SAMPLE_TOTAL};
  bool found =
      run_walks(&sampling, blocks->question, relevant, &limits, violation);
  free(sampling.cut_of);
  free(sampling.visits);
  return found;
}

bool samples_collect(struct samples *samples, const struct blocks *blocks,
                     const struct bitset *relevant, struct walk *violation) {
  *samples = (struct samples){
      .at = memory_new_zero(blocks->count, sizeof *samples->at),
      .count = blocks->count};
  choose_columns(samples, blocks);
  collect_constants(samples, blocks->question);
  return collect(samples, blocks, relevant, NULL, violation);
}

bool samples_add(struct samples *samples, const struct blocks *blocks,
                 const struct bitset *relevant, const struct start_vec *starts,
                 struct walk *violation) {
  return starts->count &&
         collect(samples, blocks, relevant, starts, violation);
}

bool samples_lack(const struct samples *samples) {
  for (uint32_t cut = 1; cut < samples->count; cut++)
    if (!samples->at[cut].rows)
      return true;
  return false;
}

bool samples_try(const struct question *question, const struct bitset *relevant,
                 struct walk *violation) {
  struct samples none = {0};
  collect_constants(&none, question);
  struct sampling sampling = {.samples = &none,
                              .program = question->effects->program};
  struct walk_limits limits = {TRIAL_WALKS, TRIAL_STEPS, TRIAL_TOTAL};
  bool found = run_walks(&sampling, question, relevant, &limits, violation);
  samples_release(&none);
  return found;
}

void samples_release(struct samples *samples) {
  for (uint32_t i = 0; i < samples->count; i++) {
    variable_vec_release(&samples->at[i].columns);
    u64_vec_release(&samples->at[i].values);
  }
  free(samples->at);
  u64_vec_release(&samples->constants);
}
