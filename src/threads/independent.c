#include "threads/independent.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "program/access.h"
#include "solver/solver.h"
#include "term/substitute.h"
#include "threads/dead.h"
#include "threads/future.h"
#include "threads/turn.h"

enum {
  MOST_EDGES = 4000, // of a crew
  MOST_TURNS = 600,
  MOST_UNITS = 2000000 // of the solver, for one question
};

NUMBER_MAP_DEFINE(answer_map, uint64_t, bool);
VEC_DEFINE(turn_vec, struct turn);

// A content that is zero wherever a turn begins.
struct claim_of {
  struct turn_cell cell;
  bool is_kept;
};

VEC_DEFINE(claim_of_vec, struct claim_of);

struct independence {
  struct crew *crew;
  struct crew_dead dead;
  struct turn_cell_vec cells;
  struct turn_vec turns;  // of all places where turns begin
  struct u32_vec turn_at; // by location: 1 + the turn; 0: none begins there
  struct claim_of_vec claims;
  struct term known; // the claims, together
  struct solver *solver;
  struct answer_map apart, pairs, verdicts, sure;
  struct independence_figures figures;
};

// ---- Turns ------------------------------------------------------------------

static const struct turn *turn_from(const struct independence *in,
                                    uint32_t location) {
  uint32_t number = in->turn_at.at[location];
  return number ? &in->turns.at[number - 1] : NULL;
}

// All places where turns begin: starts, and where turns end.
static bool find_turns(struct independence *in) {
  const struct crew *crew = in->crew;
  struct bitset open = {0};
  u32_vec_resize(&in->turn_at, crew->location_count + 1);
  for (uint32_t k = 0; k < crew->threads.count; k++)
    bitset_add(&open, crew->threads.at[k].start);
  for (uint32_t at; (at = bitset_next(&open, 0)) != UINT32_MAX;) {
    bitset_remove(&open, at);
    if (!at || in->turn_at.at[at])
      continue;
    struct turn turn;
    turn_init(&turn, crew, at, &in->cells);
    in->turn_at.at[at] = 1 + turn_vec_push(&in->turns, turn);
    turn_reach(crew, at, UINT32_MAX, NULL, &open);
    if (in->turns.count > MOST_TURNS)
      break;
  }
  bitset_release(&open);
  return in->turns.count <= MOST_TURNS;
}

static bool is_bad_end(const struct crew *crew, uint32_t end) {
  return end == crew->exit || end == crew->undefined;
}

// ---- Claims -----------------------------------------------------------------

static bool is_zero_at_first(const struct program *program,
                             const struct turn_cell *cell) {
  const struct object_info *info = program_object(program, cell->object);
  if (info->kind != OBJECT_GLOBAL || info->is_external || info->is_adopted ||
      info->is_thread_local || cell->offset + cell->bytes > info->size)
    return false;
  for (uint32_t i = 0; info->bytes && i < cell->bytes; i++)
    if (info->bytes[cell->offset + i])
      return false;
  for (uint32_t i = 0; i < info->relocation_count; i++)
    if (info->relocations[i].offset < cell->offset + cell->bytes &&
        cell->offset < info->relocations[i].offset + 8)
      return false;
  return true;
}

static bool is_of_mutex(const struct crew *crew, struct object_id object) {
  for (uint32_t i = 0; i < crew->mutexes.count; i++)
    if (crew->mutexes.at[i].object.id == object.id)
      return true;
  return false;
}

static void guess_claims(struct independence *in) {
  for (uint32_t i = 0; i < in->cells.count; i++)
    if (is_of_mutex(in->crew, in->cells.at[i].object) &&
        is_zero_at_first(in->crew->program, &in->cells.at[i]))
      claim_of_vec_push(&in->claims, (struct claim_of){in->cells.at[i], true});
}

static struct term is_zero(const struct program *program, struct term t) {
  return term_eq(program->terms, t,
                 term_const(program->terms, term_width(program->terms, t), 0));
}

