// Decision diagrams against truth tables of six variables.

#include "../unit.h"

#include <malloc.h>

#include "solver/dd.h"

enum { VARIABLES = 6, ROWS = 1 << VARIABLES, POOL = 12, PLACES = 40 };

// Row r of a table is bit r; in it variable v has the value r >> v & 1. A
// function of the table's variables 0 .. 5 is a diagram of variables[0 .. 5].
struct function {
  struct dd dd;
  uint64_t table;
};

struct work {
  struct dd_manager *m;
  struct random random;
  uint32_t variables[VARIABLES];
  struct function pool[POOL];
};

static uint64_t table_of_variable(uint32_t v) {
  uint64_t table = 0;
  for (uint32_t row = 0; row < ROWS; row++)
    table |= (uint64_t)(row >> v & 1) << row;
  return table;
}

static uint64_t table_exists(uint64_t table, uint32_t v) {
  uint64_t high = table & table_of_variable(v);
  uint64_t low = table & ~table_of_variable(v);
  return table | high >> (1u << v) | low << (1u << v);
}

// The value of a diagram when variable v is `values >> v & 1`.
static bool dd_value(struct dd_manager *m, struct dd a, uint64_t values) {
  uint32_t scope = dd_scope_begin(m);
  while (!dd_is_true(a) && !dd_is_false(a))
    a = values >> dd_top(a) & 1 ? dd_high(m, a) : dd_low(m, a);
  dd_scope_end(m, scope);
  return dd_is_true(a);
}

static uint64_t values_of_row(const uint32_t *variables, uint32_t row) {
  uint64_t values = 0;
  for (uint32_t v = 0; v < VARIABLES; v++)
    values |= (uint64_t)(row >> v & 1) << variables[v];
  return values;
}

static void check_function(struct dd_manager *m, const uint32_t *variables,
                           struct function f) {
  for (uint32_t row = 0; row < ROWS; row++)
    assert_int_equal(dd_value(m, f.dd, values_of_row(variables, row)),
                     f.table >> row & 1);
}

static void work_init(struct work *w, uint64_t seed) {
  *w = (struct work){.m = dd_manager_new(), .random = {seed}};
  dd_reserve(w->m, PLACES);
  for (uint32_t v = 0; v < VARIABLES; v++)
    w->variables[v] = v;
}

static struct function *pick(struct work *w) {
  return &w->pool[random_below(&w->random, POOL)];
}

static struct function random_literal(struct work *w) {
  uint32_t v = random_below(&w->random, VARIABLES);
  if (random_below(&w->random, 4) == 0)
    return (struct function){dd_variable(w->m, w->variables[v]),
                             table_of_variable(v)};
  bool value = random_below(&w->random, 2);
  uint64_t table = table_of_variable(v);
  return (struct function){dd_literal(w->m, w->variables[v], value),
                           value ? table : ~table};
}

static struct function random_operation(struct work *w) {
  struct function a = *pick(w), b = *pick(w), c = *pick(w);
  switch (random_below(&w->random, 7)) {
  case 0: return (struct function){dd_and(w->m, a.dd, b.dd), a.table & b.table};
  case 1: return (struct function){dd_or(w->m, a.dd, b.dd), a.table | b.table};
  case 2: return (struct function){dd_not(w->m, a.dd), ~a.table};
  case 3:
    return (struct function){dd_iff(w->m, a.dd, b.dd), ~(a.table ^ b.table)};
  case 4:
    return (struct function){dd_ite(w->m, a.dd, b.dd, c.dd),
                             (a.table & b.table) | (~a.table & c.table)};
  case 5:
    return (struct function){dd_minus(w->m, a.dd, b.dd), a.table & ~b.table};
  default: return random_literal(w);
  }
}

static void fill_pool(struct work *w, uint32_t operations) {
  for (uint32_t i = 0; i < POOL; i++)
    w->pool[i] = random_literal(w);
  for (uint32_t i = 0; i < operations; i++)
    *pick(w) = random_operation(w);
}

