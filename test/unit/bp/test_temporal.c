// Pre-images in structures over logics of two, three and four values (seed 004,
// definition 2), partitioned by the control flow; formulas of any length.
#include "fixture.h"

#include "bp/temporal.h"

static const char program[] = "void main() begin decl p, q;\n"
                              "L0: skip; L1: skip; L2: skip; L3: return; end";

// ---- Structures drawn at random ---------------------------------------------

static const enum belnap two[] = {BELNAP_F, BELNAP_T};
static const enum belnap three[] = {BELNAP_F, BELNAP_T, BELNAP_BOTTOM};
static const enum belnap four[] = {BELNAP_F, BELNAP_T, BELNAP_BOTTOM,
                                   BELNAP_TOP};

struct logic {
  const enum belnap *values;
  uint32_t count;
  enum bp_semantics semantics; // whose states: valuations, or partial ones
};

static const struct logic logics[] = {
    {two, 2, BP_OVER}, {three, 3, BP_EXACT}, {four, 4, BP_EXACT}};

// Any relation over the logic, in place of the program's.
static void draw_steps(struct random *random, const struct logic *logic,
                       struct kripke *kripke) {
  for (uint32_t s = 0; s < kripke->count; s++) {
    kripke->steps[s].count = 0;
    for (uint32_t n = random_below(random, 5); n > 0; n--) {
      enum belnap value = logic->values[random_below(random, logic->count)];
      if (value != BELNAP_F)
        kripke_step_vec_push(
            &kripke->steps[s],
            (struct kripke_step){random_below(random, kripke->count), value});
    }
  }
}

static enum belnap *values_of(const struct kripke *kripke, const char *text) {
  struct bp_formula formula;
  struct strbuf why = {0};
  if (!bp_formula_read(&formula, kripke->bp, text, &why))
    fail_msg("%s: %s", text, strbuf_text(&why));
  enum belnap *values = bp_formula_evaluate(&formula, kripke, false);
  bp_formula_release(&formula);
  strbuf_release(&why);
  return values;
}

// The values of the formula with an operator before it.
static enum belnap *values_with(const struct kripke *kripke,
                                const char *operator, const char * text) {
  struct strbuf whole = {0};
  strbuf_format(&whole, "%s(%s)", operator, text);
  enum belnap *values = values_of(kripke, strbuf_text(&whole));
  strbuf_release(&whole);
  return values;
}

static bool is_in(const struct logic *logic, enum belnap value) {
  for (uint32_t i = 0; i < logic->count; i++)
    if (logic->values[i] == value)
      return true;
  return false;
}

// pre is the join over steps of step and value behind it; wp, its dual, is the
// meet of not step or value behind it. Neither leaves the logic.
static void check_images(const struct logic *logic, const struct kripke *kripke,
                         const char *text) {
  enum belnap *q = values_of(kripke, text);
  enum belnap *some = values_with(kripke, "<> ", text);
  enum belnap *all = values_with(kripke, "[] ", text);
  enum belnap *dual = values_with(kripke, "! <> !", text);
  for (uint32_t s = 0; s < kripke->count; s++) {
    enum belnap pre = BELNAP_F, wp = BELNAP_T;
    for (uint32_t i = 0; i < kripke->steps[s].count; i++) {
      struct kripke_step step = kripke->steps[s].at[i];
      pre = belnap_or(pre, belnap_and(step.value, q[step.to]));
      wp = belnap_and(wp, belnap_or(belnap_not(step.value), q[step.to]));
    }
    assert_int_equal(some[s], pre);
    assert_int_equal(all[s], wp);
    assert_int_equal(dual[s], wp);
    assert_true(is_in(logic, pre) && is_in(logic, wp));
  }
  free(q);
  free(some);
  free(all);
  free(dual);
}