static struct term all_claims(const struct independence *in) {
  struct program *program = in->crew->program;
  struct term all = term_true(program->terms);
  for (uint32_t i = 0; i < in->claims.count; i++)
    if (in->claims.at[i].is_kept)
      all = term_and(
          program->terms, all,
          is_zero(program,
                  program_term(program, in->claims.at[i].cell.content)));
  return all;
}

static bool is_impossible(struct solver *solver, struct term_table *terms,
                          struct term t) {
  return term_is_false(terms, t) ||
         solver_check(solver, PURPOSE_PROOF, &t, 1) == ANSWER_UNSAT;
}

// May an edge of a turn that is not plain write to the cell?
static bool may_write(const struct crew *crew, const struct operation *op,
                      const struct turn_cell *cell) {
  const struct program *program = crew->program;
  struct object_id object;
  uint64_t offset;
  switch (op->kind) {
  case OPERATION_ASSIGN:
  case OPERATION_ASSUME:
  case OPERATION_HAVOC:
  case OPERATION_LOAD:
  case OPERATION_INVALID:
  case OPERATION_PERFORM:
  case OPERATION_RETURN:
  case OPERATION_ALLOCATE: // what is there already is not written
  case OPERATION_FREE:
  case OPERATION_LIVE: return false;
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    return !access_split(program, op->memory.address, &object, &offset) ||
           (object.id == cell->object.id &&
            offset < cell->offset + cell->bytes &&
            cell->offset < offset + sort_value_bytes(term_sort(
                                        program->terms, op->memory.value)));
  case OPERATION_CALL: {
    const struct procedure *callee =
        op->call.callee.id ? program_procedure(program, op->call.callee) : NULL;
    return !callee || !(callee->is_error || callee->is_noreturn);
  }
  default: return true;
  }
}

static bool keeps_roughly(const struct crew *crew, const struct turn *turn,
                          const struct turn_cell *cell) {
  struct bitset edges = {0};
  bool keeps = true;
  turn_reach(crew, turn->begin, UINT32_MAX, &edges, NULL);
  BITSET_EACH (i, &edges)
    keeps = keeps && !may_write(crew, &crew->edges.at[i].op, cell);
  bitset_release(&edges);
  return keeps;
}

// Where the claims hold before the turn, does this one after it?
static bool keeps(struct independence *in, struct solver *solver,
                  const struct turn *turn, const struct turn_cell *cell) {
  struct program *program = in->crew->program;
  struct term_table *terms = program->terms;
  if (!turn->is_plain)
    return keeps_roughly(in->crew, turn, cell);
  for (uint32_t i = 0; i < turn->paths.count; i++) {
    const struct turn_path *path = &turn->paths.at[i];
    struct term after = turn_path_value(in->crew, path, cell->content);
    if (is_bad_end(in->crew, path->end) ||
        term_equal(after, program_term(program, cell->content)))
      continue;
    struct term broken =
        term_and(terms, term_and(terms, in->known, path->guard),
                 term_not(terms, is_zero(program, after)));
    if (!is_impossible(solver, terms, broken))
      return false;
  }
  return true;
}

static bool all_keep(struct independence *in, struct solver *solver,
                     const struct turn_cell *cell) {
  for (uint32_t i = 0; i < in->turns.count; i++)
    if (!keeps(in, solver, &in->turns.at[i], cell))
      return false;
  return true;
}

static void find_claims(struct independence *in) {
  guess_claims(in);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    in->known = all_claims(in);
    for (uint32_t i = 0; i < in->claims.count && !has_changed; i++)
      if (in->claims.at[i].is_kept &&
          !all_keep(in, in->solver, &in->claims.at[i].cell)) {
        in->claims.at[i].is_kept = false;
        has_changed = true;
      }
  }
}

// Once more, by another solver: what was asked before is not remembered there.
static void recheck_claims(struct independence *in) {
  struct solver *other = solver_new(in->crew->program->terms);
  bool holds = true;
  for (uint32_t i = 0; i < in->claims.count && holds; i++)
    holds = !in->claims.at[i].is_kept ||
            (is_zero_at_first(in->crew->program, &in->claims.at[i].cell) &&
             all_keep(in, other, &in->claims.at[i].cell));
  solver_free(other);
  for (uint32_t i = 0; i < in->claims.count; i++) {
    in->claims.at[i].is_kept &= holds;
    in->figures.claims += in->claims.at[i].is_kept;
  }
  in->known = all_claims(in);
}

