#include "threads/crew.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "program/access.h"
#include "program/propagate.h"
#include "program/turn.h"
#include "program/unfold.h"
#include "threads/future.h"
#include "threads/independent.h"

enum { MOST_ROUNDS = 8 }; // threads that are created by threads, and so on

// Creations

static bool is_creation(const struct operation *op) {
  return op->kind == OPERATION_THREAD && op->thread.action == THREAD_CREATE;
}

// A call of a routine that the specification speaks of, or of one that is
// refused later (lower.h).
static bool is_called_creation(const struct program *program,
                               const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  const char *name = name_text(program->names, callee->name);
  return !callee->is_defined &&
         (!strcmp(name, "thrd_create") || !strcmp(name, "pthread_create"));
}

bool crew_is_needed(const struct program *program) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct edge_vec *edges = &program->procedures.at[i]->edges;
    for (uint32_t k = 1; k < edges->count; k++)
      if (is_creation(&edges->at[k].op) ||
          is_called_creation(program, &edges->at[k].op))
        return true;
  }
  return false;
}

// The function that a creation starts, or null.
static const struct procedure *started(const struct program *program,
                                       const struct operation *op) {
  struct term function = op->thread.arguments[1];
  if (term_op(program->terms, function) != OP_VAR)
    return NULL;
  struct variable variable = program_variable_of(program, function);
  const struct variable_info *info = program_variable(program, variable);
  if (info->kind != VARIABLE_ADDRESS ||
      program_object(program, info->object)->kind != OBJECT_FUNCTION)
    return NULL;
  return program_procedure(program,
                           program_object(program, info->object)->procedure);
}

static bool is_startable(const struct program *program,
                         const struct procedure *routine, struct strbuf *why) {
  const char *name = name_text(program->names, routine->name);
  if (!routine->is_defined || routine->is_variadic ||
      routine->parameters.count > 1) {
    strbuf_format(
        why, "a thread that starts with %s, which is no start routine", name);
    return false;
  }
  if (routine->parameters.count) {
    struct sort sort = term_sort(
        program->terms, program_term(program, routine->parameters.at[0]));
    if (!sort_is_bits(sort) || sort_width(sort) != program->pointer_width) {
      strbuf_format(why,
                    "a thread that starts with %s, whose parameter is no "
                    "pointer",
                    name);
      return false;
    }
  }
  return true;
}

// Can the edge be taken again after it was?
static bool is_in_cycle(const struct procedure *procedure,
                        const struct edge *edge) {
  struct bitset seen = {0};
  struct u32_vec open = {0};
  u32_vec_push(&open, edge->to.id);
  bool found = false;
  while (open.count && !found) {
    uint32_t at = u32_vec_pop(&open);
    if (!bitset_add(&seen, at))
      continue;
    found = at == edge->from.id;
    const struct location *location = &procedure->locations.at[at];
    for (uint32_t i = 0; i < location->out_count; i++)
      u32_vec_push(&open, procedure->edges.at[location->first_out + i].to.id);
  }
  bitset_release(&seen);
  u32_vec_release(&open);
  return found;
}

// Are there so many creations of the routine that they are a kind?
bool crew_is_of_kind(const struct crew *crew, struct procedure_id routine) {
  uint32_t count = 0;
  for (uint32_t i = 1; i < crew->procedure->edges.count; i++) {
    const struct edge *edge = &crew->procedure->edges.at[i];
    if (is_creation(&edge->op) &&
        started(crew->program, &edge->op)->self.id == routine.id)
      count += is_in_cycle(crew->procedure, edge) ? crew->rules.kinds_from : 1;
  }
  return count >= crew->rules.kinds_from;
}

// So many threads does the creation start.
static uint32_t copies_of(struct crew *crew, const struct edge *edge) {
  if (!is_in_cycle(crew->procedure, edge))
    return 1;
  crew->is_unbounded = true;
  return crew->rules.pool ? crew->rules.pool + crew->rules.has_crowd : 0;
}

// Among the first ones of the list.
static uint32_t count_of(const struct procedure_id_vec *list, uint32_t first,
                         struct procedure_id id) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < first; i++)
    count += list->at[i].id == id.id;
  return count;
}

