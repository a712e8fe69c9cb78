// The loop. Each instruction of instruction.def is a label; NEXT jumps to that
// of the following instruction through a table. `ip` is the instruction, `r`
// the frame's words, `k` the constant pool. Whoever needs the frame's pc to be
// right (messages, calls) saves it first.
#include "run/interpret.h"

#include <string.h>

#include "base/stats.h"
#include "run/array.h"
#include "run/builder.h"
#include "run/operate.h"
#include "run/races.h"
#include "run/recorder.h"
#include "run/threads.h"

enum { SLICE = 1 << 20 }; // edges between looks at the clock

// Time

static uint64_t slice_length(const struct machine *machine) {
  uint64_t length =
      threads_may_switch(machine) ? THREADS_SLICE : (uint64_t)SLICE;
  if (machine->limits.steps) {
    uint64_t left = machine->limits.steps > machine->steps
                        ? machine->limits.steps - machine->steps
                        : 0;
    length = left < length ? left : length;
  }
  return length;
}

static void check_limits(struct machine *machine) {
  const struct machine_limits *limits = &machine->limits;
  if (limits->steps && machine->steps >= limits->steps)
    machine_stop(machine, OUTCOME_LIMIT, "the limit of %llu steps is reached",
                 (unsigned long long)limits->steps);
  else if ((limits->deadline_ms && stats_now_ms() >= limits->deadline_ms) ||
           (limits->cpu_deadline_ms &&
            stats_cpu_ms() >= limits->cpu_deadline_ms))
    machine_stop(machine, OUTCOME_LIMIT, "the time limit is reached");
  else if (limits->interrupt && *limits->interrupt)
    machine_stop(machine, OUTCOME_LIMIT, "interrupted");
}

static bool follower_goes_on(struct machine *machine,
                             struct procedure_id procedure,
                             struct location_id location) {
  const struct follower *follower = machine->follower;
  follower->arrive(follower->context, procedure, location);
  if (!follower->has_enough || !*follower->has_enough)
    return true;
  machine_stop(machine, OUTCOME_LIMIT, "whoever follows the run has enough");
  return false;
}

// Arithmetic outside the fast path

static uint64_t divide_signed(enum term_op op, unsigned aux, uint64_t x,
                              uint64_t y) {
  unsigned width = 64 - aux;
  int64_t a = (int64_t)(x << aux) >> aux, b = (int64_t)(y << aux) >> aux;
  if (b == 0 || b == -1)
    return (uint64_t)bits_binary(op, width, x, y);
  return (uint64_t)(op == OP_SDIV ? a / b : a % b) << aux >> aux;
}

static void general(uint64_t *words, const struct code *code,
                    const struct instruction *ip) {
  const struct general *g = &code->generals[ip->a];
  u128 a = words_get(words, g->a);
  u128 b = g->b.width ? words_get(words, g->b) : 0;
  words_put(words, (struct slot){ip->d, g->result_width},
            general_value(g, a, b));
}