static void test_operations(void **state) {
  (void)state;
  struct work w;
  work_init(&w, 1);
  for (uint32_t round = 0; round < 200; round++) {
    uint32_t scope = dd_scope_begin(w.m);
    fill_pool(&w, 40);
    for (uint32_t i = 0; i < POOL; i++) {
      struct function a = w.pool[i], b = *pick(&w);
      check_function(w.m, w.variables, a);
      assert_int_equal(dd_equal(a.dd, b.dd), a.table == b.table);
      assert_int_equal(dd_is_false(dd_minus(w.m, a.dd, b.dd)),
                       !(a.table & ~b.table));
      assert_int_equal(dd_is_false(a.dd), a.table == 0);
      assert_int_equal(dd_is_true(a.dd), ~a.table == 0);
      if (dd_is_false(b.dd))
        continue;
      struct dd simple = dd_simplify(w.m, a.dd, b.dd);
      assert_true(dd_equal(dd_and(w.m, simple, b.dd), dd_and(w.m, a.dd, b.dd)));
    }
    dd_scope_end(w.m, scope);
  }
  dd_manager_free(w.m);
}

// A random set of the variables: as numbers and as a mask.
static uint32_t random_subset(struct work *w, uint32_t *list, uint32_t *mask) {
  uint32_t count = 0;
  *mask = random_below(&w->random, 1 << VARIABLES);
  for (uint32_t v = 0; v < VARIABLES; v++)
    if (*mask >> v & 1)
      list[count++] = w->variables[v];
  return count;
}

static void test_exists(void **state) {
  (void)state;
  struct work w;
  work_init(&w, 2);
  for (uint32_t round = 0; round < 400; round++) {
    uint32_t scope = dd_scope_begin(w.m);
    fill_pool(&w, 30);
    struct function a = *pick(&w), b = *pick(&w);
    uint32_t list[VARIABLES], mask;
    uint32_t count = random_subset(&w, list, &mask);
    uint64_t one = a.table, both = a.table & b.table;
    for (uint32_t v = 0; v < VARIABLES; v++) {
      one = mask >> v & 1 ? table_exists(one, v) : one;
      both = mask >> v & 1 ? table_exists(both, v) : both;
    }
    check_function(w.m, w.variables,
                   (struct function){dd_exists(w.m, a.dd, list, count), one});
    check_function(
        w.m, w.variables,
        (struct function){dd_and_exists(w.m, a.dd, b.dd, list, count), both});
    dd_scope_end(w.m, scope);
  }
  dd_manager_free(w.m);
}

// Some variables move by six places; crossing over one another is allowed.
static void test_rename(void **state) {
  (void)state;
  struct work w;
  work_init(&w, 3);
  for (uint32_t round = 0; round < 300; round++) {
    uint32_t scope = dd_scope_begin(w.m);
    fill_pool(&w, 30);
    struct function a = *pick(&w);
    uint32_t from[VARIABLES], to[VARIABLES], moved[VARIABLES], mask;
    uint32_t count = random_subset(&w, from, &mask);
    memcpy(moved, w.variables, sizeof moved);
    bool is_reversed = random_below(&w.random, 2);
    for (uint32_t i = 0; i < count; i++) {
      to[i] = VARIABLES + (is_reversed ? VARIABLES - 1 - from[i] : from[i]);
      moved[from[i]] = to[i];
    }
    struct dd renamed = dd_rename(w.m, a.dd, from, to, count);
    check_function(w.m, moved, (struct function){renamed, a.table});
    assert_true(dd_equal(dd_rename(w.m, renamed, to, from, count), a.dd));
    dd_scope_end(w.m, scope);
  }
  dd_manager_free(w.m);
}

