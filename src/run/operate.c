// Operations outside the interpreter's fast path. Those that return a Boolean
// return false once the run has stopped.
#include "run/operate.h"

#include <errno.h>
#include <string.h>

#include "program/access.h"
#include "run/library.h"

// Failures

// The INVALID edge beside a memory operation that allows for this failure.
static const struct edge *find_invalid(const struct frame *frame,
                                       enum access_kind access) {
  const struct procedure *procedure = frame->code->procedure;
  uint32_t id = frame->code->edges[frame->pc];
  const struct edge *edge = &procedure->edges.at[id];
  if (edge->op.kind == OPERATION_INVALID)
    return edge;
  const struct location *from = procedure_location(procedure, edge->from);
  const struct edge *found = NULL;
  for (uint32_t i = 0; i < from->out_count; i++) {
    const struct edge *sibling = &procedure->edges.at[from->first_out + i];
    if (sibling->op.kind == OPERATION_INVALID &&
        (!found || sibling->op.invalid.access == access))
      found = sibling;
  }
  return found;
}

void operate_stop_invalid(struct machine *machine, const struct frame *frame,
                          enum access_kind access, uint64_t address,
                          uint64_t size) {
  const struct edge *invalid = find_invalid(frame, access);
  machine_stop_access(machine, access, address, size, NULL);
  if (machine->outcome.kind != OUTCOME_UNDEFINED)
    return;
  if (invalid) {
    machine->outcome.reason = invalid->undefined;
    if (position_is_known(invalid->position))
      machine->outcome.position = invalid->position;
  } else {
    machine->outcome.kind = OUTCOME_BUG;
    strbuf_add(&machine->outcome.message,
               ", which the automaton does not allow for");
  }
}

void operate_stop_undefined(struct machine *machine, const struct frame *frame,
                            uint32_t edge) {
  const struct edge *failed = &frame->code->procedure->edges.at[edge];
  enum undefined_reason reason = failed->undefined;
  bool is_said = failed->op.kind == OPERATION_ASSUME &&
                 !name_is_none(failed->op.assume.text);
  bool is_requirement = is_said && reason == UNDEFINED_REQUIREMENT;
  machine_stop_undefined(
      machine, reason, "%s%s", is_requirement ? "not met: " : "",
      is_said ? name_text(machine->program->names, failed->op.assume.text)
              : undefined_text(reason));
}

// Was the object there before the run, for others to see? Of what is on the
// heap, objects of the entry state have names.
static bool is_older(const struct machine *machine, uint64_t address) {
  const struct space_object *object = space_find(&machine->space, address);
  return object->kind == SPACE_GLOBAL || object->kind == SPACE_EXTERNAL ||
         object->kind == SPACE_NOTHING ||
         (object->kind == SPACE_HEAP && !name_is_none(object->name) &&
          name_is_none(object->owner));
}

// Are the bytes in a range of the object?
static bool is_listed(const struct machine *machine, uint64_t address,
                      uint64_t size, uint64_t first, uint64_t bytes) {
  return space_find(&machine->space, first) ==
             space_find(&machine->space, address) &&
         (bytes == machine->space.address_mask ||
          (size <= bytes && address - first <= bytes - size));
}

// Without a write an action is always performed. Arguments: the address, the
// size, the ranges.
static bool is_performed(const struct machine *machine,
                         const struct operation *op, const uint64_t *words,
                         const struct call_site *site) {
  if (term_is_none(op->perform.address))
    return true;
  uint64_t address = words[site->arguments[0].word];
  uint64_t size = words[site->arguments[1].word];
  bool is_written = size && is_older(machine, address);
  for (uint32_t i = 2; i < site->count && is_written; i += 2)
    is_written =
        !is_listed(machine, address, size, words[site->arguments[i].word],
                   words[site->arguments[i + 1].word]);
  return is_written;
}

bool operate_perform(struct machine *machine, const struct frame *frame,
                     const uint64_t *words, const struct call_site *site) {
  const struct operation *op = &frame->code->procedure->edges.at[site->edge].op;
  const struct listener *listener = machine->listener;
  bool has_object = !term_is_none(op->perform.object);
  if (!listener || !is_performed(machine, op, words, site) ||
      listener->performed(listener->context, op->perform.number,
                          has_object ? words[site->arguments[0].word] : 0,
                          op->perform.action))
    return true;
  machine_stop(machine, OUTCOME_ASSERTION, "`%s` is not allowed here",
               name_text(machine->program->names, op->perform.action));
  return false;
}