static uint32_t choose(const struct switch_table *table, uint64_t value) {
  if (!table->values) {
    uint64_t index = value - table->low;
    return index < table->count ? table->targets[index] : table->otherwise;
  }
  uint32_t low = 0, high = table->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (table->values[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < table->count && table->values[low] == value ? table->targets[low]
                                                           : table->otherwise;
}

static inline float as_float(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float value;
  memcpy(&value, &low, sizeof value);
  return value;
}

static inline uint64_t from_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline double as_double(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline uint64_t from_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Float operators at the host's speed. Which of two NaNs an operator passes on
// is the business of term/bits.h alone.
#define FLOAT_OPERATOR(op, operator, width, type)                              \
  static inline uint64_t op##width(uint64_t x, uint64_t y) {                   \
    type z = as_##type(x) operator as_##type(y);                               \
    return z == z ? from_##type(z)                                             \
                  : (uint64_t)bits_binary(OP_##op, width, x, y);               \
  }

FLOAT_OPERATOR(FADD, +, 32, float)
FLOAT_OPERATOR(FSUB, -, 32, float)
FLOAT_OPERATOR(FMUL, *, 32, float)
FLOAT_OPERATOR(FDIV, /, 32, float)
FLOAT_OPERATOR(FADD, +, 64, double)
FLOAT_OPERATOR(FSUB, -, 64, double)
FLOAT_OPERATOR(FMUL, *, 64, double)
FLOAT_OPERATOR(FDIV, /, 64, double)

// The loop

#define NEXT                                                                   \
  do {                                                                         \
    ip++;                                                                      \
    goto *labels[ip->op];                                                      \
  } while (0)
#define GO(target)                                                             \
  do {                                                                         \
    ip = code->instructions + (target);                                        \
    goto *labels[ip->op];                                                      \
  } while (0)
#define SAVE                                                                   \
  (thread->frames.at[thread->frames.count - 1].pc =                            \
       (uint32_t)(ip - code->instructions))
#define FRAME (&thread->frames.at[thread->frames.count - 1])

// d := expression over x = a and y = b, or y = a constant
#define BINARY(name, expression)                                               \
  do_##name : {                                                                \
    uint64_t x = r[ip->a], y = r[ip->b];                                       \
    r[ip->d] = (expression);                                                   \
    NEXT;                                                                      \
  }
#define BINARY_K(name, expression)                                             \
  do_##name : {                                                                \
    uint64_t x = r[ip->a], y = k[ip->b];                                       \
    r[ip->d] = (expression);                                                   \
    NEXT;                                                                      \
  }
#define BOTH(name, expression)                                                 \
  BINARY(name, expression)                                                     \
  BINARY_K(name##_K, expression)
#define TEST(name, condition)                                                  \
  do_JUMP_##name : {                                                           \
    uint64_t x = r[ip->a], y = r[ip->b];                                       \
    if (condition)                                                             \
      GO(ip->d);                                                               \
    NEXT;                                                                      \
  }                                                                            \
  BINARY(name, condition)
#define TEST_K(name, condition)                                                \
  do_JUMP_##name : {                                                           \
    uint64_t x = r[ip->a], y = k[ip->b];                                       \
    if (condition)                                                             \
      GO(ip->d);                                                               \
    NEXT;                                                                      \
  }                                                                            \
  BINARY_K(name, condition)
#define LOAD(bits)                                                             \
  do_LOAD##bits : {                                                            \
    uint64_t address =                                                         \
        (r[ip->a] + (uint64_t)(int64_t)(int32_t)ip->b) & address_mask;         \
    const uint8_t *bytes = space_read(&machine->space, address, bits / 8);     \
    uint##bits##_t value;                                                      \
    if (!bytes) {                                                              \
      SAVE;                                                                    \
      operate_stop_invalid(machine, FRAME, ACCESS_READ, address, bits / 8);    \
      goto stopped;                                                            \
    }                                                                          \
    memcpy(&value, bytes, sizeof value);                                       \
    r[ip->d] = value;                                                          \
    NEXT;                                                                      \
  }                                                                            \
  do_LOAD##bits##_FRAME : {                                                    \
    uint##bits##_t value;                                                      \
    memcpy(&value, (const uint8_t *)(uintptr_t)r[ip->a] + ip->b,               \
           sizeof value);                                                      \
    r[ip->d] = value;                                                          \
    NEXT;                                                                      \
  }                                                                            \
  do_LOAD##bits##_FIXED : {                                                    \
    uint##bits##_t value;                                                      \
    memcpy(&value, (const uint8_t *)(uintptr_t)ip->word, sizeof value);        \
    r[ip->d] = value;                                                          \
    NEXT;                                                                      \
  }
#define STORE(bits)                                                            \
  do_STORE##bits : {                                                           \
    uint64_t address =                                                         \
        (r[ip->a] + (uint64_t)(int64_t)(int32_t)ip->b) & address_mask;         \
    uint8_t *bytes = space_write(&machine->space, address, bits / 8);          \
    uint##bits##_t value = (uint##bits##_t)r[ip->d];                           \
    if (!bytes) {                                                              \
      SAVE;                                                                    \
      operate_stop_invalid(machine, FRAME, ACCESS_WRITE, address, bits / 8);   \
      goto stopped;                                                            \
    }                                                                          \
    memcpy(bytes, &value, sizeof value);                                       \
    NEXT;                                                                      \
  }                                                                            \
  do_STORE##bits##_FRAME : {                                                   \
    uint##bits##_t value = (uint##bits##_t)r[ip->d];                           \
    memcpy((uint8_t *)(uintptr_t)r[ip->a] + ip->b, &value, sizeof value);      \
    NEXT;                                                                      \
  }                                                                            \
  do_STORE##bits##_FIXED : {                                                   \
    uint##bits##_t value = (uint##bits##_t)r[ip->d];                           \
    memcpy((uint8_t *)(uintptr_t)ip->word, &value, sizeof value);              \
    NEXT;                                                                      \
  }
