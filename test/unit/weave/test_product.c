// Component times specification: a forbidden edge is reached exactly where a
// trace of the component is none of the specification.

#include "../program/fixture.h"
#include "random_system.h"

#include "lts/compare.h"
#include "lts/transform.h"
#include "program/print.h"
#include "program/validate.h"
#include "weave/product.h"

struct setting {
  struct fixture fx;
  struct system_actions actions;
  struct random random;
  struct weaving weaving; // only its rows: one per action
  struct specification specification;
  struct lts *system;
  struct variable x;
};

static void setting_init(struct setting *s, uint64_t seed) {
  *s = (struct setting){.random = {seed}};
  fixture_init(&s->fx);
  system_actions_init(&s->actions);
  performed_vec_push(&s->weaving.performed, (struct performed){0});
  for (uint32_t i = 0; i < SYSTEM_ACTIONS; i++)
    performed_vec_push(&s->weaving.performed,
                       (struct performed){.kind = PERFORMED_ACTION,
                                          .action = s->actions.plain[i]});
  begin(&s->fx, "f", 1);
  s->fx.f->type = function_type(&s->fx, s->fx.type_int, NULL, 0, false);
  s->fx.f->result = sort_bits(32);
  s->x = variable(&s->fx, VARIABLE_LOCAL, "x", s->fx.type_int);
  s->specification.weaving = &s->weaving;
}

static void setting_release(struct setting *s) {
  return_case_vec_release(&s->specification.cases);
  performed_vec_release(&s->weaving.performed);
  if (s->system)
    lts_free(s->system);
  action_table_free(s->actions.table);
  fixture_release(&s->fx);
}

static void specify(struct setting *s, struct lts *system, bool with_returns) {
  struct program *program = s->fx.program;
  s->system = system;
  s->specification.systems = &s->system;
  s->specification.count = 1;
  if (!with_returns)
    return;
  struct variable result =
      variable(&s->fx, VARIABLE_TEMPORARY, "result", s->fx.type_int);
  struct term zero = term_eq(program->terms, value_of(&s->fx, result),
                             constant(&s->fx, 32, 0));
  s->specification.result = value_of(&s->fx, result);
  return_case_vec_push(&s->specification.cases,
                       (struct return_case){s->actions.returns[0], zero});
  return_case_vec_push(&s->specification.cases,
                       (struct return_case){s->actions.returns[1],
                                            term_not(program->terms, zero)});
}

static struct operation op_perform(struct setting *s, uint32_t action) {
  struct operation op = {.kind = OPERATION_PERFORM};
  op.perform.action =
      name_of(&s->fx, action_text(s->actions.table, s->actions.plain[action]));
  op.perform.number = action + 1;
  return op;
}

static void make_product(struct setting *s, struct product *product) {
  struct strbuf why = {0};
  struct substitution *copies = substitution_new(s->fx.program->terms);
  assert_true(product_init(product, s->fx.program, s->fx.f, &s->specification,
                           copies, &why));
  substitution_free(copies);
  if (!program_validate(s->fx.program, &why))
    fail_msg("%s", strbuf_text(&why));
  strbuf_release(&why);
}

// ---- By hand ----------------------------------------------------------------

// ( a -> return{0} ), with b in the alphabet
static struct lts *small_system(struct setting *s) {
  struct lts_builder builder;
  lts_builder_init(&builder, s->actions.table);
  lts_builder_states(&builder, 3);
  lts_builder_step(&builder, 0, s->actions.plain[0], 1);
  lts_builder_step(&builder, 1, s->actions.returns[0], 2);
  lts_builder_alphabet(&builder, s->actions.plain[1]);
  lts_builder_alphabet(&builder, s->actions.returns[1]);
  return lts_builder_finish(&builder);
}

// perform a; c; then b or not; return x
static void small_component(struct setting *s) {
  struct fixture *fx = &s->fx;
  struct location_id l[5] = {fx->f->entry};
  struct term zero =
      term_eq(fx->program->terms, value_of(fx, s->x), constant(fx, 32, 0));
  for (uint32_t i = 1; i < 5; i++)
    l[i] = location(fx, i + 1);
  edge(fx, l[0], l[1], op_perform(s, 0));
  edge(fx, l[1], l[2], op_perform(s, 2));
  edge(fx, l[2], l[3], operation_assume(zero));
  edge(fx, l[2], l[4], operation_assume(term_not(fx->program->terms, zero)));
  edge(fx, l[3], l[4], op_perform(s, 1));
  edge(fx, l[4], fx->f->exit, op_return(value_of(fx, s->x)));
  procedure_seal(fx->f);
}

static void check_product(struct setting *s, const char *expected,
                          const char *expected_edges) {
  struct product product;
  make_product(s, &product);
  struct strbuf text = {0}, edges = {0};
  program_print_procedure(s->fx.program, product.procedure, &text);
  for (uint32_t i = 1; i < product.procedure->edges.count; i++)
    strbuf_format(&edges, "%u@%u%s%s ", product.provenance.steps.at[i],
                  product.positions.at[i], product.actions.at[i] ? ":" : "",
                  product.actions.at[i]
                      ? action_text(s->actions.table,
                                    (struct action){product.actions.at[i]})
                      : "");
  assert_string_equal(strbuf_text(&text), expected);
  assert_string_equal(strbuf_text(&edges), expected_edges);
  strbuf_release(&text);
  strbuf_release(&edges);
  product_release(&product);
}