void operate_stop_unsupported(struct machine *machine,
                              const struct frame *frame, uint32_t edge) {
  const struct operation *op = &frame->code->procedure->edges.at[edge].op;
  machine_stop(machine, OUTCOME_UNSUPPORTED, "unsupported: %s",
               name_text(machine->program->names, op->unsupported.what));
}

// Memory operations outside the fast path

bool operate_copy(struct machine *machine, const struct frame *frame,
                  uint64_t to, uint64_t from, uint64_t size) {
  if (size == 0)
    return true;
  uint8_t *target = space_write(&machine->space, to, size);
  uint8_t *source = space_read(&machine->space, from, size);
  if (!target)
    operate_stop_invalid(machine, frame, ACCESS_WRITE, to, size);
  else if (!source)
    operate_stop_invalid(machine, frame, ACCESS_READ, from, size);
  else
    memmove(target, source, size);
  return target && source;
}

bool operate_fill(struct machine *machine, const struct frame *frame,
                  uint64_t to, uint8_t value, uint64_t size) {
  if (size == 0)
    return true;
  uint8_t *target = space_write(&machine->space, to, size);
  if (target)
    memset(target, value, size);
  else
    operate_stop_invalid(machine, frame, ACCESS_WRITE, to, size);
  return target != NULL;
}

bool operate_load(struct machine *machine, const struct frame *frame,
                  uint64_t *words, struct slot to, uint64_t address) {
  unsigned size = (to.width + 7) / 8;
  const uint8_t *bytes = space_read(&machine->space, address, size);
  if (bytes)
    words_put(words, to, space_get(bytes, size));
  else
    operate_stop_invalid(machine, frame, ACCESS_READ, address, size);
  return bytes != NULL;
}

bool operate_store(struct machine *machine, const struct frame *frame,
                   const uint64_t *words, struct slot from, uint64_t address) {
  unsigned size = (from.width + 7) / 8;
  uint8_t *bytes = space_write(&machine->space, address, size);
  if (bytes)
    space_put(bytes, size, words_get(words, from));
  else
    operate_stop_invalid(machine, frame, ACCESS_WRITE, address, size);
  return bytes != NULL;
}

static bool is_freeable(const struct machine *machine, uint64_t address) {
  const struct space_object *object = space_find(&machine->space, address);
  return address == 0 || (object->kind == SPACE_HEAP && object->is_alive &&
                          object->base == address);
}

bool operate_free(struct machine *machine, const struct frame *frame,
                  uint64_t address) {
  if (!is_freeable(machine, address)) {
    operate_stop_invalid(machine, frame, ACCESS_FREE, address, 0);
    return false;
  }
  if (address)
    space_end(&machine->space, space_find(&machine->space, address),
              machine_frame_position(frame));
  return true;
}

// Not null, and nothing that was there once.
static bool is_handle(const struct machine *machine, uint64_t address) {
  const struct space_object *object = space_find(&machine->space, address);
  return address && (object->is_alive || object->kind == SPACE_NOTHING);
}

// Do `size` bytes, and as many at this distance, have some in common?
static bool overlaps(const struct machine *machine, uint64_t distance,
                     uint64_t size) {
  uint64_t back = -distance & machine->space.address_mask;
  return distance && (distance < size || back < size);
}

static bool is_valid(const struct machine *machine,
                     const struct operation *invalid, uint64_t address,
                     uint64_t size) {
  switch (invalid->invalid.access) {
  case ACCESS_READ:
    return size == 0 || space_read(&machine->space, address, size);
  case ACCESS_WRITE:
    return size == 0 || space_write(&machine->space, address, size);
  case ACCESS_FREE: return is_freeable(machine, address);
  case ACCESS_CALL: return machine_function_at(machine, address).id != 0;
  case ACCESS_STRING: return space_has_string(&machine->space, address, size);
  case ACCESS_HANDLE: return is_handle(machine, address);
  case ACCESS_OVERLAP: return !overlaps(machine, address, size);
  }
  return false;
}

bool operate_validate(struct machine *machine, const struct frame *frame,
                      const uint64_t *words, const struct instruction *ip) {
  const struct edge *edge = &frame->code->procedure->edges.at[ip->d];
  uint64_t size = term_is_none(edge->op.invalid.size) ? 0 : words[ip->b];
  if (is_valid(machine, &edge->op, words[ip->a], size))
    return true;
  operate_stop_invalid(machine, frame, edge->op.invalid.access, words[ip->a],
                       size);
  return false;
}

