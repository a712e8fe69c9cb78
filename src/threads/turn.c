#include "threads/turn.h"

#include "program/access.h"
#include "term/substitute.h"
#include "threads/slide.h"

enum { MOST_PATHS = 24, MOST_STEPS = 400 };

// Does a turn end behind the edge, if a step that ends one is done then?
static bool goes_on(const struct crew *crew, const struct crew_edge *edge,
                    bool is_done) {
  return edge->to != crew->threads.at[edge->thread].end &&
         (!is_done || bitset_has(&crew->inner, edge->to) ||
          crew_slides(crew, edge->to));
}

static bool is_over(const struct crew *crew, const struct crew_edge *edge) {
  return edge->to == crew->exit || edge->to == crew->undefined;
}

// Reach

void turn_reach(const struct crew *crew, uint32_t begin, uint32_t but,
                struct bitset *edges, struct bitset *ends) {
  struct bitset seen = {0};
  struct u32_vec open = {0};
  u32_vec_push(&open, 2 * begin);
  while (open.count) {
    uint32_t state = u32_vec_pop(&open), at = state / 2;
    if (!bitset_add(&seen, state))
      continue;
    for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
         i++) {
      const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
      bool is_done = state % 2 || edge->step == CREW_SHARED;
      if (edge->awaits && edge->awaits - 1 == but)
        continue;
      if (edges)
        bitset_add(edges, crew->outs.at[i]);
      if (is_over(crew, edge))
        continue;
      if (goes_on(crew, edge, is_done))
        u32_vec_push(&open, 2 * edge->to + is_done);
      else if (ends)
        bitset_add(ends, edge->to);
    }
  }
  bitset_release(&seen);
  u32_vec_release(&open);
}

// Paths

struct following {
  const struct crew *crew;
  struct turn *turn;
  struct turn_cell_vec *cells;
  uint32_t steps;
};

struct term turn_path_value(const struct crew *crew,
                            const struct turn_path *path,
                            struct variable variable) {
  for (uint32_t i = 0; i < path->writes.count; i++)
    if (variable_equal(path->writes.at[i].target, variable))
      return path->writes.at[i].value;
  return program_term(crew->program, variable);
}

static void write_to(struct turn_path *path, struct variable variable,
                     struct term value) {
  for (uint32_t i = 0; i < path->writes.count; i++)
    if (variable_equal(path->writes.at[i].target, variable)) {
      path->writes.at[i].value = value;
      return;
    }
  binding_vec_push(&path->writes, (struct binding){variable, value});
}

static struct term evaluate(const struct following *f,
                            const struct turn_path *path, struct term t) {
  const struct program *program = f->crew->program;
  struct substitution *now = substitution_new(program->terms);
  for (uint32_t i = 0; i < path->writes.count; i++)
    substitution_set(now, program_term(program, path->writes.at[i].target),
                     path->writes.at[i].value);
  t = substitution_apply(now, t);
  substitution_free(now);
  return t;
}

static struct variable add_content(const struct following *f, unsigned width) {
  struct program *program = f->crew->program;
  struct name name = intern_format(program->names, "$cell%u", f->cells->count);
  return program_add_variable(
      program,
      (struct variable_info){.kind = VARIABLE_TEMPORARY,
                             .name = name,
                             .text = name,
                             .is_made = true,
                             .owner = f->crew->procedure->self},
      sort_bits(width));
}

// The cell that a value of the sort is accessed in; null: it is none, or one
// that overlaps another.
static const struct turn_cell *
find_cell(struct following *f, struct term address, struct sort sort) {
  struct turn_cell it = {.bytes = sort_value_bytes(sort)};
  if (!sort_is_bits(sort) || sort_width(sort) != 8 * it.bytes ||
      !access_split(f->crew->program, address, &it.object, &it.offset))
    return NULL;
  for (uint32_t i = 0; i < f->cells->count; i++) {
    const struct turn_cell *known = &f->cells->at[i];
    if (known->object.id != it.object.id ||
        known->offset + known->bytes <= it.offset ||
        it.offset + it.bytes <= known->offset)
      continue;
    return known->offset == it.offset && known->bytes == it.bytes ? known
                                                                  : NULL;
  }
  it.content = add_content(f, sort_width(sort));
  uint32_t index = turn_cell_vec_push(f->cells, it);
  return &f->cells->at[index]; // which may have moved
}

