#include "control/data.h"

#include "abstraction/symbolic_state.h"
#include "program/print.h"
#include "refine/interpolant.h"
#include "refine/path.h"
#include "refine/units.h"
#include "term/variables.h"

// Tracks the atoms everywhere.
static void make_precision(struct control_data *data) {
  if (data->precision)
    precision_free(data->precision);
  data->precision = precision_new(data->steps->data_question, data->table);
  uint32_t locations = data->steps->procedure->locations.count;
  for (uint32_t i = 1; i < locations; i++)
    for (uint32_t k = 0; k < data->atoms.count; k++)
      precision_seed(data->precision, (struct location_id){i},
                     data->atoms.at[k]);
  transfer_set_precision(data->transfer, data->precision);
}

void control_data_init(struct control_data *data,
                       const struct control_steps *steps, struct solver *solver,
                       struct dd_manager *dd, bool is_cartesian) {
  *data = (struct control_data){
      .steps = steps, .solver = solver, .is_cartesian = is_cartesian};
  data->table = predicate_table_new(steps->data->program->terms);
  data->transfer = transfer_new(steps->data, data->table, NULL, solver, dd);
  make_precision(data);
}

void control_data_release(struct control_data *data) {
  transfer_free(data->transfer);
  precision_free(data->precision);
  predicate_table_free(data->table);
  term_vec_release(&data->atoms);
}

enum answer control_data_check(const struct control_data *data,
                               const struct edge_id_vec *edges,
                               struct u32_vec *core) {
  struct path path = {0};
  path_execute(&path, data->steps->data, edges);
  // Few classes are wanted, and reasons that are not at the end tell them apart
  // as well.
  path.is_refuted = false;
  enum answer answer = path_check(&path, data->solver, NULL, core);
  path_release(&path);
  return answer;
}

// Along the path: tri-vectors (cartesian).
static bool hulls_follow(const struct control_data *data,
                         const struct edge_id_vec *path) {
  struct dd_manager *dd = transfer_dd(data->transfer);
  uint32_t scope = dd_scope_begin(dd);
  struct dd set = dd_hull(dd, transfer_initial(data->transfer));
  for (uint32_t i = 0; i < path->count && !dd_is_false(set); i++)
    if (question_is_step(data->steps->data_question, path->at[i]))
      set = dd_hull(dd, transfer_image(data->transfer, path->at[i], set));
  bool follows = !dd_is_false(set);
  dd_scope_end(dd, scope);
  return follows;
}

bool control_data_excludes(const struct control_data *data,
                           const struct edge_id_vec *path) {
  return data->is_cartesian
             ? !hulls_follow(data, path)
             : !reach_follows(data->transfer, data->steps->data_question, path,
                              NULL);
}

// Predicates of a path

static bool is_wanted(const struct control_data *data, struct term atom) {
  enum { LARGEST_TREE = 40, COMPARISON_TREE = 3 };
  struct u32_vec variables = {0};
  const struct term_table *terms = data->steps->data->program->terms;
  uint64_t size = term_tree_size(terms, atom);
  term_support(terms, atom, &variables);
  bool is_simple = size <= COMPARISON_TREE && variables.count <= 1;
  u32_vec_release(&variables);
  return is_simple || (!data->is_simple && size <= LARGEST_TREE);
}

static void add_atoms(struct control_data *data, struct term t) {
  struct term_table *terms = data->steps->data->program->terms;
  struct term_vec atoms = {0};
  predicate_atoms(terms, t, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++) {
    bool ignored;
    struct term atom = predicate_term(
        data->table, predicate_of(data->table, atoms.at[i], &ignored));
    if (is_wanted(data, atom) && !term_vec_has(&data->atoms, atom))
      term_vec_push(&data->atoms, atom);
  }
  term_vec_release(&atoms);
}

void control_data_add(struct control_data *data, struct term t) {
  add_atoms(data, t);
}

void control_data_track(struct control_data *data) {
  make_precision(data);
}

// What must hold before the edge for the condition to hold after it. What is
// havocked may be anything.
static struct term pull_back(struct effects *effects, struct edge_id edge,
                             struct term after) {
  struct term before = effects_before(effects, edge, after);
  return term_is_none(before) ? term_true(effects->program->terms) : before;
}

// Backwards along the path, until the conditions contradict each other.
static void add_preconditions(struct control_data *data,
                              const struct edge_id_vec *path,
                              const struct u32_vec *core) {
  struct effects *effects = data->steps->data;
  struct term_vec wanted = {0};
  bool is_contradiction = false;
  for (uint32_t i = path->count; i-- > 0 && !is_contradiction;) {
    for (uint32_t k = 0; k < wanted.count; k++)
      wanted.at[k] = pull_back(effects, path->at[i], wanted.at[k]);
    if (u32_vec_has(core, i))
      term_vec_push(&wanted, effects->at[path->at[i].id].guard);
    for (uint32_t k = 0; k < wanted.count; k++)
      add_atoms(data, wanted.at[k]);
    is_contradiction = core->count && i <= core->at[0] &&
                       solver_check(data->solver, PURPOSE_REFINEMENT, wanted.at,
                                    wanted.count) == ANSWER_UNSAT;
  }
  term_vec_release(&wanted);
}