// Watching

static void describe_place(const struct space_object *object,
                           struct watched_access *access) {
  bool is_unnamed = object->kind == SPACE_HEAP ||
                    object->kind == SPACE_LIBRARY ||
                    object->kind == SPACE_NOTHING;
  if (object->edge) {
    access->site_procedure.id = object->tag;
    access->site_edge.id = object->edge;
  } else if (!is_unnamed) {
    access->object.id = object->tag;
  }
}

bool operate_watch(struct machine *machine, const struct frame *frame,
                   const uint64_t *words, const struct instruction *ip) {
  uint64_t address = words[ip->a] & machine->space.address_mask;
  const struct space_object *object = space_find(&machine->space, address);
  uint64_t offset = address - object->base;
  if (!words[ip->b] || !object->is_alive || offset >= object->size)
    return true;
  struct watched_access access = {.procedure = frame->code->procedure->self,
                                  .edge = {ip->d},
                                  .role = ip->aux,
                                  .offset = offset};
  describe_place(object, &access);
  struct strbuf why = {0};
  bool ok = machine->watcher->look(machine->watcher->context, &access, &why);
  if (!ok)
    machine_stop(machine, OUTCOME_BUG, "%s", strbuf_text(&why));
  strbuf_release(&why);
  return ok;
}

// What the oracle decides

static bool draw(struct machine *machine, const struct oracle_request *request,
                 u128 *value) {
  if (oracle_draw(machine->oracle, request, value))
    return true;
  machine_stop(machine, OUTCOME_ORACLE, "%s", oracle_error(machine->oracle));
  return false;
}

// One input is known by the function it comes from, others by the variable.
static struct name havoc_name(const struct program *program,
                              const struct operation *op, uint32_t index) {
  if (op->havoc.count == 1 && op->havoc.origin != ORIGIN_UNINITIALISED)
    return op->havoc.what;
  return program_variable(program, op->havoc.targets[index])->name;
}

bool operate_havoc(struct machine *machine, const struct frame *frame,
                   uint64_t *words, const struct instruction *ip) {
  const struct operation *op = &frame->code->procedure->edges.at[ip->b].op;
  struct name name = havoc_name(machine->program, op, ip->a);
  struct oracle_request request = {
      .kind = op->havoc.origin == ORIGIN_UNINITIALISED ? ORACLE_UNINITIALISED
                                                       : ORACLE_VALUE,
      .name = name_text(machine->program->names, name),
      .width = ip->aux,
  };
  u128 value;
  if (!draw(machine, &request, &value))
    return false;
  machine->has_approximated |= op->havoc.origin == ORIGIN_APPROXIMATION;
  words_put(words, (struct slot){ip->d, ip->aux}, value);
  return true;
}

bool operate_may_allocate(struct machine *machine, bool *ok) {
  *ok = true;
  if (!machine->malloc_may_fail && !oracle_has_allocations(machine->oracle))
    return true;
  struct oracle_request request = {.kind = ORACLE_ALLOCATE, .width = 1};
  u128 value;
  if (!draw(machine, &request, &value))
    return false;
  *ok = value != 0;
  return true;
}

bool operate_allocate(struct machine *machine, struct frame *frame,
                      uint64_t *words, const struct instruction *ip) {
  const struct operation *op = &frame->code->procedure->edges.at[ip->b].op;
  bool is_heap = op->allocate.kind == ALLOCATION_HEAP;
  uint64_t size = words[ip->a];
  words[ip->d] = 0;
  bool ok = true;
  if (op->allocate.may_fail && !operate_may_allocate(machine, &ok))
    return false;
  if (!ok || (is_heap && size > machine->limits.bytes)) {
    library_set_errno(machine, ENOMEM);
    return true;
  }
  struct space_request request = {
      .kind = !is_heap               ? SPACE_FRAME
              : op->allocate.is_kept ? SPACE_LIBRARY
                                     : SPACE_HEAP,
      .size = size,
      .alignment = op->allocate.alignment,
      .is_zeroed = op->allocate.is_zeroed,
      .owner = is_heap ? (struct name){0} : frame->code->procedure->name,
      .tag = frame->code->procedure->self.id,
      .edge = ip->b,
      .position = machine_frame_position(frame),
  };
  struct space_object *object = space_allocate(&machine->space, &request);
  if (!object) {
    machine_stop(machine, OUTCOME_LIMIT, "the memory limit is reached");
    return false;
  }
  words[ip->d] = object->base;
  object->is_handed = op->allocate.is_given;
  machine->has_approximated |= !name_is_none(op->allocate.filler);
  if (!request.is_zeroed)
    oracle_fill(machine->oracle, request.position.line, object->bytes,
                object->size);
  if (!is_heap) {
    object->next = frame->objects;
    frame->objects = object;
  }
  return true;
}