// ---- Pairs ------------------------------------------------------------------

// A turn as one guarded function. Paths on which `but` has ended are left out.
struct function {
  struct term guard;
  struct variable_vec written;
  struct term_vec values; // of these
  struct term end;
};

static struct term value_of(const struct crew *crew, const struct function *f,
                            struct variable variable) {
  for (uint32_t i = 0; i < f->written.count; i++)
    if (variable_equal(f->written.at[i], variable))
      return f->values.at[i];
  return program_term(crew->program, variable);
}

static bool counts(const struct turn_path *path, uint32_t but) {
  return !(path->awaits >> but & 1);
}

static void list_written(const struct turn *turn, uint32_t but,
                         struct variable_vec *into) {
  for (uint32_t i = 0; i < turn->paths.count; i++)
    for (uint32_t k = 0;
         counts(&turn->paths.at[i], but) && k < turn->paths.at[i].writes.count;
         k++) {
      struct variable variable = turn->paths.at[i].writes.at[k].target;
      bool is_known = false;
      for (uint32_t n = 0; n < into->count && !is_known; n++)
        is_known = variable_equal(into->at[n], variable);
      if (!is_known)
        variable_vec_push(into, variable);
    }
}

static struct function function_of(const struct crew *crew,
                                   const struct turn *turn, uint32_t but) {
  struct term_table *terms = crew->program->terms;
  struct function f = {.guard = term_false(terms),
                       .end = term_const(terms, 32, 0)};
  list_written(turn, but, &f.written);
  for (uint32_t k = 0; k < f.written.count; k++)
    term_vec_push(&f.values, program_term(crew->program, f.written.at[k]));
  for (uint32_t i = 0; i < turn->paths.count; i++) {
    const struct turn_path *path = &turn->paths.at[i];
    if (!counts(path, but))
      continue;
    f.guard = term_or(terms, f.guard, path->guard);
    f.end =
        term_ite(terms, path->guard, term_const(terms, 32, path->end), f.end);
    for (uint32_t k = 0; k < f.written.count; k++)
      f.values.at[k] = term_ite(terms, path->guard,
                                turn_path_value(crew, path, f.written.at[k]),
                                f.values.at[k]);
  }
  return f;
}

static void function_release(struct function *f) {
  variable_vec_release(&f->written);
  term_vec_release(&f->values);
}

static struct substitution *after(const struct crew *crew,
                                  const struct function *f) {
  struct substitution *made = substitution_new(crew->program->terms);
  for (uint32_t i = 0; i < f->written.count; i++)
    substitution_set(made, program_term(crew->program, f->written.at[i]),
                     f->values.at[i]);
  return made;
}

// Does anybody read the variable after a turn of its thread ends?
static bool is_live(const struct independence *in, const struct turn *turn,
                    struct variable variable) {
  const struct variable_info *info =
      program_variable(in->crew->program, variable);
  bool is_cell = false, found = false;
  for (uint32_t i = 0; i < in->cells.count && !is_cell; i++)
    is_cell = variable_equal(in->cells.at[i].content, variable);
  if (is_cell || info->kind == VARIABLE_GLOBAL)
    return true;
  for (uint32_t i = 0; i < turn->paths.count && !found; i++)
    found = !is_bad_end(in->crew, turn->paths.at[i].end) &&
            bitset_has(&in->dead.live[turn->paths.at[i].end], variable.id);
  return found;
}