static void test_high_and_low(void **state) {
  (void)state;
  struct work w;
  work_init(&w, 4);
  for (uint32_t round = 0; round < 400; round++) {
    uint32_t scope = dd_scope_begin(w.m);
    fill_pool(&w, 30);
    struct function a = *pick(&w);
    if (a.table && ~a.table) {
      uint32_t v = dd_top(a.dd);
      uint64_t variable = table_of_variable(v);
      for (uint32_t before = 0; before < v; before++)
        assert_true(table_exists(a.table, before) == a.table);
      check_function(w.m, w.variables,
                     (struct function){dd_high(w.m, a.dd),
                                       table_exists(a.table & variable, v)});
      check_function(w.m, w.variables,
                     (struct function){dd_low(w.m, a.dd),
                                       table_exists(a.table & ~variable, v)});
    }
    dd_scope_end(w.m, scope);
  }
  dd_manager_free(w.m);
}

// Counting and enumerating

struct seen {
  uint64_t table;
  uint32_t total, stop_after;
  uint32_t last;
};

// The first variable asked for counts most: the order is lexicographic.
static bool record(void *context, const bool *values) {
  struct seen *seen = context;
  uint32_t row = 0, rank = 0;
  for (uint32_t v = 0; v < VARIABLES; v++) {
    row |= (uint32_t)values[v] << v;
    rank = rank << 1 | values[v];
  }
  assert_true(!seen->total || rank > seen->last);
  seen->last = rank;
  seen->table |= (uint64_t)1 << row;
  return ++seen->total != seen->stop_after;
}

static void test_each(void **state) {
  (void)state;
  struct work w;
  work_init(&w, 5);
  for (uint32_t round = 0; round < 300; round++) {
    uint32_t scope = dd_scope_begin(w.m);
    fill_pool(&w, 30);
    struct function a = *pick(&w);
    uint32_t total = (uint32_t)__builtin_popcountll(a.table);
    struct seen seen = {0};
    assert_true(dd_each(w.m, a.dd, w.variables, VARIABLES, record, &seen));
    assert_true(seen.table == a.table);
    assert_int_equal(seen.total, total);
    assert_true(dd_count(w.m, a.dd, w.variables, VARIABLES) == total);
    if (total > 1) {
      seen = (struct seen){.stop_after = 1 + random_below(&w.random, total)};
      assert_false(dd_each(w.m, a.dd, w.variables, VARIABLES, record, &seen));
      assert_int_equal(seen.total, seen.stop_after);
    }
    dd_scope_end(w.m, scope);
  }
  dd_manager_free(w.m);
}

static bool count_up(void *context, const bool *values) {
  (void)values;
  ++*(uint32_t *)context;
  return true;
}

// Of a function that does not depend on the other variables.
static void test_count_of_some(void **state) {
  (void)state;
  struct work w;
  work_init(&w, 6);
  for (uint32_t round = 0; round < 200; round++) {
    uint32_t scope = dd_scope_begin(w.m);
    fill_pool(&w, 30);
    uint32_t others[VARIABLES], list[VARIABLES], mask, count = 0;
    uint32_t other_count = random_subset(&w, others, &mask);
    for (uint32_t v = 0; v < VARIABLES; v++)
      if (!(mask >> v & 1))
        list[count++] = w.variables[v];
    struct function a = *pick(&w);
    for (uint32_t v = 0; v < VARIABLES; v++)
      a.table = mask >> v & 1 ? table_exists(a.table, v) : a.table;
    a.dd = dd_exists(w.m, a.dd, others, other_count);
    double wanted = __builtin_popcountll(a.table) >> other_count;
    uint32_t met = 0;
    assert_true(dd_count(w.m, a.dd, list, count) == wanted);
    assert_true(dd_each(w.m, a.dd, list, count, count_up, &met));
    assert_true(met == wanted);
    dd_scope_end(w.m, scope);
  }
  dd_manager_free(w.m);
}

// Scopes

struct kept {
  struct function function;
  uint32_t variables[VARIABLES];
};

// Six variables in ascending order out of PLACES.
static void move_variables(struct work *w) {
  uint32_t place = 0;
  for (uint32_t v = 0; v < VARIABLES; v++) {
    place += 1 + random_below(&w->random, PLACES / VARIABLES);
    w->variables[v] = place - 1;
  }
}