// The frame object whose address the term is, or null.
static const struct frame_object *named_object(const struct machine *machine,
                                               const struct code *code,
                                               struct term address) {
  struct object_id object;
  uint64_t offset;
  if (!access_split(machine->program, address, &object, &offset))
    return NULL;
  return code_frame_object(code, object);
}

bool operate_live(struct machine *machine, struct frame *frame,
                  const uint64_t *words, const struct instruction *ip) {
  const struct operation *op = &frame->code->procedure->edges.at[ip->b].op;
  const struct frame_object *named =
      named_object(machine, frame->code, op->live.addresses[ip->d]);
  switch (op->live.life) {
  case LIFE_BEGINS: return machine_begin_object(machine, frame, named);
  case LIFE_ENDS:
    machine_end_object(machine, frame, words[ip->a], named);
    return true;
  case LIFE_DOUBTED: return true;
  case LIFE_RENEWS: machine_renew_object(machine, frame, named); return true;
  }
  return true;
}

// Calls

static bool stop_call(struct machine *machine, const struct code *code,
                      const char *what) {
  machine_stop_undefined(
      machine, UNDEFINED_INVALID_CALL, "call of `%s` with %s",
      name_text(machine->program->names, code->procedure->name), what);
  return false;
}

bool operate_pass_arguments(struct machine *machine, const struct code *code,
                            uint64_t *to, const uint64_t *from,
                            const struct slot *arguments, uint32_t count) {
  if (count < code->parameter_count)
    return stop_call(machine, code, "too few arguments");
  for (uint32_t i = 0; i < code->parameter_count; i++) {
    struct slot source = arguments[i], target = code->parameters[i];
    if (source.width != target.width)
      return stop_call(machine, code, "arguments of other types than it has");
    to[target.word] = from[source.word];
    if (source.width > 64)
      to[target.word + 1] = from[source.word + 1];
  }
  return true;
}

static void call_routine(struct machine *machine, const struct call_site *site,
                         struct procedure_id callee, uint64_t *words) {
  struct library_call call = {.machine = machine,
                              .procedure = callee,
                              .words = words,
                              .arguments = site->arguments,
                              .count = site->count,
                              .has_area = site->variadic.width != 0,
                              .result_width = site->target.width};
  if (call.has_area)
    call.area = words[site->variadic.word];
  library_dispatch(&call);
  if (site->target.width)
    words_put(words, site->target, call.result);
}

// Enters the callee, or runs it at once if it is a library routine. False if
// the run has stopped.
static bool call_procedure(struct machine *machine, struct thread *thread,
                           const struct call_site *site,
                           struct procedure_id callee, uint64_t *words) {
  const struct code *code = machine->codes[callee.id];
  if (!code) {
    if (!program_procedure(machine->program, callee)->is_defined) {
      call_routine(machine, site, callee, words);
      return !machine_has_stopped(machine);
    }
    code = machine_code(machine, callee);
  }
  if (site->target.width && site->target.width != code->result_width)
    return stop_call(machine, code, "another result type than it has");
  if (!machine_enter(machine, thread, code, site->target))
    return false;
  uint64_t *to = thread->frames.at[thread->frames.count - 1].words;
  if (code->variadic.width)
    to[code->variadic.word] =
        site->variadic.width ? words[site->variadic.word] : 0;
  return operate_pass_arguments(machine, code, to, words, site->arguments,
                                site->count);
}

bool operate_call(struct machine *machine, struct thread *thread,
                  const struct call_site *site, uint64_t *words) {
  struct procedure_id callee = site->callee;
  if (callee.id)
    return call_procedure(machine, thread, site, callee, words);
  uint64_t address = words[site->function.word];
  callee = machine_function_at(machine, address);
  if (callee.id)
    return call_procedure(machine, thread, site, callee, words);
  operate_stop_invalid(machine, &thread->frames.at[thread->frames.count - 1],
                       ACCESS_CALL, address, 0);
  return false;
}
