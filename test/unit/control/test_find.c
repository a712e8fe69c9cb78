// Abstract reachability with classes of places (seed 002, appendix A, figure
// 5): what is contained in what was reached is dropped, the others know their
// parents, and paths are rebuilt from these.

#include "../cegar/checked.h"

#include "control/find.h"
#include "control/mismatch.h"
#include "control/safe_ind.h"
#include "threads/threads.h"

#define HEAD                                                                   \
  CHECKED_HEAD                                                                 \
  "typedef unsigned long pthread_t;\n"                                         \
  "int pthread_create(pthread_t *, const void *, void *(*)(void *), void "     \
  "*);\n"                                                                      \
  "int pthread_join(pthread_t, void **);\n"                                    \
  "int x;\n"

#define TEXT                                                                   \
  HEAD "static void *f(void *p) { x = 1; x = 2; x = 3; return p; }\n"          \
       "int main(void) {\n"                                                    \
       "  pthread_t t;\n"                                                      \
       "  pthread_create(&t, 0, f, 0);\n"                                      \
       "  int y = x;\n"                                                        \
       "  if (y > 3) reach_error();\n"                                         \
       "  return 0;\n"                                                         \
       "}\n"

// Nobody comes behind the join who does not take two places for one.
#define ENDLESS                                                                \
  HEAD "static void *f(void *p) { for (;;) x = x + 1; }\n"                     \
       "int main(void) {\n"                                                    \
       "  pthread_t t;\n"                                                      \
       "  pthread_create(&t, 0, f, 0);\n"                                      \
       "  x = 5;\n"                                                            \
       "  pthread_join(t, 0);\n"                                               \
       "  reach_error();\n"                                                    \
       "  return 0;\n"                                                         \
       "}\n"

// Where two constants are all that is known of x, it is none of them, or one.
#define ANYTHING                                                               \
  HEAD "static void *f(void *p) { x = __VERIFIER_nondet_uint(); return p; }\n" \
       "int main(void) {\n"                                                    \
       "  pthread_t t;\n"                                                      \
       "  pthread_create(&t, 0, f, 0);\n"                                      \
       "  if (x == 1) reach_error();\n"                                        \
       "  return 0;\n"                                                         \
       "}\n"

struct found {
  struct checked checked;
  struct threads_facts facts;
  struct control_steps steps;
  struct control_data data;
  struct control_find find;
  uint32_t *classes;
};

static struct term global(const struct program *program, const char *name) {
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    if (!strcmp(name_text(program->names, info->text), name) &&
        sort_is_bits(term_sort(program->terms, info->term)))
      return info->term;
  }
  fail_msg("no variable %s", name);
  return (struct term){0};
}

// x == 1, x == 2
static void track_constants(struct found *f) {
  struct term_table *terms = f->checked.program->terms;
  struct term x = global(f->checked.program, "x");
  for (uint32_t i = 1; i <= 2; i++)
    control_data_add(&f->data, term_eq(terms, x, term_const(terms, 32, i)));
  control_data_track(&f->data);
  assert_int_equal(f->data.atoms.count, 2);
}

enum tracking { NOTHING, JOINTLY, CARTESIAN };

// All places of threads in one class, or each in its own.
static void found_init_tracking(struct found *f, const char *text, bool is_full,
                                enum tracking tracking) {
  struct strbuf why = {0};
  *f = (struct found){.classes = NULL};
  checked_load(&f->checked, text);
  struct threads_options options = {.entry = f->checked.options.entry,
                                    .moves_locks = true,
                                    .gives_turns = true};
  if (!threads_interleave(f->checked.program, &options, &f->facts, &why))
    fail_msg("%s", strbuf_text(&why));
  f->checked.options.entry = f->checked.program->entry;
  f->checked.options.counters = &f->facts.counters;
  checked_build(&f->checked);
  struct cegar *cegar = &f->checked.cegar;
  control_steps_init(&f->steps, f->checked.component.question,
                     &f->facts.counters);
  control_data_init(&f->data, &f->steps, cegar->solver, cegar->dd,
                    tracking == CARTESIAN);
  if (tracking != NOTHING)
    track_constants(f);
  uint32_t places = f->steps.values.count;
  f->classes = calloc(places, sizeof *f->classes);
  for (uint32_t i = 0; i < places && is_full; i++)
    f->classes[i] = i;
  control_find_init(&f->find, &f->steps, &f->data, f->classes,
                    is_full ? places : 1);
  f->find.most_paths = 20;
  control_find_run(&f->find);
}

static void found_init(struct found *f, const char *text, bool is_full) {
  found_init_tracking(f, text, is_full, NOTHING);
}

static void found_release(struct found *f) {
  control_find_release(&f->find);
  control_data_release(&f->data);
  control_steps_release(&f->steps);
  variable_vec_release(&f->facts.counters);
  free(f->classes);
  checked_release(&f->checked);
}

static bool is_contained(struct dd_manager *dd, struct dd a, struct dd b) {
  return dd_is_false(dd_and(dd, a, dd_not(dd, b)));
}

// No state was added that one before it with the same classes contains.
static void check_subsumption(const struct found *f) {
  const struct control_node_vec *nodes = &f->find.nodes;
  for (uint32_t i = 0; i < nodes->count; i++)
    for (uint32_t k = nodes->at[i].before; k; k = nodes->at[k - 1].before) {
      assert_true(k - 1 < i);
      assert_int_equal(nodes->at[k - 1].key, nodes->at[i].key);
      assert_false(
          is_contained(f->find.dd, nodes->at[i].set, nodes->at[k - 1].set));
    }
}

