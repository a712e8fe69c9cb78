// The logics of two, three and four values, table by table (seed 004, section 2
// and figure 3); pairs of diagrams against one diagram with one more variable;
// the relations of figure 4, cell by cell.
#include "fixture.h"

#include "bp/belnap.h"
#include "bp/kripke.h"

enum { F = BELNAP_F, B = BELNAP_BOTTOM, T = BELNAP_TOP, Y = BELNAP_T };

// Rows and columns: f, bottom, top, t.
static const int and_table[4][4] = {
    {F, F, F, F}, {F, B, F, B}, {F, F, T, T}, {F, B, T, Y}};
static const int or_table[4][4] = {
    {F, B, T, Y}, {B, B, Y, Y}, {T, Y, T, Y}, {Y, Y, Y, Y}};
static const int not_table[4] = {Y, B, T, F};
static const int truth_order[4][4] = {
    {1, 1, 1, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}};
static const int information[4][4] = {
    {1, 0, 1, 0}, {1, 1, 1, 1}, {0, 0, 1, 0}, {0, 0, 1, 1}};

static void test_tables(void **state) {
  (void)state;
  bool ok = true;
  for (int a = 0; a < 4; a++) {
    ok &= (int)belnap_not((enum belnap)a) == not_table[a];
    for (int b = 0; b < 4; b++) {
      enum belnap x = (enum belnap)a, y = (enum belnap)b;
      ok &= (int)belnap_and(x, y) == and_table[a][b];
      ok &= (int)belnap_or(x, y) == or_table[a][b];
      ok &= belnap_is_at_most(x, y) == truth_order[a][b];
      ok &= belnap_knows_less(x, y) == information[a][b];
    }
  }
  assert_true(ok);
}

static void test_laws(void **state) {
  (void)state;
  bool distributes = true, swaps = true, closed = true;
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++)
      for (int c = 0; c < 4; c++) {
        enum belnap x = (enum belnap)a, y = (enum belnap)b, z = (enum belnap)c;
        distributes &= belnap_and(x, belnap_or(y, z)) ==
                       belnap_or(belnap_and(x, y), belnap_and(x, z));
        distributes &= belnap_or(x, belnap_and(y, z)) ==
                       belnap_and(belnap_or(x, y), belnap_or(x, z));
        swaps &= belnap_not(belnap_and(x, y)) ==
                 belnap_or(belnap_not(x), belnap_not(y));
        bool three = a != T && b != T, two = three && a != B && b != B;
        closed &= !three || (belnap_and(x, y) != BELNAP_TOP &&
                             belnap_or(x, y) != BELNAP_TOP);
        closed &= !two || belnap_and(x, y) == BELNAP_T ||
                  belnap_and(x, y) == BELNAP_F;
      }
  assert_true(distributes);
  assert_true(swaps);
  assert_true(closed);
}

static struct belnap_pair random_pair(struct dd_manager *m, unsigned seed) {
  struct belnap_pair made = {dd_false(), dd_false()};
  for (unsigned i = 0; i < 16; i++) {
    struct dd cube = dd_true();
    for (unsigned v = 0; v < 4; v++)
      cube = dd_and(m, cube, dd_literal(m, v, i >> v & 1));
    seed = seed * 1103515245u + 12345u;
    if (seed >> 16 & 1)
      made.top = dd_or(m, made.top, cube);
    if (seed >> 17 & 1)
      made.bottom = dd_or(m, made.bottom, cube);
  }
  return made;
}

static bool is_same(struct dd_manager *m, struct belnap_pair pair,
                    struct dd joined) {
  return dd_equal(belnap_join(m, pair, 4), joined);
}

static void test_joined(void **state) {
  (void)state;
  struct dd_manager *m = dd_manager_new();
  bool ok = true;
  dd_reserve(m, 5);
  for (unsigned seed = 1; seed <= 200; seed++) {
    uint32_t scope = dd_scope_begin(m);
    struct belnap_pair a = random_pair(m, seed), b = random_pair(m, seed + 999);
    struct dd x = belnap_join(m, a, 4), y = belnap_join(m, b, 4);
    ok &= is_same(m, belnap_pair_and(m, a, b), dd_and(m, x, y));
    ok &= is_same(m, belnap_pair_or(m, a, b), dd_or(m, x, y));
    ok &= is_same(m, belnap_pair_not(m, a), belnap_joined_not(m, x, 4));
    struct belnap_pair back = belnap_split(m, x, 4);
    ok &= dd_equal(back.top, a.top) && dd_equal(back.bottom, a.bottom);
    dd_scope_end(m, scope);
  }
  dd_manager_free(m);
  assert_true(ok);
}

// Figure 4: y := y - 1 from a1, where y is above 2 and x is 2.
static void test_figure(void **state) {
  (void)state;
  struct fixture fixture;
  struct strbuf why = {0};
  fixture_init(&fixture,
               "void main() begin decl p, q; p, q := schoose[p, F], schoose[q, "
               "!q]; end");
  const struct bp_statement *s = &fixture.bp->procedures.at[0].statements.at[0];
  // Targets (p, q): ff, tf, ft, tt; then with unknown ones: (?, t), (t, ?).
  static const int over[] = {F, F, Y, Y};
  static const int under[] = {F, F, F, F, Y, F};
  static const int exact[] = {F, F, B, B, T, F};
  static const uint32_t partial[] = {0, 1, 3, 4, 2 + 3, 1 + 6};
  struct kripke kripke;
  assert_true(kripke_init(&kripke, fixture.bp, BP_OVER, &why));
  for (uint32_t i = 0; i < 4; i++)
    assert_int_equal(kripke_assignment(&kripke, s, 2, i), over[i]);
  kripke_release(&kripke);
  assert_true(kripke_init(&kripke, fixture.bp, BP_UNDER, &why));
  for (uint32_t i = 0; i < 6; i++)
    assert_int_equal(kripke_assignment(&kripke, s, 3, partial[i]), under[i]);
  kripke_release(&kripke);
  assert_true(kripke_init(&kripke, fixture.bp, BP_EXACT, &why));
  for (uint32_t i = 0; i < 6; i++)
    assert_int_equal(kripke_assignment(&kripke, s, 3, partial[i]), exact[i]);
  kripke_release(&kripke);
  strbuf_release(&why);
  fixture_release(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables), cmocka_unit_test(test_laws),
      cmocka_unit_test(test_joined), cmocka_unit_test(test_figure)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