static bool collect_creations(struct crew *crew, struct procedure_id_vec *into,
                              struct strbuf *why) {
  const struct program *program = crew->program;
  const struct procedure *inlined = crew->procedure;
  for (uint32_t i = 1; i < inlined->edges.count; i++) {
    const struct edge *edge = &inlined->edges.at[i];
    if (!is_creation(&edge->op))
      continue;
    const struct procedure *routine = started(program, &edge->op);
    if (!routine) {
      strbuf_add(why,
                 "a thread that starts with a function which is not known");
      return false;
    }
    if (!is_startable(program, routine, why))
      return false;
    if (crew->rules.has_kinds && crew_is_of_kind(crew, routine->self)) {
      crew->is_unbounded |= is_in_cycle(inlined, edge);
      while (count_of(into, into->count, routine->self) < 2)
        procedure_id_vec_push(into, routine->self);
      continue;
    }
    uint32_t copies = copies_of(crew, edge);
    if (!copies) {
      strbuf_format(why, "unbounded thread creation (%s)",
                    name_text(program->names, routine->name));
      return false;
    }
    while (copies--)
      procedure_id_vec_push(into, routine->self);
  }
  if (into->count >= CREW_MOST) {
    strbuf_format(why, "more than %d threads", CREW_MOST);
    return false;
  }
  return true;
}

// Calls of start routines in main
//
// So that they are inlined as main is: from its entry an edge leads to each
// call, with labels by which the places are found again.

static struct name label_of(struct program *program, const char *what,
                            uint32_t number) {
  return intern_format(program->names, "$%s %u", what, number);
}

struct variable crew_add_global(struct program *program, const char *what,
                                uint32_t number, unsigned width) {
  struct name name = intern_format(program->names, "$%s%u", what, number);
  return program_add_variable(program,
                              (struct variable_info){.kind = VARIABLE_GLOBAL,
                                                     .name = name,
                                                     .text = name,
                                                     .is_internal = true,
                                                     .is_hidden = true,
                                                     .is_made = true},
                              sort_bits(width));
}

struct summoning {
  struct program *program;
  struct procedure *main;
};

static void lead_to_main(struct summoning *s) {
  struct procedure *main = s->main;
  struct location_id before = main->entry;
  main->entry = procedure_add_location(main, main->position);
  procedure_add_edge(main, (struct edge){.from = main->entry,
                                         .to = before,
                                         .position = main->position,
                                         .op = operation_skip()});
  procedure_seal(main);
}

static struct location_id add_labelled(struct summoning *s, const char *what,
                                       uint32_t number) {
  struct location_id made = procedure_add_location(s->main, s->main->position);
  procedure_location(s->main, made)->label = label_of(s->program, what, number);
  return made;
}

static struct operation end_of(const struct summoning *s) {
  struct operation op = {.kind = OPERATION_RETURN};
  if (s->main->result.code)
    op.ret.value =
        term_const(s->program->terms, sort_width(s->main->result), 0);
  return op;
}

static struct crew_thread summon(struct summoning *s, uint32_t number,
                                 struct procedure_id routine) {
  struct program *program = s->program;
  const struct procedure *callee = program_procedure(program, routine);
  struct crew_thread thread = {
      .procedure = routine,
      .argument =
          crew_add_global(program, "argument", number, program->pointer_width),
      .result = crew_add_global(program, "result", number,
                                sort_is_bits(callee->result)
                                    ? sort_width(callee->result)
                                    : program->pointer_width)};
  struct location_id start = add_labelled(s, "start", number);
  struct location_id end = add_labelled(s, "end", number);
  struct term argument = program_term(program, thread.argument);
  struct operation call = {.kind = OPERATION_CALL};
  call.call.callee = routine;
  call.call.count = callee->parameters.count;
  call.call.arguments = program_copy_terms(program, &argument, 1);
  if (callee->result.code && sort_is_bits(callee->result))
    call.call.target = thread.result;
  procedure_add_edge(s->main, (struct edge){.from = s->main->entry,
                                            .to = start,
                                            .position = s->main->position,
                                            .op = operation_skip()});
  procedure_add_edge(s->main, (struct edge){.from = start,
                                            .to = end,
                                            .position = callee->position,
                                            .op = call});
  procedure_add_edge(s->main, (struct edge){.from = end,
                                            .to = s->main->exit,
                                            .position = callee->position,
                                            .op = end_of(s)});
  procedure_seal(s->main);
  return thread;
}

// The inlined code