static struct sort sort_of(const struct following *f,
                           const struct operation *op) {
  const struct program *program = f->crew->program;
  return term_sort(program->terms,
                   op->kind == OPERATION_LOAD
                       ? program_term(program, op->memory.target)
                       : op->memory.value);
}

static bool access_memory(struct following *f, const struct operation *op,
                          struct turn_path *path) {
  struct sort sort = sort_of(f, op);
  const struct turn_cell *cell =
      find_cell(f, evaluate(f, path, op->memory.address), sort);
  if (!cell)
    return false;
  struct variable content = cell->content;
  if (op->kind != OPERATION_STORE && !variable_is_none(op->memory.target)) {
    struct term old = turn_path_value(f->crew, path, content);
    struct term target = program_term(f->crew->program, op->memory.target);
    if (!sort_equal(term_sort(f->crew->program->terms, target), sort))
      return false;
    write_to(path, op->memory.target, old);
  }
  if (op->kind != OPERATION_LOAD)
    write_to(path, content, evaluate(f, path, op->memory.value));
  return true;
}

static void assign(const struct following *f, const struct operation *op,
                   struct turn_path *path) {
  struct term_vec values = {0};
  for (uint32_t i = 0; i < op->assign.count; i++)
    term_vec_push(&values, evaluate(f, path, op->assign.bindings[i].value));
  for (uint32_t i = 0; i < op->assign.count; i++)
    write_to(path, op->assign.bindings[i].target, values.at[i]);
  term_vec_release(&values);
}

// False: it is not known what the operation does.
static bool apply(struct following *f, const struct operation *op,
                  struct turn_path *path) {
  struct term_table *terms = f->crew->program->terms;
  switch (op->kind) {
  case OPERATION_ASSIGN: assign(f, op, path); return true;
  case OPERATION_ASSUME:
    path->guard =
        term_and(terms, path->guard, evaluate(f, path, op->assume.condition));
    return true;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: return access_memory(f, op, path);
  case OPERATION_RETURN: return true;
  default: return false;
  }
}

static struct turn_path copy_path(const struct turn_path *path) {
  struct turn_path copy = *path;
  copy.writes = (struct binding_vec){0};
  binding_vec_append(&copy.writes, path->writes.at, path->writes.count);
  return copy;
}

static bool follow(struct following *f, uint32_t at, bool is_done,
                   const struct turn_path *path);

static bool take(struct following *f, const struct crew_edge *edge,
                 bool is_done, struct turn_path *path) {
  struct turn *turn = f->turn;
  if (edge->claims || edge->exhausts || !apply(f, &edge->op, path))
    return false;
  turn->is_free &= !edge->awaits && !edge->spawns;
  if (edge->awaits)
    path->awaits |= 1u << (edge->awaits - 1);
  if (term_is_false(f->crew->program->terms, path->guard))
    return true;
  is_done |= edge->step == CREW_SHARED;
  if (!is_over(f->crew, edge) && goes_on(f->crew, edge, is_done))
    return follow(f, edge->to, is_done, path);
  path->end = edge->to;
  turn_path_vec_push(&turn->paths, copy_path(path));
  return turn->paths.count <= MOST_PATHS;
}

static bool follow(struct following *f, uint32_t at, bool is_done,
                   const struct turn_path *path) {
  const struct crew *crew = f->crew;
  for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
       i++) {
    struct turn_path copy = copy_path(path);
    bool ok = ++f->steps < MOST_STEPS &&
              take(f, &crew->edges.at[crew->outs.at[i]], is_done, &copy);
    binding_vec_release(&copy.writes);
    if (!ok)
      return false;
  }
  return true;
}

void turn_init(struct turn *turn, const struct crew *crew, uint32_t begin,
               struct turn_cell_vec *cells) {
  *turn = (struct turn){.begin = begin, .is_free = true};
  struct following f = {.crew = crew, .turn = turn, .cells = cells};
  struct turn_path path = {.guard = term_true(crew->program->terms)};
  turn->is_plain = follow(&f, begin, false, &path);
  turn->is_free &= turn->is_plain;
}

void turn_release(struct turn *turn) {
  for (uint32_t i = 0; i < turn->paths.count; i++)
    binding_vec_release(&turn->paths.at[i].writes);
  turn_path_vec_release(&turn->paths);
}