// Something that may end the run.
#define ATTEMPT(action)                                                        \
  do {                                                                         \
    SAVE;                                                                      \
    if (!(action))                                                             \
      goto stopped;                                                            \
    NEXT;                                                                      \
  } while (0)

// Values of w bits, w = 64 - aux, in 64: masked, and as signed integers whose
// order is that of the values.
#define LOW(value) ((value) << ip->aux >> ip->aux)
#define SIGNED(value) ((int64_t)((value) << ip->aux))

void interpret(struct machine *machine, struct thread *thread, uint32_t floor) {
  static const void *const labels[] = {
#define INSTRUCTION(name, form) &&do_##name,
#include "run/instruction.def"
#undef INSTRUCTION
  };
  const struct code *code;
  const struct instruction *ip;
  uint64_t *r;
  const uint64_t *k;
  const uint64_t address_mask = machine->space.address_mask;
  uint64_t slice = slice_length(machine);
  int64_t budget = (int64_t)slice;

  // Continues with the thread's last frame, `skip` instructions after its pc.
#define RESUME(skip)                                                           \
  do {                                                                         \
    const struct frame *top = FRAME;                                           \
    code = top->code;                                                          \
    r = top->words;                                                            \
    k = code->constants;                                                       \
    GO(top->pc + (skip));                                                      \
  } while (0)

  RESUME(0);

do_COMPARED:
  machine->follower->compared(machine->follower->context, 64 - ip->aux,
                              r[ip->a], r[ip->b]);
  NEXT;
do_COMPARED_K:
  machine->follower->compared(machine->follower->context, 64 - ip->aux,
                              r[ip->a], k[ip->b]);
  NEXT;
do_ARRIVE:
  ATTEMPT(follower_goes_on(machine, code->procedure->self,
                           (struct location_id){ip->d}));
do_RECORD_PLACE:
  recorder_arrive(machine->recorder, FRAME, (struct location_id){ip->d});
  NEXT;
do_RECORD_ENTER:
  recorder_enter(machine->recorder, FRAME);
  NEXT;
do_RECORD_BEFORE:
  recorder_before(machine->recorder, FRAME, (struct edge_id){ip->d},
                  ip->aux ? r[ip->a] & address_mask : 0,
                  ip->aux ? r[ip->b] : 0);
  NEXT;
do_RECORD_AFTER:
  recorder_after(machine->recorder, FRAME, (struct edge_id){ip->d});
  NEXT;
do_ACCESS:
  ATTEMPT(races_access(machine, FRAME, (struct edge_id){ip->d}, ip->aux,
                       ip->aux ? r[ip->a] & address_mask : 0,
                       ip->aux ? r[ip->b] : 0));
do_STEP:
  budget -= ip->d;
  if (budget < 0) {
    SAVE;
    machine->steps += slice - (uint64_t)budget - ip->d;
    budget = 0;
    slice = 0;
    check_limits(machine);
    if (machine_has_stopped(machine) || threads_may_switch(machine))
      goto stopped;
    slice = slice_length(machine);
    budget = (int64_t)slice - ip->d;
  }
  NEXT;
do_TURN:
  if (ip->d ? schedule_event(machine, thread)
            : schedule_section_ends(machine)) {
    ip++;
    SAVE;
    goto stopped;
  }
  NEXT;
do_JUMP:
  GO(ip->d);
do_JUMP_IF:
  if (r[ip->a])
    GO(ip->d);
  NEXT;
do_JUMP_UNLESS:
  if (!r[ip->a])
    GO(ip->d);
  NEXT;
do_SWITCH:
  GO(choose(&code->switches[ip->d], r[ip->a]));

  TEST(EQ, x == y)
  TEST(NE, x != y)
  TEST(ULT, x < y)
  TEST(ULE, x <= y)
  TEST(SLT, SIGNED(x) < SIGNED(y))
  TEST(SLE, SIGNED(x) <= SIGNED(y))
  TEST_K(EQ_K, x == y)
  TEST_K(NE_K, x != y)
  TEST_K(ULT_K, x < y)
  TEST_K(ULE_K, x <= y)
  TEST_K(UGT_K, x > y)
  TEST_K(UGE_K, x >= y)
  TEST_K(SLT_K, SIGNED(x) < SIGNED(y))
  TEST_K(SLE_K, SIGNED(x) <= SIGNED(y))
  TEST_K(SGT_K, SIGNED(x) > SIGNED(y))
  TEST_K(SGE_K, SIGNED(x) >= SIGNED(y))

do_MOVE:
  r[ip->d] = r[ip->a];
  NEXT;
do_MOVE_WIDE : {
  uint64_t low = r[ip->a], high = r[ip->a + 1];
  r[ip->d] = low;
  r[ip->d + 1] = high;
  NEXT;
}
do_MOVE_IF:
  if (r[ip->b])
    r[ip->d] = r[ip->a];
  NEXT;
do_MOVE_IF_WIDE:
  if (r[ip->b]) {
    r[ip->d] = r[ip->a];
    r[ip->d + 1] = r[ip->a + 1];
  }
  NEXT;
do_CONST:
  r[ip->d] = ip->word;
  NEXT;
do_GLOBAL_GET:
  r[ip->d] = machine->globals[ip->a];
  NEXT;
do_GLOBAL_SET:
  machine->globals[ip->d] = r[ip->a];
  NEXT;
do_THREAD_LOCAL:
  r[ip->d] = machine_object_address(machine, (struct object_id){ip->a});
  NEXT;

  BOTH(ADD, LOW(x + y))
  BOTH(ADD32, (uint32_t)(x + y))
  BINARY(SUB, LOW(x - y))
  BINARY(SUB32, (uint32_t)(x - y))
  BOTH(MUL, LOW(x * y))
  BOTH(MUL32, (uint32_t)(x * y))
  BINARY(INDEX, x + y * ip->aux)
  BINARY(INDEX_SEXT32, x + (uint64_t)(int64_t)(int32_t)y * ip->aux)
do_INDEX_K:
  r[ip->d] = k[ip->a] + r[ip->b] * ip->aux;
  NEXT;
do_INDEX_SEXT32_K:
  r[ip->d] = k[ip->a] + (uint64_t)(int64_t)(int32_t)r[ip->b] * ip->aux;
  NEXT;
  BOTH(UDIV, y ? x / y : LOW(UINT64_MAX))
  BOTH(SDIV, divide_signed(OP_SDIV, ip->aux, x, y))
  BOTH(UREM, y ? x % y : x)
  BOTH(SREM, divide_signed(OP_SREM, ip->aux, x, y))
  BOTH(AND, x & y)
  BOTH(OR, x | y)
  BOTH(XOR, x ^ y)
  BINARY(SHL, y > 63 ? 0 : LOW(x << y))
  BINARY_K(SHL_K, LOW(x << y))
  BINARY(LSHR, y > 63 ? 0 : x >> y)
  BINARY_K(LSHR_K, x >> y)
  BINARY(ASHR, LOW((uint64_t)(SIGNED(x) >> ip->aux >> (y > 63 ? 63 : y))))
  BINARY_K(ASHR_K, LOW((uint64_t)(SIGNED(x) >> ip->aux >> y)))
do_SEXT:
  r[ip->d] = (uint64_t)(SIGNED(r[ip->a]) >> ip->aux) << ip->b >> ip->b;
  NEXT;
do_SEXT32TO64:
  r[ip->d] = (uint64_t)(int64_t)(int32_t)r[ip->a];
  NEXT;
do_EXTRACT:
  r[ip->d] = LOW(r[ip->a] >> ip->b);
  NEXT;
do_CONCAT:
  r[ip->d] = r[ip->a] << ip->aux | r[ip->b];
  NEXT;

  BINARY(FADD32, FADD32(x, y))
  BINARY(FSUB32, FSUB32(x, y))
  BINARY(FMUL32, FMUL32(x, y))
  BINARY(FDIV32, FDIV32(x, y))
  BINARY(FADD64, FADD64(x, y))
  BINARY(FSUB64, FSUB64(x, y))
  BINARY(FMUL64, FMUL64(x, y))
  BINARY(FDIV64, FDIV64(x, y))
  BINARY(FLT32, as_float(x) < as_float(y))
  BINARY(FLE32, as_float(x) <= as_float(y))
  BINARY(FEQ32, as_float(x) == as_float(y))
  BINARY(FLT64, as_double(x) < as_double(y))
  BINARY(FLE64, as_double(x) <= as_double(y))
  BINARY(FEQ64, as_double(x) == as_double(y))
do_GENERAL:
  general(r, code, ip);
  NEXT;

  LOAD(8)
  LOAD(16)
  LOAD(32)
  LOAD(64)
  STORE(8)
  STORE(16)
  STORE(32)
  STORE(64)
do_LOAD_BITS:
  ATTEMPT(operate_load(machine, FRAME, r, (struct slot){ip->d, ip->aux},
                       (r[ip->a] + (uint64_t)(int64_t)(int32_t)ip->b) &
                           address_mask));
do_STORE_BITS:
  ATTEMPT(operate_store(machine, FRAME, r, (struct slot){ip->d, ip->aux},
                        (r[ip->a] + (uint64_t)(int64_t)(int32_t)ip->b) &
                            address_mask));
do_WATCH:
  ATTEMPT(operate_watch(machine, FRAME, r, ip));
do_VALIDATE:
  ATTEMPT(operate_validate(machine, FRAME, r, ip));
do_COPY:
  ATTEMPT(operate_copy(machine, FRAME, r[ip->a], r[ip->b], r[ip->d]));
do_FILL:
  ATTEMPT(operate_fill(machine, FRAME, r[ip->a], (uint8_t)r[ip->b], r[ip->d]));
do_ALLOCATE:
  ATTEMPT(operate_allocate(machine, FRAME, r, ip));
do_LIVE:
  ATTEMPT(operate_live(machine, FRAME, r, ip));
do_FREE:
  ATTEMPT(operate_free(machine, FRAME, r[ip->a]));
do_ARRAY_GET:
  words_put(
      r, (struct slot){ip->d, ip->aux},
      run_array_get((const struct run_array *)(uintptr_t)r[ip->a], r[ip->b]));
  NEXT;
do_ARRAY_PUT:
  run_array_put((struct run_array *)(uintptr_t)r[ip->d], r[ip->a],
                words_get(r, (struct slot){ip->b, ip->aux}));
  NEXT;
do_ARRAY_FILL:
  run_array_fill((struct run_array *)(uintptr_t)r[ip->d],
                 words_get(r, (struct slot){ip->a, ip->aux}));
  NEXT;
do_ARRAY_COPY:
  run_array_copy((struct run_array *)(uintptr_t)r[ip->d],
                 (const struct run_array *)(uintptr_t)r[ip->a]);
  NEXT;
do_HAVOC:
  ATTEMPT(operate_havoc(machine, FRAME, r, ip));

do_CALL : {
  SAVE;
  uint32_t before = thread->frames.count;
  if (!operate_call(machine, thread, &code->sites[ip->d], r))
    goto stopped;
  if (thread->frames.count == before)
    NEXT;
  RESUME(0);
}
do_RETURN : {
  struct slot value = {ip->a, ip->aux};
  u128 result = words_get(r, value);
  struct slot target = FRAME->target;
  machine_leave(machine, thread);
  if (thread->frames.count == floor) {
    machine->returned = result;
    goto stopped;
  }
  if (target.width)
    words_put(FRAME->words, target, result);
  RESUME(1);
}
do_RETURN_VOID:
  machine_leave(machine, thread);
  if (thread->frames.count == floor) {
    machine->returned = 0;
    goto stopped;
  }
  RESUME(1);
do_THREAD:
  ATTEMPT(threads_operate(machine, thread, &code->sites[ip->d], r));
do_PERFORM:
  ATTEMPT(operate_perform(machine, FRAME, r, &code->sites[ip->d]));
do_UNSUPPORTED:
  SAVE;
  operate_stop_unsupported(machine, FRAME, ip->d);
  goto stopped;
do_UNDEFINED:
  SAVE;
  operate_stop_undefined(machine, FRAME, ip->d);
  goto stopped;
do_BLOCKED:
  SAVE;
  machine_stop(machine, OUTCOME_BLOCKED,
               "no execution goes on from here: an assumption is false");
stopped:
  machine->steps += slice - (uint64_t)budget;
}
