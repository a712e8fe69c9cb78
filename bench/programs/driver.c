// Looks for a violated assertion by running a program many times, so that the
// verdicts in programs.list rest on executions and not only on our own tools.
//
//   gcc -fsanitize-coverage=trace-pc,trace-cmp -Dmain=program -c PROGRAM.c
//   gcc PROGRAM.o driver.c -o search && ./search RUNS SEED
//
// (bench/validate does that for all of them.) The program asks for inputs by
// __VERIFIER_nondet_int and keeps its variables in main, so it can be run again
// and again in one process. Inputs are random, guided in two ways: values come
// mostly from the constants that the program compares with, and a run starts
// with a part of an earlier one that went a new way between its inputs.
// Exits with 10 when an assertion was violated and prints the inputs.
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MAX_INPUTS = 120,
  MAX_BLOCKS = 20000, // per run: a run without end is cut
  MAX_CORPUS = 16384,
  MAX_POOL = 256,
  SEEN_BITS = 20,
};

enum outcome { RUNNING, ENDED, VIOLATED };

struct inputs {
  int at[MAX_INPUTS];
  int count;
};

// The callbacks of the instrumentation take no context.
static struct {
  jmp_buf back;
  uint64_t random;
  struct inputs inputs; // of the current run
  int kept;             // how many of them are from an earlier run
  int used;
  int blocks;
  uint64_t segment;  // hash of the blocks since the last input
  uint64_t segments; // sixteen bits of each of the last four
  int is_new;
  uint8_t seen[1 << SEEN_BITS];
  struct inputs corpus[MAX_CORPUS];
  int corpus_count;
  int pool[MAX_POOL];
  int pool_count;
} search;

int program(void);
int __VERIFIER_nondet_int(void);
void reach_error(void);
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_const_cmp1(uint8_t constant, uint8_t value);
void __sanitizer_cov_trace_const_cmp4(uint32_t constant, uint32_t value);
void __sanitizer_cov_trace_const_cmp8(uint64_t constant, uint64_t value);
void __sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b);
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b);
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b);
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases);

static uint32_t random_below(uint32_t limit) {
  uint64_t x = search.random += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)((x ^ (x >> 31)) % limit);
}

static void pool_add(int value) {
  for (int i = 0; i < search.pool_count; i++)
    if (search.pool[i] == value)
      return;
  if (search.pool_count < MAX_POOL)
    search.pool[search.pool_count++] = value;
}

static int random_value(void) {
  switch (random_below(16)) {
  case 0: return (int)random_below(64) - 16;
  case 1: return (int)random_below(UINT32_MAX);
  case 2: return search.pool[random_below(search.pool_count)] + 1;
  case 3: return search.pool[random_below(search.pool_count)] - 1;
  case 4:
  case 5:
  case 6:
  case 7: return (int)random_below(2);
  default: return search.pool[random_below(search.pool_count)];
  }
}

// The way from the last input to this one is done: have we seen it after the
// ways before it?
static void end_segment(void) {
  search.segments = search.segments << 16 | search.segment >> 48;
  search.segment = 0;
  uint64_t hash = search.segments * 0xbf58476d1ce4e5b9u;
  uint8_t *seen = &search.seen[hash >> (64 - SEEN_BITS)];
  search.is_new |= !*seen;
  *seen = 1;
}

int __VERIFIER_nondet_int(void) {
  end_segment();
  if (search.used == MAX_INPUTS)
    longjmp(search.back, ENDED);
  if (search.used >= search.kept)
    search.inputs.at[search.used] = random_value();
  return search.inputs.at[search.used++];
}

void reach_error(void) {
  longjmp(search.back, VIOLATED);
}

// Stands in for that of the C library: assert ends here.
_Noreturn void __assert_fail(const char *text, const char *file,
                             unsigned int line, const char *function) {
  (void)text, (void)file, (void)line, (void)function;
  longjmp(search.back, VIOLATED);
}

void __sanitizer_cov_trace_pc(void) {
  uintptr_t block = (uintptr_t)__builtin_return_address(0);
  search.segment = (search.segment ^ block) * 0x9e3779b97f4a7c15u;
  if (++search.blocks > MAX_BLOCKS)
    longjmp(search.back, ENDED);
}

void __sanitizer_cov_trace_const_cmp1(uint8_t constant, uint8_t value) {
  (void)value;
  pool_add(constant);
}

void __sanitizer_cov_trace_const_cmp4(uint32_t constant, uint32_t value) {
  (void)value;
  pool_add((int)constant);
}

void __sanitizer_cov_trace_const_cmp8(uint64_t constant, uint64_t value) {
  (void)constant, (void)value; // addresses and sizes, which are no inputs
}

void __sanitizer_cov_trace_cmp1(uint8_t a, uint8_t b) {
  (void)a, (void)b;
}

void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) {
  (void)a, (void)b;
}

void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) {
  (void)a, (void)b;
}

void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {
  (void)value, (void)cases; // switches are over states, which are no inputs
}

// Some first inputs of an earlier run, perhaps with one of them changed.
static void choose_prefix(void) {
  search.kept = 0;
  if (!search.corpus_count || random_below(8) == 0)
    return;
  struct inputs *from =
      &search.corpus[random_below((uint32_t)search.corpus_count)];
  uint32_t dropped = random_below(2) ? random_below(3)
                                     : random_below((uint32_t)from->count + 1);
  search.kept = from->count - (int)dropped;
  if (search.kept < 0)
    search.kept = 0;
  memcpy(search.inputs.at, from->at, (size_t)search.kept * sizeof(int));
  if (search.kept && random_below(2))
    search.inputs.at[random_below((uint32_t)search.kept)] = random_value();
}

static enum outcome run_once(void) {
  choose_prefix();
  search.used = search.blocks = search.is_new = 0;
  search.segment = search.segments = 0;
  int outcome = setjmp(search.back);
  if (outcome == RUNNING) {
    program();
    outcome = ENDED;
  }
  search.inputs.count = search.used;
  if (search.is_new && search.corpus_count < MAX_CORPUS)
    search.corpus[search.corpus_count++] = search.inputs;
  return (enum outcome)outcome;
}

static int report_violation(long runs) {
  printf("violated in run %ld by inputs", runs);
  for (int i = 0; i < search.inputs.count; i++)
    printf(" %d", search.inputs.at[i]);
  printf("\n");
  return 10;
}

int main(int argc, char **argv) {
  long runs = argc > 1 ? atol(argv[1]) : 1000000;
  search.random = argc > 2 ? (uint64_t)atol(argv[2]) : 1;
  pool_add(0);
  for (long run = 1; run <= runs; run++)
    if (run_once() == VIOLATED)
      return report_violation(run);
  printf("no violation in %ld runs, %d of them kept\n", runs,
         search.corpus_count);
  return 0;
}