static struct function work_in_scopes(struct work *w, uint32_t depth) {
  uint32_t scope = dd_scope_begin(w->m);
  fill_pool(w, 40);
  struct function result = *pick(w);
  if (depth) {
    struct function inner = work_in_scopes(w, depth - 1);
    result = (struct function){dd_iff(w->m, result.dd, inner.dd),
                               ~(result.table ^ inner.table)};
  }
  result.dd = dd_scope_return(w->m, scope, result.dd);
  return result;
}

// Enough garbage for many collections; what was kept or returned survives.
static void test_scopes(void **state) {
  (void)state;
  enum { KEPT = 50 };
  struct work w;
  struct kept kept[KEPT] = {0};
  work_init(&w, 7);
  for (uint32_t round = 0; round < 3000; round++) {
    struct kept *slot = &kept[random_below(&w.random, KEPT)];
    check_function(w.m, slot->variables, slot->function);
    dd_drop(w.m, slot->function.dd);
    uint32_t scope = dd_scope_begin(w.m);
    move_variables(&w);
    struct function result = work_in_scopes(&w, random_below(&w.random, 4));
    check_function(w.m, w.variables, result);
    slot->function = (struct function){dd_keep(w.m, result.dd), result.table};
    memcpy(slot->variables, w.variables, sizeof slot->variables);
    dd_scope_end(w.m, scope);
  }
  for (uint32_t i = 0; i < KEPT; i++) {
    check_function(w.m, kept[i].variables, kept[i].function);
    dd_drop(w.m, kept[i].function.dd);
  }
  dd_manager_free(w.m);
}

// One manager after the other, and variables that come later.
static void test_life(void **state) {
  (void)state;
  for (uint32_t count = 1; count < 100; count += 33) {
    struct dd_manager *m = dd_manager_new();
    dd_reserve(m, count);
    dd_reserve(m, 1); // asks for fewer: no change
    struct dd a = dd_variable(m, count - 1);
    dd_reserve(m, count + 1);
    struct dd b = dd_and(m, a, dd_literal(m, count, false));
    assert_int_equal(dd_top(b), count - 1);
    assert_true(dd_equal(dd_low(m, b), dd_false()));
    assert_true(dd_node_count(m) >= 4);
    dd_manager_free(m);
  }
}

// Variables `from` to before `to` are those that come PAIRS later.
enum { PAIRS = 15 };

static struct dd equal_pairs(struct dd_manager *m, uint32_t from, uint32_t to) {
  struct dd all = dd_true();
  for (uint32_t i = from; i < to; i++) {
    struct dd pair = dd_iff(m, dd_variable(m, i), dd_variable(m, PAIRS + i));
    all = dd_and(m, all, pair);
  }
  return all;
}

// A collection in the middle of an operation, in memory that is not clean: what
// malloc left behind must not be taken for a node.
static void test_collection(void **state) {
  enum { MORE = 1000, DIRT = 0x5a };
  (void)state;
  struct dd_manager *m = dd_manager_new();
  dd_reserve(m, 2 * PAIRS);
  struct dd a = equal_pairs(m, 0, PAIRS / 2);
  struct dd b = equal_pairs(m, PAIRS / 2, PAIRS);
  mallopt(M_PERTURB, ~DIRT & 0xff);
  dd_reserve(m, MORE);
  mallopt(M_PERTURB, 0);
  struct dd both = dd_and(m, a, b);
  assert_true(dd_node_count(m) > 1u << PAIRS);
  uint32_t variables[2 * PAIRS];
  for (uint32_t i = 0; i < 2 * PAIRS; i++)
    variables[i] = i;
  assert_true(dd_count(m, both, variables, 2 * PAIRS) == 1u << PAIRS);
  dd_manager_free(m);
}