static void add_interpolants(struct control_data *data,
                             const struct edge_id_vec *path,
                             const struct u32_vec *core) {
  struct seed_vec seeds = {0};
  interpolant_seeds(data->steps->data, data->solver, path, core, &seeds);
  for (uint32_t i = 0; i < seeds.count; i++)
    add_atoms(data, seeds.at[i].atom);
  seed_vec_release(&seeds);
}

struct term control_data_remove(struct control_data *data, uint32_t index) {
  struct term atom = data->atoms.at[index];
  for (uint32_t i = index; i + 1 < data->atoms.count; i++)
    data->atoms.at[i] = data->atoms.at[i + 1];
  data->atoms.count--;
  make_precision(data);
  return atom;
}

void control_data_insert(struct control_data *data, uint32_t index,
                         struct term atom) {
  term_vec_push(&data->atoms, atom);
  for (uint32_t i = data->atoms.count - 1; i > index; i--)
    data->atoms.at[i] = data->atoms.at[i - 1];
  data->atoms.at[index] = atom;
  make_precision(data);
}

// The largest of those from `first` on that was not tried yet: what is computed
// costs most, and is needed least often.
static uint32_t largest(const struct control_data *data, uint32_t first,
                        const struct bitset *tried) {
  const struct term_table *terms = data->steps->data->program->terms;
  uint32_t best = UINT32_MAX, size = 0;
  for (uint32_t i = first; i < data->atoms.count; i++) {
    uint32_t tree = (uint32_t)term_tree_size(terms, data->atoms.at[i]);
    if (!bitset_has(tried, data->atoms.at[i].id) && tree > size) {
      best = i;
      size = tree;
    }
  }
  return best;
}

// Those from `first` on without which the path is still excluded are dropped.
static void drop_needless(struct control_data *data, uint32_t first,
                          const struct edge_id_vec *path) {
  struct bitset tried = {0};
  for (uint32_t i; (i = largest(data, first, &tried)) != UINT32_MAX;) {
    struct term atom = control_data_remove(data, i);
    bitset_add(&tried, atom.id);
    if (!control_data_excludes(data, path))
      control_data_insert(data, i, atom);
  }
  bitset_release(&tried);
}

// Forwards along the path: variables that the preconditions, which are the
// atoms from `first` on, speak of are what they are. Values say little, but
// cost nothing, and take the place of the preconditions.
static void add_values(struct control_data *data, uint32_t first,
                       const struct edge_id_vec *path) {
  struct effects *effects = data->steps->data;
  const struct program *program = effects->program;
  struct bitset asked = {0};
  for (uint32_t i = first; i < data->atoms.count; i++)
    program_mark_variables(program, data->atoms.at[i], &asked);
  data->atoms.count = first;
  struct symbolic_state state = symbolic_state_initial(effects, NULL);
  for (uint32_t i = 0; i <= path->count; i++) {
    for (uint32_t k = 0; k < state.values.count; k++) {
      struct binding value = state.values.at[k];
      if (bitset_has(&asked, value.target.id) &&
          term_is_literal(program->terms, value.value))
        add_atoms(data,
                  term_eq(program->terms, program_term(program, value.target),
                          value.value));
    }
    if (i < path->count)
      symbolic_state_apply(&state, &effects->at[path->at[i].id],
                           &(struct symbolic_rules){0}, &state);
  }
  symbolic_state_release(&state);
  bitset_release(&asked);
}

// Ways to exclude a path, in the order in which they are tried.
enum way { WAY_SIMPLE, WAY_VALUES, WAY_PRECONDITIONS, WAY_INTERPOLANTS };

static bool try_way(struct control_data *data, enum way way,
                    const struct edge_id_vec *path,
                    const struct u32_vec *core) {
  uint32_t before = data->atoms.count;
  data->is_simple = way == WAY_SIMPLE;
  if (way != WAY_INTERPOLANTS)
    add_preconditions(data, path, core);
  else
    add_interpolants(data, path, core);
  if (way == WAY_VALUES)
    add_values(data, before, path);
  bool is_excluded = false;
  if (data->atoms.count > before) {
    make_precision(data);
    is_excluded = control_data_excludes(data, path);
  }
  if (is_excluded)
    drop_needless(data, before, path);
  else
    data->atoms.count = before;
  make_precision(data);
  return is_excluded;
}

bool control_data_refine(struct control_data *data,
                         const struct edge_id_vec *path,
                         const struct u32_vec *core, bool is_simple) {
  if (is_simple)
    return try_way(data, WAY_SIMPLE, path, core);
  for (enum way way = WAY_VALUES; way <= WAY_INTERPOLANTS; way++)
    if (try_way(data, way, path, core))
      return true;
  return false;
}

void control_data_tell(const struct control_data *data, const char *topic,
                       const struct log *log) {
  for (uint32_t i = 0; log && log->level >= 3 && i < data->atoms.count; i++) {
    struct strbuf text = {0};
    program_print_term(data->steps->data->program, data->atoms.at[i], &text);
    log_line(log, 3, topic, "  predicate: %s", strbuf_text(&text));
    strbuf_release(&text);
  }
}
