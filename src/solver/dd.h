// Binary decision diagrams: BuDDy behind a narrow door.
//
// A `struct dd` is a Boolean function of numbered variables. Every function
// here returns a diagram that stays valid until the end of the scope it was
// made in; what must live longer is kept with dd_keep. Scopes nest like blocks:
//
//   uint32_t scope = dd_scope_begin(m);
//   struct dd result = dd_keep(m, dd_and(m, a, b));
//   dd_scope_end(m, scope);          // everything but `result` may go
//
// Equal functions are equal diagrams, so comparison is `==` of nodes. BuDDy has
// one instance per process: at most one manager exists at a time.
#ifndef VOUCH_SOLVER_DD_H
#define VOUCH_SOLVER_DD_H

#include <stdbool.h>
#include <stdint.h>

struct dd {
  int node; // 0 is false, 1 is true
};

struct dd_manager; // opaque

struct dd_manager *dd_manager_new(void);
void dd_manager_free(struct dd_manager *m);
// Makes sure that variables 0 .. count-1 exist.
void dd_reserve(struct dd_manager *m, uint32_t count);
uint32_t dd_node_count(struct dd_manager *m); // live nodes, for statistics

uint32_t dd_scope_begin(struct dd_manager *m);
void dd_scope_end(struct dd_manager *m, uint32_t scope);
// Ends the scope but hands `a` to the one around it.
struct dd dd_scope_return(struct dd_manager *m, uint32_t scope, struct dd a);
struct dd dd_keep(struct dd_manager *m, struct dd a);
void dd_drop(struct dd_manager *m, struct dd a); // the opposite of keep
void dd_replace(struct dd_manager *m, struct dd *kept, struct dd value);

static inline struct dd dd_false(void) {
  return (struct dd){0};
}
static inline struct dd dd_true(void) {
  return (struct dd){1};
}
static inline bool dd_is_false(struct dd a) {
  return a.node == 0;
}
static inline bool dd_is_true(struct dd a) {
  return a.node == 1;
}
static inline bool dd_equal(struct dd a, struct dd b) {
  return a.node == b.node;
}

struct dd dd_variable(struct dd_manager *m, uint32_t variable);
struct dd dd_literal(struct dd_manager *m, uint32_t variable, bool value);
struct dd dd_not(struct dd_manager *m, struct dd a);
struct dd dd_and(struct dd_manager *m, struct dd a, struct dd b);
struct dd dd_or(struct dd_manager *m, struct dd a, struct dd b);
struct dd dd_minus(struct dd_manager *m, struct dd a, struct dd b);
// A smaller one that agrees with `a` wherever `care` is true, which is not
// nowhere.
struct dd dd_simplify(struct dd_manager *m, struct dd a, struct dd care);
struct dd dd_iff(struct dd_manager *m, struct dd a, struct dd b);
struct dd dd_ite(struct dd_manager *m, struct dd condition, struct dd then,
                 struct dd otherwise);

// Exists the variables: `a` alone, or the conjunction of a and b.
struct dd dd_exists(struct dd_manager *m, struct dd a,
                    const uint32_t *variables, uint32_t count);
// The same with the variables as a conjunction, made once for many uses.
struct dd dd_cube(struct dd_manager *m, const uint32_t *variables,
                  uint32_t count);
struct dd dd_exists_cube(struct dd_manager *m, struct dd a, struct dd cube);
struct dd dd_and_exists(struct dd_manager *m, struct dd a, struct dd b,
                        const uint32_t *variables, uint32_t count);
struct dd dd_and_exists_cube(struct dd_manager *m, struct dd a, struct dd b,
                             struct dd cube);
// The strongest conjunction of variables and their negations that a implies: of
// false, false.
struct dd dd_hull(struct dd_manager *m, struct dd a);
// Replaces variable from[i] by to[i], all at once; no to[i] occurs in a.
struct dd dd_rename(struct dd_manager *m, struct dd a, const uint32_t *from,
                    const uint32_t *to, uint32_t count);
// The number of valuations of the variables, the only ones on which a depends,
// that a allows, as a double.
double dd_count(struct dd_manager *m, struct dd a, const uint32_t *variables,
                uint32_t count);

// The first variable that a diagram, neither true nor false, depends on, and
// what remains when that is true or false.
uint32_t dd_top(struct dd a);
struct dd dd_high(struct dd_manager *m, struct dd a);
struct dd dd_low(struct dd_manager *m, struct dd a);

// Calls `found` with the values of the variables for every valuation of them
// that the function allows, in lexicographic order of the variables' numbers,
// false first. Stops when it returns false; then so does this.
bool dd_each(struct dd_manager *m, struct dd a, const uint32_t *variables,
             uint32_t count, bool (*found)(void *context, const bool *values),
             void *context);

#endif
