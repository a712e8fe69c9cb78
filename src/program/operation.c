// Tables of names, and what each kind of operation reads and writes.
#include "program/operation.h"

#include "base/check.h"

static const char *const kind_names[OPERATION_KIND_COUNT] = {
    [OPERATION_ASSIGN] = "assign",   [OPERATION_ASSUME] = "assume",
    [OPERATION_INVALID] = "invalid", [OPERATION_HAVOC] = "havoc",
    [OPERATION_LOAD] = "load",       [OPERATION_STORE] = "store",
    [OPERATION_UPDATE] = "update",   [OPERATION_COPY] = "copy",
    [OPERATION_FILL] = "fill",       [OPERATION_ALLOCATE] = "allocate",
    [OPERATION_FREE] = "free",       [OPERATION_LIVE] = "live",
    [OPERATION_CALL] = "call",       [OPERATION_RETURN] = "return",
    [OPERATION_THREAD] = "thread",   [OPERATION_PERFORM] = "perform",
    [OPERATION_UNSUPPORTED] = "unsupported",
};

static const char *const origin_names[] = {
    [ORIGIN_INPUT] = "input",
    [ORIGIN_ASSUMPTION] = "assumption",
    [ORIGIN_APPROXIMATION] = "approximation",
    [ORIGIN_UNINITIALISED] = "uninitialised",
};

static const char *const access_names[] = {
    [ACCESS_READ] = "read",
    [ACCESS_WRITE] = "write",
    [ACCESS_FREE] = "free",
    [ACCESS_CALL] = "call",
    [ACCESS_STRING] = "string",
    [ACCESS_HANDLE] = "handle",
    [ACCESS_OVERLAP] = "overlap",
};

static const char *const life_names[] = {
    [LIFE_BEGINS] = "begin",
    [LIFE_ENDS] = "end",
    [LIFE_RENEWS] = "renew",
    [LIFE_DOUBTED] = "doubt",
};

static const char *const thread_names[THREAD_ACTION_COUNT] = {
    [THREAD_CREATE] = "create",
    [THREAD_JOIN] = "join",
    [THREAD_JOIN_NUMBER] = "join_number",
    [THREAD_EXIT] = "exit",
    [THREAD_LOCK] = "lock",
    [THREAD_UNLOCK] = "unlock",
    [THREAD_WAIT] = "wait",
    [THREAD_TIMED_WAIT] = "timed_wait",
    [THREAD_SIGNAL] = "signal",
    [THREAD_BROADCAST] = "broadcast",
    [THREAD_READ_LOCK] = "read_lock",
    [THREAD_WRITE_LOCK] = "write_lock",
    [THREAD_UNLOCK_EITHER] = "unlock_either",
    [THREAD_SPIN_LOCK] = "spin_lock",
    [THREAD_SPIN_UNLOCK] = "spin_unlock",
    [THREAD_DOWN] = "down",
    [THREAD_UP] = "up",
    [THREAD_MEET] = "meet",
    [THREAD_ATOMIC_BEGIN] = "atomic_begin",
    [THREAD_ATOMIC_END] = "atomic_end",
};

const char *operation_kind_name(enum operation_kind kind) {
  CHECK(kind < OPERATION_KIND_COUNT, "no operation kind %d", (int)kind);
  return kind_names[kind];
}

const char *havoc_origin_name(enum havoc_origin origin) {
  CHECK(origin <= ORIGIN_UNINITIALISED, "no havoc origin %d", (int)origin);
  return origin_names[origin];
}

const char *access_kind_name(enum access_kind access) {
  CHECK(access <= ACCESS_OVERLAP, "no access kind %d", (int)access);
  return access_names[access];
}

const char *life_name(enum life life) {
  CHECK(life <= LIFE_DOUBTED, "no life %d", (int)life);
  return life_names[life];
}

const char *thread_action_name(enum thread_action action) {
  CHECK(action < THREAD_ACTION_COUNT, "no thread action %d", (int)action);
  return thread_names[action];
}

bool thread_action_is_lock(enum thread_action action) {
  switch (action) {
  case THREAD_LOCK:
  case THREAD_UNLOCK:
  case THREAD_SIGNAL:
  case THREAD_BROADCAST:
  case THREAD_READ_LOCK:
  case THREAD_WRITE_LOCK:
  case THREAD_UNLOCK_EITHER:
  case THREAD_SPIN_LOCK:
  case THREAD_SPIN_UNLOCK: return true;
  default: return false;
  }
}

static void push_target(struct variable target, struct variable_vec *into) {
  if (!variable_is_none(target))
    variable_vec_push(into, target);
}

void operation_targets(const struct operation *op, struct variable_vec *into) {
  switch (op->kind) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < op->assign.count; i++)
      push_target(op->assign.bindings[i].target, into);
    return;
  case OPERATION_HAVOC:
    variable_vec_append(into, op->havoc.targets, op->havoc.count);
    return;
  case OPERATION_LOAD:
  case OPERATION_UPDATE: push_target(op->memory.target, into); return;
  case OPERATION_ALLOCATE: push_target(op->allocate.target, into); return;
  case OPERATION_CALL: push_target(op->call.target, into); return;
  case OPERATION_THREAD: push_target(op->thread.target, into); return;
  case OPERATION_ASSUME:
  case OPERATION_INVALID:
  case OPERATION_STORE:
  case OPERATION_COPY:
  case OPERATION_FILL:
  case OPERATION_FREE:
  case OPERATION_LIVE:
  case OPERATION_RETURN:
  case OPERATION_PERFORM:
  case OPERATION_UNSUPPORTED:
  case OPERATION_KIND_COUNT: return;
  }
}

static void push_term(struct term t, struct term_vec *into) {
  if (!term_is_none(t))
    term_vec_push(into, t);
}

void operation_terms(const struct operation *op, struct term_vec *into) {
  switch (op->kind) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < op->assign.count; i++)
      push_term(op->assign.bindings[i].value, into);
    return;
  case OPERATION_ASSUME: push_term(op->assume.condition, into); return;
  case OPERATION_INVALID:
    push_term(op->invalid.address, into);
    push_term(op->invalid.size, into);
    return;
  case OPERATION_LOAD: push_term(op->memory.address, into); return;
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    push_term(op->memory.address, into);
    push_term(op->memory.value, into);
    return;
  case OPERATION_COPY:
    push_term(op->block.address, into);
    push_term(op->block.source, into);
    push_term(op->block.size, into);
    return;
  case OPERATION_FILL:
    push_term(op->block.address, into);
    push_term(op->block.value, into);
    push_term(op->block.size, into);
    return;
  case OPERATION_ALLOCATE: push_term(op->allocate.size, into); return;
  case OPERATION_FREE: push_term(op->free.address, into); return;
  case OPERATION_LIVE:
    term_vec_append(into, op->live.addresses, op->live.count);
    return;
  case OPERATION_CALL:
    push_term(op->call.function, into);
    term_vec_append(into, op->call.arguments, op->call.count);
    push_term(op->call.variadic, into);
    return;
  case OPERATION_RETURN: push_term(op->ret.value, into); return;
  case OPERATION_THREAD:
    term_vec_append(into, op->thread.arguments, op->thread.count);
    return;
  case OPERATION_PERFORM:
    push_term(op->perform.object, into);
    push_term(op->perform.address, into);
    push_term(op->perform.size, into);
    for (uint32_t i = 0; i < op->perform.count; i++)
      push_term(op->perform.ranges[i], into);
    return;
  case OPERATION_HAVOC:
  case OPERATION_UNSUPPORTED:
  case OPERATION_KIND_COUNT: return;
  }
}