static void test_small(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 0);
  small_component(&s);
  specify(&s, small_system(&s), true);
  check_product(&s,
                "procedure int f (with its specification)(void)  // a.c:1:5\n"
                "  (entry)\n"
                "  L3   1:3      -> L4 : skip\n"
                "  L4   2:3      -> L5 : skip\n"
                "  L5   3:3      -> L6 : [x == 0]\n"
                "                -> L7 : [x != 0]\n"
                "  L6   4:3      -> undefined (forbidden by the specification) "
                ": perform b\n"
                "  L7   5:3      -> L8 : [x == 0]\n"
                "                -> L9 : [x != 0]\n"
                "  L8   5:3      -> exit : return x\n"
                "  L9   5:3      -> undefined (forbidden by the specification) "
                ": skip\n",
                "1@0:a 2@1:c 3@1 4@1 5@1:b 6@1 6@1 6@1:return{0} "
                "6@1:return{other} ");
  setting_release(&s);
}

// Without a system the actions stay, as labels.
static void test_labels_only(void **state) {
  (void)state;
  struct setting s;
  setting_init(&s, 0);
  small_component(&s);
  check_product(&s,
                "procedure int f (with its specification)(void)  // a.c:1:5\n"
                "  (entry)\n"
                "  L3   1:3      -> L4 : perform a\n"
                "  L4   2:3      -> L5 : perform c\n"
                "  L5   3:3      -> L6 : [x == 0]\n"
                "                -> L7 : [x != 0]\n"
                "  L6   4:3      -> L7 : perform b\n"
                "  L7   5:3      -> exit : return x\n",
                "1@0:a 2@0:c 3@0 4@0 5@0:b 6@0 ");
  setting_release(&s);
}

// ---- At random --------------------------------------------------------------

// Branches on x, performs, returns; the same as an LTS.
static struct lts *random_component(struct setting *s) {
  enum { LENGTH = 7 };
  struct fixture *fx = &s->fx;
  struct term_table *terms = fx->program->terms;
  struct location_id l[LENGTH] = {fx->f->entry};
  struct lts_builder builder;
  lts_builder_init(&builder, s->actions.table);
  lts_builder_states(&builder, LENGTH + 1);
  for (uint32_t i = 1; i < LENGTH; i++)
    l[i] = location(fx, i + 1);
  for (uint32_t i = 0; i < LENGTH; i++) {
    uint32_t to = random_below(&s->random, LENGTH);
    uint32_t kind = random_below(&s->random, 4);
    struct action action = action_tau;
    if (kind == 0) {
      uint32_t value = random_below(&s->random, 2);
      edge(fx, l[i], fx->f->exit, op_return(constant(fx, 32, value)));
      lts_builder_step(&builder, i, s->actions.returns[value], LENGTH);
    } else if (kind == 1) {
      uint32_t also = random_below(&s->random, LENGTH);
      struct term less =
          term_compare(terms, OP_SLT, value_of(fx, s->x), constant(fx, 32, i));
      edge(fx, l[i], l[to], operation_assume(less));
      edge(fx, l[i], l[also], operation_assume(term_not(terms, less)));
      lts_builder_step(&builder, i, action, to);
      lts_builder_step(&builder, i, action, also);
    } else {
      uint32_t number = random_below(&s->random, SYSTEM_ACTIONS);
      edge(fx, l[i], l[to], op_perform(s, number));
      lts_builder_step(&builder, i, s->actions.plain[number], to);
    }
  }
  procedure_seal(fx->f);
  return lts_builder_finish(&builder);
}

static bool is_forbidden(const struct product *product) {
  for (uint32_t i = 1; i < product->procedure->edges.count; i++)
    if (product->procedure->edges.at[i].undefined == UNDEFINED_FORBIDDEN)
      return true;
  return false;
}

// What is between the component and the product: edges of the same origin.
static void check_origins(struct setting *s, const struct product *product) {
  for (uint32_t i = 1; i < product->procedure->edges.count; i++) {
    const struct edge *made = &product->procedure->edges.at[i];
    const struct edge *origin =
        procedure_edge(s->fx.f, (struct edge_id){product->provenance.steps.at[i]});
    uint32_t location = product->locations.at[made->from.id];
    if (location)
      assert_int_equal(location, origin->from.id);
    assert_true(made->op.kind == origin->op.kind ||
                origin->op.kind == OPERATION_PERFORM ||
                origin->op.kind == OPERATION_RETURN);
  }
}

static void test_random(void **state) {
  (void)state;
  uint32_t wrong = 0, right = 0;
  for (uint64_t seed = 1; seed <= 400; seed++) {
    struct setting s;
    struct product product;
    setting_init(&s, seed);
    bool with_returns = seed % 2;
    struct lts *component = random_component(&s);
    specify(&s, random_system(&s.actions, &s.random, with_returns),
            with_returns);
    make_product(&s, &product);
    struct lts *seen = lts_project(component, &s.system->alphabet);
    struct comparison comparison =
        lts_compare(seen, s.system,
                    (struct compare_options){.relation = RELATION_WEAK_TRACE});
    assert_int_equal(is_forbidden(&product),
                     comparison.answer == COMPARE_FAILS);
    if (comparison.answer == COMPARE_FAILS)
      wrong++;
    else
      right++;
    check_origins(&s, &product);
    comparison_release(&comparison);
    lts_free(seen);
    lts_free(component);
    product_release(&product);
    setting_release(&s);
  }
  assert_true(wrong > 50 && right > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small),
      cmocka_unit_test(test_labels_only),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