// Constants in what belongs to one thread: which element of an array it means
// in a loop that is written out.
static void propagate_own(struct crew *crew) {
  static const struct propagate_options options = {.is_shared = true};
  struct inline_origin_vec *origins = &crew->inlined.origins;
  struct inline_origin_vec before = *origins;
  if (!program_propagate(crew->program, crew->procedure, &options))
    return;
  *origins = (struct inline_origin_vec){0};
  inline_origin_vec_push(origins, before.at[0]);
  for (uint32_t i = 1; i < crew->procedure->edges.count; i++) {
    struct edge *edge = &crew->procedure->edges.at[i];
    inline_origin_vec_push(origins, before.at[edge->origin]);
    edge->origin = i;
  }
  inline_origin_vec_release(&before);
}

static bool inline_round(struct crew *crew, struct procedure_id entry,
                         uint32_t depth, struct strbuf *why) {
  struct inline_options options = {.edge_limit = CREW_EDGES, .depth = depth};
  crew->procedure =
      program_inline_as(crew->program, entry, &options, &crew->inlined);
  if (!crew->procedure) {
    strbuf_format(why, "inlining all threads gives more than %d edges",
                  CREW_EDGES);
    return false;
  }
  program_unfold(crew->program, &crew->inlined);
  propagate_own(crew);
  return true;
}

static void forget_round(struct crew *crew) {
  if (crew->procedure)
    procedure_disembody(crew->procedure);
  crew->procedure = NULL;
  inline_result_release(&crew->inlined);
  crew->inlined = (struct inline_result){0};
}

// Calls what the creations found start, more often where that is needed. True
// if nothing had to be added.
static bool is_enough(struct crew *crew, struct summoning *s,
                      const struct procedure_id_vec *found) {
  struct procedure_id_vec known = {0};
  bool enough = true;
  for (uint32_t i = 1; i < crew->threads.count; i++)
    procedure_id_vec_push(&known, crew->threads.at[i].procedure);
  for (uint32_t i = 0; i < found->count; i++) {
    struct procedure_id routine = found->at[i];
    if (count_of(&known, known.count, routine) >=
        count_of(found, i + 1, routine))
      continue;
    uint32_t number = crew->threads.count;
    crew_thread_vec_push(&crew->threads, summon(s, number, routine));
    procedure_id_vec_push(&known, routine);
    enough = false;
  }
  procedure_id_vec_release(&known);
  return enough;
}

static bool find_threads(struct crew *crew, struct procedure_id entry,
                         uint32_t depth, struct strbuf *why) {
  struct summoning s = {.program = crew->program,
                        .main = program_procedure(crew->program, entry)};
  struct crew_thread main = {.result =
                                 crew_add_global(crew->program, "result", 0,
                                                 crew->program->pointer_width)};
  crew_thread_vec_push(&crew->threads, main);
  lead_to_main(&s);
  for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
    struct procedure_id_vec found = {0};
    bool is_known = inline_round(crew, entry, depth, why) &&
                    collect_creations(crew, &found, why);
    bool enough = is_known && is_enough(crew, &s, &found);
    procedure_id_vec_release(&found);
    if (enough || !is_known)
      return enough;
    forget_round(crew);
  }
  strbuf_add(why, "threads that create threads that create threads");
  return false;
}

// The graph

static uint32_t labelled(const struct crew *crew, const char *what,
                         uint32_t number) {
  struct name label = label_of(crew->program, what, number);
  for (uint32_t i = 1; i < crew->procedure->locations.count; i++)
    if (name_equal(crew->procedure->locations.at[i].label, label))
      return i;
  return 0;
}

static void find_places(struct crew *crew) {
  const struct procedure *from = crew->procedure;
  const struct location *entry = &from->locations.at[from->entry.id];
  for (uint32_t k = 1; k < crew->threads.count; k++) {
    struct crew_thread *thread = &crew->threads.at[k];
    thread->start = labelled(crew, "start", k);
    thread->end = labelled(crew, "end", k);
    if (!thread->end)
      thread->end = crew_add_location(crew);
  }
  crew->threads.at[0].end = crew_add_location(crew);
  for (uint32_t i = 0; i < entry->out_count; i++) {
    uint32_t to = from->edges.at[entry->first_out + i].to.id;
    bool is_start = false;
    for (uint32_t k = 1; k < crew->threads.count; k++)
      is_start |= to == crew->threads.at[k].start;
    if (!is_start)
      crew->threads.at[0].start = to;
  }
}

