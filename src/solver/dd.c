#include "solver/dd.h"

#include <bdd.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"

enum { FIRST_NODES = 20000, FIRST_CACHE = 5000 };

VEC_DEFINE(node_vec, int);

struct dd_manager {
  struct node_vec held; // one reference each, by scope
};

// A failed operation would return "false", which here means "unreachable": no
// answer may be built on it.
static void stop_on_error(int code) {
  BUG("decision diagrams: %s", bdd_errstring(code));
}

// BuDDy's stack of nodes in use. It writes a slot after the call that computes
// what goes there and counts it before, so its garbage collector meets slots
// that were never written. A stale node is harmless there, but what malloc left
// is not: it marks whatever memory that is the index of.
extern int *bddrefstack;

static int free_nodes(void) {
  return bdd_getallocnum() - bdd_getnodenum();
}

// The stack is new while variables are added, so that nodes must not be
// collected then: there must be enough of them. Without, some that nobody needs
// are made, until the table grows.
static void make_room(int nodes) {
  enum { WIDTH = 24, TRIALS = 1 << 16 };
  int variables[WIDTH], width = 0;
  if (free_nodes() > nodes)
    return;
  bdd_gbc();
  for (; width < bdd_varnum() && width < WIDTH; width++)
    variables[width] = bdd_varnum() - 1 - width;
  for (int i = 0; i < TRIALS && free_nodes() <= nodes; i++)
    bdd_buildcube(i, width, variables);
}

static void set_variables(int count) {
  make_room(2 * (count - bdd_varnum()) + 2);
  bdd_setvarnum(count); // allocates the stack anew
  memset(bddrefstack, 0, (2 * (size_t)count + 4) * sizeof *bddrefstack);
}

struct dd_manager *dd_manager_new(void) {
  CHECK(!bdd_isrunning(), "a second manager of decision diagrams");
  bdd_init(FIRST_NODES, FIRST_CACHE);
  bdd_gbc_hook(NULL);
  bdd_error_hook(stop_on_error);
  bdd_setmaxincrease(1 << 20);
  bdd_setcacheratio(8);
  set_variables(1); // without any, bdd_done frees an earlier manager's tables
  return memory_new_zero(1, sizeof(struct dd_manager));
}

void dd_manager_free(struct dd_manager *m) {
  node_vec_release(&m->held);
  free(m);
  bdd_done();
}

void dd_reserve(struct dd_manager *m, uint32_t count) {
  (void)m;
  if ((uint32_t)bdd_varnum() < count)
    set_variables((int)count);
}

uint32_t dd_node_count(struct dd_manager *m) {
  (void)m;
  return (uint32_t)bdd_getnodenum();
}

uint32_t dd_scope_begin(struct dd_manager *m) {
  return m->held.count;
}

void dd_scope_end(struct dd_manager *m, uint32_t scope) {
  DCHECK(scope <= m->held.count, "a scope of diagrams ends twice");
  while (m->held.count > scope)
    bdd_delref(node_vec_pop(&m->held));
}

static struct dd hold(struct dd_manager *m, int node) {
  node_vec_push(&m->held, bdd_addref(node));
  return (struct dd){node};
}

struct dd dd_scope_return(struct dd_manager *m, uint32_t scope, struct dd a) {
  bdd_addref(a.node);
  dd_scope_end(m, scope);
  node_vec_push(&m->held, a.node);
  return a;
}

struct dd dd_keep(struct dd_manager *m, struct dd a) {
  (void)m;
  bdd_addref(a.node);
  return a;
}

void dd_drop(struct dd_manager *m, struct dd a) {
  (void)m;
  bdd_delref(a.node);
}

void dd_replace(struct dd_manager *m, struct dd *kept, struct dd value) {
  dd_keep(m, value);
  dd_drop(m, *kept);
  *kept = value;
}

struct dd dd_variable(struct dd_manager *m, uint32_t variable) {
  return hold(m, bdd_ithvar((int)variable));
}

struct dd dd_literal(struct dd_manager *m, uint32_t variable, bool value) {
  return hold(m,
              value ? bdd_ithvar((int)variable) : bdd_nithvar((int)variable));
}