// A count holds although there are more variables than when it was asked for
// first, and with more than a double has powers of two.
static void test_count_after_growth(void **state) {
  (void)state;
  struct dd_manager *m = dd_manager_new();
  uint32_t variables[2000];
  for (uint32_t v = 0; v < 2000; v++)
    variables[v] = v;
  dd_reserve(m, 3);
  struct dd both = dd_and(m, dd_variable(m, 1), dd_variable(m, 2));
  for (uint32_t count = 3; count <= 48; count += 5) {
    dd_reserve(m, count);
    assert_true(dd_count(m, both, variables, count) ==
                (double)(UINT64_C(1) << (count - 2)));
  }
  dd_reserve(m, 2000);
  struct dd most = dd_cube(m, variables, 1990);
  assert_true(dd_count(m, most, variables, 2000) == 1024);
  dd_manager_free(m);
}

// The table of nodes is full when variables are added: nodes must not be
// collected while BuDDy's stack is new, with what malloc left in it.
static void fill_and_grow(uint32_t nodes) {
  enum { ADDED = 600, FIRST = 20 };
  struct dd_manager *m = dd_manager_new();
  dd_reserve(m, FIRST);
  uint32_t scope = dd_scope_begin(m);
  for (uint32_t i = 0; dd_node_count(m) < nodes; i++) {
    struct dd cube = dd_true();
    for (uint32_t k = 0; k < FIRST && dd_node_count(m) < nodes; k++)
      cube = dd_and(m, dd_literal(m, FIRST - 1 - k, (i * 2654435761u >> k) & 1),
                    cube);
  }
  struct dd last = dd_variable(m, FIRST - 1);
  dd_reserve(m, FIRST + ADDED);
  struct dd both = dd_and(m, last, dd_variable(m, FIRST + ADDED - 1));
  assert_false(dd_is_false(both));
  dd_scope_end(m, scope);
  dd_manager_free(m);
}

static void test_full_table(void **state) {
  (void)state;
  mallopt(M_PERTURB, 0xee); // it leaves large positive numbers
  for (uint32_t nodes = 19980; nodes < 20030; nodes++)
    fill_and_grow(nodes); // one of these is the size of the table
  mallopt(M_PERTURB, 0);
}

// The strongest conjunction of literals, which is true where none is implied.
static uint64_t table_hull(uint64_t table) {
  uint64_t hull = table ? UINT64_MAX : 0;
  for (uint32_t v = 0; v < VARIABLES; v++) {
    if (!(table & ~table_of_variable(v)))
      hull &= table_of_variable(v);
    if (!(table & table_of_variable(v)))
      hull &= ~table_of_variable(v);
  }
  return hull;
}

// Of several managers, and with more variables each time.
static void test_hull(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    struct work w;
    work_init(&w, seed);
    for (uint32_t round = 0; round < 400; round++) {
      uint32_t scope = dd_scope_begin(w.m);
      dd_reserve(w.m, PLACES + round);
      struct function f = random_literal(&w);
      for (uint32_t i = random_below(&w.random, 6); i; i--) {
        struct function other = random_literal(&w);
        bool is_or = random_below(&w.random, 3) == 0;
        f.dd = is_or ? dd_or(w.m, f.dd, other.dd) : dd_and(w.m, f.dd, other.dd);
        f.table = is_or ? f.table | other.table : f.table & other.table;
      }
      check_function(
          w.m, w.variables,
          (struct function){dd_hull(w.m, f.dd), table_hull(f.table)});
      dd_scope_end(w.m, scope);
    }
    dd_manager_free(w.m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_full_table),
      cmocka_unit_test(test_operations),
      cmocka_unit_test(test_exists),
      cmocka_unit_test(test_rename),
      cmocka_unit_test(test_hull),
      cmocka_unit_test(test_high_and_low),
      cmocka_unit_test(test_each),
      cmocka_unit_test(test_count_of_some),
      cmocka_unit_test(test_count_after_growth),
      cmocka_unit_test(test_scopes),
      cmocka_unit_test(test_life),
      cmocka_unit_test(test_collection),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