// Frame objects of what was inlined begin to live where it is entered.
static void begin_lives(struct crew *crew, uint32_t instance,
                        struct crew_edge *edge) {
  struct program *program = crew->program;
  const struct inline_instance *entered = &crew->inlined.instances.at[instance];
  uint32_t count =
      program_procedure(program, entered->procedure)->objects.count;
  if (!count)
    return;
  struct term *addresses =
      arena_new(&program->arena, count * sizeof *addresses);
  for (uint32_t i = 0; i < count; i++) {
    struct object_id object =
        crew->procedure->objects.at[entered->first_object + i];
    addresses[i] =
        program_term(program, program_object(program, object)->address);
  }
  struct crew_edge begin = *edge;
  begin.from = crew_add_location(crew);
  begin.is_event = false;
  begin.op = (struct operation){
      .kind = OPERATION_LIVE,
      .live = {.addresses = addresses, .count = count, .life = LIFE_BEGINS}};
  edge->to = begin.from;
  crew_edge_vec_push(&crew->edges, begin);
}

// Is that an access that is always valid, now that it is known where it is?
static bool is_impossible(const struct program *program,
                          const struct operation *op) {
  return op->kind == OPERATION_INVALID && !term_is_none(op->invalid.size) &&
         (op->invalid.access == ACCESS_READ ||
          op->invalid.access == ACCESS_WRITE) &&
         term_is_const(program->terms, op->invalid.size) &&
         access_is_valid(
             program, op->invalid.access, op->invalid.address,
             (uint64_t)term_value(program->terms, op->invalid.size));
}

// The objects of an instance, or, all around it, of those that called it.
static void list_objects(const struct crew *crew, uint32_t instance, bool all,
                         struct term_vec *into) {
  struct program *program = crew->program;
  for (uint32_t at = instance; at;
       at = all ? crew->inlined.instances.at[at].parent : 0) {
    const struct inline_instance *left = &crew->inlined.instances.at[at];
    uint32_t count = program_procedure(program, left->procedure)->objects.count;
    for (uint32_t i = 0; i < count; i++) {
      struct object_id object =
          crew->procedure->objects.at[left->first_object + i];
      term_vec_push(
          into,
          program_term(program, program_object(program, object)->address));
    }
  }
}

// Where a function is left its objects end, right before.
static void end_lives(struct crew *crew, const struct inline_origin *origin,
                      const struct operation *original,
                      struct crew_edge *edge) {
  bool exits = original->kind == OPERATION_THREAD &&
               original->thread.action == THREAD_EXIT;
  if (!crew->rules.ends_lives ||
      (!exits && original->kind != OPERATION_RETURN) ||
      edge->to == crew->exit || edge->to == crew->undefined)
    return;
  struct term_vec ended = {0};
  list_objects(crew, origin->instance, exits, &ended);
  struct crew_edge end = *edge;
  end.is_event = false;
  end.op =
      (struct operation){.kind = OPERATION_LIVE,
                         .live = {.addresses = program_copy_terms(
                                      crew->program, ended.at, ended.count),
                                  .count = ended.count,
                                  .life = LIFE_ENDS}};
  if (ended.count) {
    end.to = edge->from = crew_add_location(crew);
    crew_edge_vec_push(&crew->edges, end);
  }
  term_vec_release(&ended);
}

static void copy_edges(struct crew *crew) {
  const struct procedure *from = crew->procedure;
  for (uint32_t i = 1; i < from->edges.count; i++) {
    const struct edge *edge = &from->edges.at[i];
    const struct inline_origin *origin = &crew->inlined.origins.at[i];
    const struct edge *original = procedure_edge(
        program_procedure(crew->program, origin->procedure), origin->edge);
    struct crew_edge copy = {
        .from = edge->from.id,
        .to = edge->to.id,
        .op = edge->op,
        .position = edge->position,
        .undefined = edge->undefined,
        .procedure = origin->procedure,
        .is_event = operation_is_turn(crew->program, &original->op)};
    bool is_end = false;
    for (uint32_t k = 1; k < crew->threads.count; k++) {
      is_end |= copy.from == crew->threads.at[k].end;
      copy.is_event |= copy.to == crew->threads.at[k].end;
    }
    if (is_end || copy.from == from->entry.id ||
        is_impossible(crew->program, &copy.op))
      continue;
    end_lives(crew, origin, &original->op, &copy);
    if (origin->entered)
      begin_lives(crew, origin->entered, &copy);
    crew_edge_vec_push(&crew->edges, copy);
  }
}