struct dd dd_not(struct dd_manager *m, struct dd a) {
  return hold(m, bdd_not(a.node));
}

struct dd dd_and(struct dd_manager *m, struct dd a, struct dd b) {
  return hold(m, bdd_and(a.node, b.node));
}

struct dd dd_or(struct dd_manager *m, struct dd a, struct dd b) {
  return hold(m, bdd_or(a.node, b.node));
}

struct dd dd_minus(struct dd_manager *m, struct dd a, struct dd b) {
  return hold(m, bdd_apply(a.node, b.node, bddop_diff));
}

struct dd dd_simplify(struct dd_manager *m, struct dd a, struct dd care) {
  return dd_is_true(care) ? a : hold(m, bdd_simplify(a.node, care.node));
}

struct dd dd_iff(struct dd_manager *m, struct dd a, struct dd b) {
  return hold(m, bdd_biimp(a.node, b.node));
}

struct dd dd_ite(struct dd_manager *m, struct dd condition, struct dd then,
                 struct dd otherwise) {
  return hold(m, bdd_ite(condition.node, then.node, otherwise.node));
}

struct dd dd_cube(struct dd_manager *m, const uint32_t *variables,
                  uint32_t count) {
  if (!count)
    return dd_true();
  int *list = memory_new((count + 1) * sizeof *list);
  for (uint32_t i = 0; i < count; i++)
    list[i] = (int)variables[i];
  struct dd cube = hold(m, bdd_makeset(list, (int)count));
  free(list);
  return cube;
}

struct dd dd_exists(struct dd_manager *m, struct dd a,
                    const uint32_t *variables, uint32_t count) {
  return dd_exists_cube(m, a, dd_cube(m, variables, count));
}

struct dd dd_exists_cube(struct dd_manager *m, struct dd a, struct dd cube) {
  return dd_is_true(cube) ? a : hold(m, bdd_exist(a.node, cube.node));
}

struct dd dd_and_exists(struct dd_manager *m, struct dd a, struct dd b,
                        const uint32_t *variables, uint32_t count) {
  return dd_and_exists_cube(m, a, b, dd_cube(m, variables, count));
}

struct dd dd_and_exists_cube(struct dd_manager *m, struct dd a, struct dd b,
                             struct dd cube) {
  return dd_is_true(cube) ? dd_and(m, a, b)
                          : hold(m, bdd_relprod(a.node, b.node, cube.node));
}

// Towards true, on one of the ways there.
static struct dd step_to_true(struct dd_manager *m, struct dd a) {
  struct dd high = dd_high(m, a);
  return dd_is_false(high) ? dd_low(m, a) : high;
}

// A variable that is not on some way to true can be either there, so those of
// one way are all that can be in the hull. (Nor would bdd_support do to find
// them: see without_others.)
struct dd dd_hull(struct dd_manager *m, struct dd a) {
  if (dd_is_false(a))
    return a;
  struct dd hull = dd_true();
  for (struct dd rest = a; !dd_is_true(rest); rest = step_to_true(m, rest)) {
    struct dd variable = dd_variable(m, dd_top(rest));
    if (dd_is_false(dd_minus(m, a, variable)))
      hull = dd_and(m, hull, variable);
    else if (dd_is_false(dd_and(m, a, variable)))
      hull = dd_and(m, hull, dd_not(m, variable));
  }
  return hull;
}

// Does it depend on one of the variables?
static bool depends_on(struct dd_manager *m, struct dd a,
                       const uint32_t *variables, uint32_t count) {
  uint32_t scope = dd_scope_begin(m);
  bool depends = dd_exists(m, a, variables, count).node != a.node;
  dd_scope_end(m, scope);
  return depends;
}

struct dd dd_rename(struct dd_manager *m, struct dd a, const uint32_t *from,
                    const uint32_t *to, uint32_t count) {
  if (!count)
    return a;
  DCHECK(!depends_on(m, a, to, count), "renaming to a variable that is there");
  bddPair *pairs = bdd_newpair();
  for (uint32_t i = 0; i < count; i++)
    bdd_setpair(pairs, (int)from[i], (int)to[i]);
  struct dd result = hold(m, bdd_replace(a.node, pairs));
  bdd_freepair(pairs);
  return result;
}