static void test_images(void **state) {
  (void)state;
  // Some of them have all values of the logic.
  static const char *const sets[] = {"p",        "at L1",          "p & !at L2",
                                     "<> p",     "<> p | [] q",    "<> <> q",
                                     "EF q & p", "nu Z. p & <> Z", "[] <> !p"};
  struct fixture fixture;
  struct random random = {7};
  struct strbuf why = {0};
  fixture_init(&fixture, program);
  for (uint32_t i = 0; i < 3; i++) {
    struct kripke kripke;
    assert_true(kripke_init(&kripke, fixture.bp, logics[i].semantics, &why));
    for (uint32_t round = 0; round < 100; round++) {
      draw_steps(&random, &logics[i], &kripke);
      for (uint32_t k = 0; k < sizeof sets / sizeof *sets; k++)
        check_images(&logics[i], &kripke, sets[k]);
    }
    kripke_release(&kripke);
  }
  strbuf_release(&why);
  fixture_release(&fixture);
}

// ---- Partitioned by the control flow ----------------------------------------

// Steps of a state lead where those of its statement do; so its pre-image is
// the join, over these, of the pre-images of what holds at one statement.
static void test_partition(void **state) {
  (void)state;
  static const uint32_t targets[][3] = {{1, 3}, {2}, {0, 3}, {3}};
  static const uint32_t counts[] = {2, 1, 2, 1};
  struct fixture fixture;
  struct strbuf why = {0};
  struct kripke kripke;
  fixture_init(&fixture, "void main() begin decl p, q;\n"
                         "L0: if (schoose[p, q]) then goto L3; fi\n"
                         "L1: p, q := schoose[q, F], schoose[p & q, !p];\n"
                         "L2: goto L0, L3;\nL3: return; end");
  assert_true(kripke_init(&kripke, fixture.bp, BP_EXACT, &why));
  enum belnap *whole = values_of(&kripke, "<> p"), *parts[4];
  for (uint32_t to = 0; to < 4; to++) {
    char text[] = "<> (p & at L0)";
    text[sizeof text - 3] = (char)('0' + to);
    parts[to] = values_of(&kripke, text);
  }
  for (uint32_t s = 0; s < kripke.count; s++) {
    uint32_t at = kripke_statement(&kripke, s), led = 0;
    enum belnap joined = BELNAP_F;
    for (uint32_t i = 0; i < counts[at]; i++) {
      joined = belnap_or(joined, parts[targets[at][i]][s]);
      led |= 1u << targets[at][i];
    }
    assert_int_equal(joined, whole[s]);
    for (uint32_t to = 0; to < 4; to++)
      assert_true(led >> to & 1 || parts[to][s] == BELNAP_F);
  }
  for (uint32_t to = 0; to < 4; to++)
    free(parts[to]);
  free(whole);
  kripke_release(&kripke);
  strbuf_release(&why);
  fixture_release(&fixture);
}

// ---- Formulas of any length -------------------------------------------------

// However many parts come before a fixpoint and are inside it.
static void test_lengths(void **state) {
  (void)state;
  struct fixture fixture;
  struct strbuf why = {0}, text = {0};
  struct kripke kripke;
  fixture_init(&fixture, program);
  assert_true(kripke_init(&kripke, fixture.bp, BP_EXACT, &why));
  enum belnap *wanted = values_of(&kripke, "AG (p | at L3)");
  for (uint32_t length = 0; length < 70; length++) {
    strbuf_clear(&text);
    for (uint32_t i = 0; i < length; i++)
      strbuf_add(&text, "true & ");
    strbuf_add(&text, "nu Z. (p | at L3) & [] Z");
    enum belnap *values = values_of(&kripke, strbuf_text(&text));
    assert_memory_equal(values, wanted, kripke.count * sizeof *values);
    free(values);
  }
  free(wanted);
  kripke_release(&kripke);
  strbuf_release(&why);
  strbuf_release(&text);
  fixture_release(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_images),
                                     cmocka_unit_test(test_partition),
                                     cmocka_unit_test(test_lengths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