bool crew_init(struct crew *crew, struct program *program,
               struct procedure_id entry, const struct crew_rules *rules,
               struct strbuf *why) {
  *crew = (struct crew){.program = program, .rules = *rules};
  crew_edge_vec_push(&crew->edges, (struct crew_edge){0});
  if (!find_threads(crew, entry, rules->depth, why))
    return false;
  crew->location_count = crew->procedure->locations.count;
  crew->exit = crew->procedure->exit.id;
  crew->undefined = crew->procedure->undefined.id;
  for (uint32_t k = 0; k < crew->threads.count; k++)
    crew->threads.at[k].waiting =
        crew_add_global(program, "waiting", k, program->pointer_width);
  find_places(crew);
  copy_edges(crew);
  crew_assign_threads(crew);
  return true;
}

void crew_release(struct crew *crew) {
  independence_free(crew->independence);
  crew_release_futures(crew);
  bitset_release(&crew->own);
  for (uint32_t i = 0; i < crew->threads.count; i++)
    term_vec_release(&crew->threads.at[i].locals);
  for (uint32_t i = 0; i < crew->places.count; i++)
    variable_vec_release(&crew->places.at[i].live);
  crew_place_vec_release(&crew->places);
  inline_result_release(&crew->inlined);
  crew_thread_vec_release(&crew->threads);
  crew_edge_vec_release(&crew->edges);
  u32_vec_release(&crew->first_out);
  u32_vec_release(&crew->outs);
  bitset_release(&crew->inner);
  bitset_release(&crew->left);
  bitset_release(&crew->stuck);
  bitset_release(&crew->to_stuck);
  bitset_release(&crew->sections);
  crew_access_vec_release(&crew->accesses);
  u32_vec_release(&crew->first_access);
  for (uint32_t i = 0; i < crew->ahead.count; i++)
    u32_vec_release(&crew->ahead.at[i]);
  crew_list_vec_release(&crew->ahead);
  bitset_release(&crew->has_ahead);
  crew_mutex_vec_release(&crew->mutexes);
}

uint32_t crew_add_location(struct crew *crew) {
  return crew->location_count++;
}

bool crew_is_cyclic(const struct crew *crew, const struct crew_edge *edge) {
  struct bitset seen = {0};
  struct u32_vec open = {0};
  bool found = false;
  u32_vec_push(&open, edge->to);
  while (open.count && !found) {
    uint32_t at = u32_vec_pop(&open);
    found = at == edge->from;
    if (!bitset_add(&seen, at))
      continue;
    for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
         i++)
      u32_vec_push(&open, crew->edges.at[crew->outs.at[i]].to);
  }
  u32_vec_release(&open);
  bitset_release(&seen);
  return found;
}

void crew_index(struct crew *crew) {
  u32_vec_clear(&crew->first_out);
  u32_vec_clear(&crew->outs);
  u32_vec_resize(&crew->first_out, crew->location_count + 1);
  u32_vec_resize(&crew->outs, crew->edges.count);
  uint32_t *first = crew->first_out.at;
  for (uint32_t i = 0; i <= crew->location_count; i++)
    first[i] = 0;
  for (uint32_t i = 1; i < crew->edges.count; i++)
    first[crew->edges.at[i].from + 1]++;
  for (uint32_t i = 0; i < crew->location_count; i++)
    first[i + 1] += first[i];
  uint32_t *next = memory_new_zero(crew->location_count + 1, sizeof *next);
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    uint32_t from = crew->edges.at[i].from;
    crew->outs.at[first[from] + next[from]++] = i;
  }
  free(next);
}

static void mark_thread(struct crew *crew, uint32_t thread,
                        struct bitset *kept) {
  struct bitset seen = {0};
  struct u32_vec open = {0};
  u32_vec_push(&open, crew->threads.at[thread].start);
  while (open.count) {
    uint32_t at = u32_vec_pop(&open);
    if (!at || !bitset_add(&seen, at))
      continue;
    for (uint32_t i = crew->first_out.at[at]; i < crew->first_out.at[at + 1];
         i++) {
      uint32_t edge = crew->outs.at[i];
      crew->edges.at[edge].thread = thread;
      bitset_add(kept, edge);
      u32_vec_push(&open, crew->edges.at[edge].to);
    }
  }
  bitset_release(&seen);
  u32_vec_release(&open);
}

void crew_assign_threads(struct crew *crew) {
  struct bitset kept = {0};
  crew_index(crew);
  for (uint32_t k = 0; k < crew->threads.count; k++)
    mark_thread(crew, k, &kept);
  uint32_t count = 1;
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (bitset_has(&kept, i))
      crew->edges.at[count++] = crew->edges.at[i];
  crew->edges.count = count;
  bitset_release(&kept);
  crew_index(crew);
}