// Parents come first, and their edges lead on from one another.
static void check_parents(const struct found *f) {
  const struct control_node_vec *nodes = &f->find.nodes;
  const struct procedure *procedure = f->steps.procedure;
  uint32_t roots = 0;
  for (uint32_t i = 0; i < nodes->count; i++) {
    const struct control_node *node = &nodes->at[i];
    roots += !node->parent;
    if (!node->parent)
      continue;
    const struct control_node *parent = &nodes->at[node->parent - 1];
    assert_true(node->parent - 1 < i);
    uint32_t from = procedure_edge(procedure, node->edge)->from.id;
    uint32_t before = parent->parent
                          ? procedure_edge(procedure, parent->edge)->to.id
                          : procedure->entry.id;
    assert_int_equal(from, before);
  }
  assert_int_equal(roots, 1);
}

static void test_one_class(void **unused) {
  (void)unused;
  struct found f;
  found_init(&f, TEXT, false);
  check_subsumption(&f);
  check_parents(&f);
  assert_true(f.find.paths.count > 0); // nothing is known of data
  const struct edge_id_vec *path = &f.find.paths.at[0];
  const struct procedure *procedure = f.steps.procedure;
  assert_int_equal(procedure_edge(procedure, path->at[0])->from.id,
                   procedure->entry.id);
  for (uint32_t i = 1; i < path->count; i++)
    assert_int_equal(procedure_edge(procedure, path->at[i])->from.id,
                     procedure_edge(procedure, path->at[i - 1])->to.id);
  assert_int_equal(
      question_role(f.checked.component.question, path->at[path->count - 1]),
      ROLE_VIOLATES);
  found_release(&f);
}

// Does SafeInd hold for any two places?
static bool is_excluded(struct found *f, const struct edge_id_vec *edges) {
  struct effects *effects = f->checked.component.question->effects;
  struct solver *solver = f->checked.cegar.solver;
  for (uint32_t a = 0; a < f->steps.values.count; a++)
    for (uint32_t b = a + 1; b < f->steps.values.count; b++)
      if (safe_ind_of_mismatch(&f->steps, effects, solver, edges,
                               (struct colour_pair){a, b}))
        return true;
  return false;
}

// SafeInd: mismatches exclude their paths; where there is none no two places
// do, and conditions that say nothing never do.
static void check_safe_ind(struct found *f, const struct edge_id_vec *edges,
                           uint32_t *seen) {
  struct control_path path = {0};
  struct colour_pair_vec pairs = {0};
  struct effects *effects = f->checked.component.question->effects;
  struct solver *solver = f->checked.cegar.solver;
  control_path_of(&path, &f->steps, edges);
  control_mismatches(&path, &pairs);
  for (uint32_t i = 0; i < pairs.count; i++)
    assert_true(
        safe_ind_of_mismatch(&f->steps, effects, solver, edges, pairs.at[i]));
  assert_int_equal(is_excluded(f, edges), pairs.count > 0);
  *seen += pairs.count;
  struct term_vec nothing = {0};
  for (uint32_t i = 0; i <= edges->count; i++)
    term_vec_push(&nothing, term_true(f->checked.program->terms));
  assert_false(safe_ind(effects, solver, edges, nothing.at));
  term_vec_release(&nothing);
  colour_pair_vec_release(&pairs);
  control_path_release(&path);
}

static void test_safe_ind(void **unused) {
  (void)unused;
  struct found f;
  uint32_t seen = 0;
  found_init(&f, ENDLESS, false);
  for (uint32_t i = 0; i < f.find.paths.count; i++)
    check_safe_ind(&f, &f.find.paths.at[i], &seen);
  assert_true(seen > 0);
  found_release(&f);
}

// Each place is a class of its own: control allows every path.
static void test_safe_ind_of_nothing(void **unused) {
  (void)unused;
  struct found f;
  uint32_t seen = 0;
  found_init(&f, TEXT, true);
  assert_true(f.find.paths.count > 0);
  for (uint32_t i = 0; i < f.find.paths.count; i++)
    check_safe_ind(&f, &f.find.paths.at[i], &seen);
  assert_int_equal(seen, 0);
  found_release(&f);
}

// Nodes whose sets are more than a conjunction of predicates and negations.
static uint32_t count_joint(enum tracking tracking) {
  struct found f;
  uint32_t count = 0;
  found_init_tracking(&f, ANYTHING, true, tracking);
  assert_true(f.find.nodes.count > 1);
  check_subsumption(&f);
  for (uint32_t i = 0; i < f.find.nodes.count; i++) {
    struct dd set = f.find.nodes.at[i].set;
    count += !dd_equal(set, dd_hull(f.find.dd, set));
  }
  found_release(&f);
  return count;
}

// Section 3: tri-vectors.
static void test_cartesian(void **unused) {
  (void)unused;
  assert_true(count_joint(JOINTLY) > 0);
  assert_int_equal(count_joint(CARTESIAN), 0);
}

// Places that are told apart are at least as many states.
static void test_full(void **unused) {
  (void)unused;
  struct found coarse, full;
  found_init(&coarse, TEXT, false);
  uint32_t few = coarse.find.nodes.count;
  found_release(&coarse);
  found_init(&full, TEXT, true);
  check_subsumption(&full);
  check_parents(&full);
  assert_true(full.find.nodes.count >= few);
  found_release(&full);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_class), cmocka_unit_test(test_safe_ind),
      cmocka_unit_test(test_safe_ind_of_nothing),
      cmocka_unit_test(test_cartesian), cmocka_unit_test(test_full)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