// BuDDy's own count keeps results in a cache that does not notice when there
// are more variables than before, and overflows beyond a thousand of them.

NUMBER_MAP_DEFINE(share_map, int, long double);

// The share of all valuations that the function allows; its exponent may be
// out of the range of a double.
static long double share_of(struct share_map *known, int node) {
  if (node < 2)
    return node;
  long double *found = share_map_find(known, node);
  if (found)
    return *found;
  long double share =
      (share_of(known, bdd_low(node)) + share_of(known, bdd_high(node))) / 2;
  share_map_put(known, node, share);
  return share;
}

double dd_count(struct dd_manager *m, struct dd a, const uint32_t *variables,
                uint32_t count) {
  (void)m;
  (void)variables;
  struct share_map known = {0};
  long double share = share_of(&known, a.node);
  share_map_release(&known);
  return (double)ldexpl(share, (int)count);
}

uint32_t dd_top(struct dd a) {
  return (uint32_t)bdd_var(a.node);
}

struct dd dd_high(struct dd_manager *m, struct dd a) {
  return hold(m, bdd_high(a.node));
}

struct dd dd_low(struct dd_manager *m, struct dd a) {
  return hold(m, bdd_low(a.node));
}

struct enumeration {
  struct dd_manager *m;
  const uint32_t *variables;
  const uint32_t *by_level; // indices of the variables, root first
  uint32_t count;
  bool *values;
  bool (*found)(void *context, const bool *values);
  void *context;
};

// Whatever the values of variables above the given one, which are not asked
// for. (bdd_support would tell whether there are any, but BuDDy 2.4 forgets
// that bdd_done has freed its table, and crashes with the next manager.)
static int without_others(struct enumeration *e, int node, int variable) {
  int level = bdd_var2level(variable);
  while (node > bddtrue && bdd_var2level(bdd_var(node)) < level)
    node = hold(e->m, bdd_or(bdd_low(node), bdd_high(node))).node;
  return node;
}

// The depth of the recursion is the number of variables asked for. The nodes
// are parts of a diagram that the caller holds.
static bool enumerate(struct enumeration *e, int node, uint32_t depth) {
  if (node == bddfalse)
    return true;
  if (depth == e->count)
    return e->found(e->context, e->values);
  uint32_t index = e->by_level[depth];
  node = without_others(e, node, (int)e->variables[index]);
  bool is_free = node == bddtrue || bdd_var(node) != (int)e->variables[index];
  for (int value = 0; value < 2; value++) {
    int next = is_free ? node : value ? bdd_high(node) : bdd_low(node);
    e->values[index] = value != 0;
    if (!enumerate(e, next, depth + 1))
      return false;
  }
  return true;
}

struct leveled {
  int level;
  uint32_t index;
};

static int compare_levels(const void *a, const void *b) {
  const struct leveled *x = a, *y = b;
  return (x->level > y->level) - (x->level < y->level);
}

// The variables from the root of diagrams downwards, as indices.
static uint32_t *order_by_level(const uint32_t *variables, uint32_t count) {
  struct leveled *order = memory_new((count + 1u) * sizeof *order);
  uint32_t *indices = memory_new((count + 1u) * sizeof *indices);
  for (uint32_t i = 0; i < count; i++)
    order[i] = (struct leveled){bdd_var2level((int)variables[i]), i};
  qsort(order, count, sizeof *order, compare_levels);
  for (uint32_t i = 0; i < count; i++)
    indices[i] = order[i].index;
  free(order);
  return indices;
}

bool dd_each(struct dd_manager *m, struct dd a, const uint32_t *variables,
             uint32_t count, bool (*found)(void *context, const bool *values),
             void *context) {
  uint32_t *by_level = order_by_level(variables, count);
  struct enumeration e = {.m = m,
                          .variables = variables,
                          .by_level = by_level,
                          .count = count,
                          .values = memory_new_zero(count + 1, sizeof(bool)),
                          .found = found,
                          .context = context};
  uint32_t scope = dd_scope_begin(m);
  bool complete = enumerate(&e, a.node, 0);
  dd_scope_end(m, scope);
  free(e.values);
  free(by_level);
  return complete;
}