// What is written by the turn, and read later, is the same in both orders.
static struct term
same_writes(const struct independence *in, const struct turn *turn,
            const struct function *written, const struct function *one,
            const struct function *two, struct substitution *after_one,
            struct substitution *after_two) {
  struct term_table *terms = in->crew->program->terms;
  struct term same = term_true(terms);
  for (uint32_t i = 0; i < written->written.count; i++) {
    struct variable variable = written->written.at[i];
    if (!is_live(in, turn, variable))
      continue;
    struct term first_then =
        substitution_apply(after_one, value_of(in->crew, two, variable));
    struct term then_first =
        substitution_apply(after_two, value_of(in->crew, one, variable));
    same = term_and(terms, same, term_eq(terms, first_then, then_first));
  }
  return same;
}

// The first turn always goes on. Can the second be taken before it exactly if
// it can be taken after it, and is it the same then?
static struct term differ(const struct independence *in,
                          const struct turn *first, const struct turn *second,
                          const struct function *one,
                          const struct function *two) {
  struct term_table *terms = in->crew->program->terms;
  struct substitution *after_one = after(in->crew, one),
                      *after_two = after(in->crew, two);
  struct term later = substitution_apply(after_one, two->guard);
  struct term end = substitution_apply(after_one, two->end);
  struct term same = term_eq(terms, two->end, end);
  struct term over =
      term_or(terms, term_eq(terms, end, term_const(terms, 32, in->crew->exit)),
              term_eq(terms, end, term_const(terms, 32, in->crew->undefined)));
  struct term rest =
      term_eq(terms, one->end, substitution_apply(after_two, one->end));
  rest = term_and(terms, rest,
                  same_writes(in, first, one, one, two, after_one, after_two));
  rest = term_and(terms, rest,
                  same_writes(in, second, two, one, two, after_one, after_two));
  same = term_and(terms, same, term_or(terms, over, rest));
  struct term both = term_and(terms, two->guard, later);
  struct term ok = term_and(terms, term_eq(terms, two->guard, later),
                            term_or(terms, term_not(terms, both), same));
  substitution_free(after_one);
  substitution_free(after_two);
  return term_not(terms, ok);
}

static uint64_t pair_of(uint32_t first, uint32_t second) {
  return (uint64_t)first << 32 | second;
}

static uint32_t thread_of(const struct crew *crew, uint32_t location) {
  uint32_t first = crew->first_out.at[location];
  return first < crew->first_out.at[location + 1]
             ? crew->edges.at[crew->outs.at[first]].thread
             : UINT32_MAX;
}

static bool ask_pair(struct independence *in, const struct turn *first,
                     const struct turn *second) {
  const struct crew *crew = in->crew;
  struct term_table *terms = crew->program->terms;
  uint32_t thread = thread_of(crew, first->begin);
  struct function one = function_of(crew, first, thread);
  struct function two = function_of(crew, second, thread);
  struct term question =
      term_and(terms, in->known, differ(in, first, second, &one, &two));
  bool found = is_impossible(in->solver, terms, question);
  function_release(&one);
  function_release(&two);
  in->figures.asked++;
  in->figures.commuting += found;
  return found;
}

bool turns_commute(struct independence *in, uint32_t first, uint32_t second) {
  const struct turn *one = turn_from(in, first), *two = turn_from(in, second);
  bool *known = answer_map_find(&in->pairs, pair_of(first, second));
  if (known)
    return *known;
  bool found = one && two && one->is_free && two->is_plain &&
               turn_is_sure(in, first) && ask_pair(in, one, two);
  answer_map_put(&in->pairs, pair_of(first, second), found);
  return found;
}

// ---- Turns that are sure ----------------------------------------------------

static bool always_goes_on(struct independence *in, const struct turn *turn) {
  struct term_table *terms = in->crew->program->terms;
  struct term any = term_false(terms), bad = term_false(terms);
  for (uint32_t i = 0; i < turn->paths.count; i++) {
    const struct turn_path *path = &turn->paths.at[i];
    any = term_or(terms, any, path->guard);
    if (is_bad_end(in->crew, path->end))
      bad = term_or(terms, bad, path->guard);
  }
  return is_impossible(in->solver, terms,
                       term_and(terms, in->known, term_not(terms, any))) &&
         is_impossible(in->solver, terms, term_and(terms, in->known, bad));
}

bool turn_is_sure(struct independence *in, uint32_t begin) {
  const struct turn *turn = turn_from(in, begin);
  bool *known = answer_map_find(&in->sure, begin);
  if (known)
    return *known;
  bool found = turn && turn->is_free && turn->paths.count &&
               !crew_comes_back(in->crew, begin) && always_goes_on(in, turn);
  answer_map_put(&in->sure, begin, found);
  return found;
}

// ---- What others can do before ----------------------------------------------

// Where turns of a thread at a location, and of whom it creates, can begin
// before the thread `but` has another one.
static void find_begins(const struct crew *crew, uint32_t location,
                        uint32_t but, struct bitset *into) {
  struct bitset open = {0};
  bitset_add(&open, location);
  for (uint32_t at; (at = bitset_next(&open, 0)) != UINT32_MAX;) {
    struct bitset edges = {0};
    bitset_remove(&open, at);
    if (bitset_add(into, at)) {
      turn_reach(crew, at, but, &edges, &open);
      BITSET_EACH (i, &edges)
        if (crew->edges.at[i].spawns)
          bitset_add(&open, crew->threads.at[crew->edges.at[i].spawns].start);
    }
    bitset_release(&edges);
  }
  bitset_release(&open);
}

// Is there nothing that both touch, and one writes?
static bool is_apart(const struct independence *in, uint32_t begin,
                     uint32_t other) {
  struct bitset own = {0}, theirs = {0};
  turn_reach(in->crew, begin, UINT32_MAX, &own, NULL);
  turn_reach(in->crew, other, thread_of(in->crew, begin), &theirs, NULL);
  bool found = !crew_edges_conflict(in->crew, &own, &theirs);
  bitset_release(&own);
  bitset_release(&theirs);
  return found;
}

static bool is_pair_independent(struct independence *in, uint32_t begin,
                                uint32_t other) {
  bool *known = answer_map_find(&in->apart, pair_of(begin, other));
  if (known)
    return *known || turns_commute(in, begin, other);
  bool found = is_apart(in, begin, other);
  answer_map_put(&in->apart, pair_of(begin, other), found);
  return found || turns_commute(in, begin, other);
}

bool turn_is_independent(struct independence *in, uint32_t begin,
                         uint32_t other) {
  bool *known = answer_map_find(&in->verdicts, pair_of(begin, other));
  if (known)
    return *known;
  struct bitset begins = {0};
  bool found = true;
  find_begins(in->crew, other, thread_of(in->crew, begin), &begins);
  BITSET_EACH (at, &begins)
    found = found && is_pair_independent(in, begin, at);
  bitset_release(&begins);
  answer_map_put(&in->verdicts, pair_of(begin, other), found);
  return found;
}

// ---- All --------------------------------------------------------------------

struct independence *independence_new(struct crew *crew) {
  if (!crew->futures || crew->is_unbounded || crew->edges.count > MOST_EDGES)
    return NULL;
  struct independence *in = memory_new_zero(1, sizeof *in);
  in->crew = crew;
  crew_dead_init(&in->dead, crew);
  in->solver = solver_new(crew->program->terms);
  solver_set_limit(in->solver, MOST_UNITS);
  in->known = term_true(crew->program->terms);
  if (find_turns(in)) {
    find_claims(in);
    recheck_claims(in);
    return in;
  }
  independence_free(in);
  return NULL;
}

void independence_free(struct independence *in) {
  if (!in)
    return;
  for (uint32_t i = 0; i < in->turns.count; i++)
    turn_release(&in->turns.at[i]);
  turn_vec_release(&in->turns);
  turn_cell_vec_release(&in->cells);
  u32_vec_release(&in->turn_at);
  claim_of_vec_release(&in->claims);
  answer_map_release(&in->apart);
  answer_map_release(&in->pairs);
  answer_map_release(&in->verdicts);
  answer_map_release(&in->sure);
  crew_dead_release(&in->dead);
  solver_free(in->solver);
  free(in);
}

struct independence_figures
independence_figures(const struct independence *in) {
  return in->figures;
}
