// Every block is aligned, keeps its content while others come, and overlaps
// none: each is filled with a byte of its own and read back at the end.
#include "../unit.h"

#include "base/arena.h"

enum { BLOCKS = 5000 };

struct large_block {
  unsigned char *at;
  size_t size;
  unsigned char fill;
};

static size_t random_size(struct random *random) {
  switch (random_below(random, 50)) {
  case 0: return 0;
  case 1: return random_below(random, 20000);
  case 2: return random_below(random, 4) ? 1 : 2 << 20;
  default: return random_below(random, 200);
  }
}

static struct large_block new_block(struct arena *arena,
                                    struct random *random) {
  struct large_block block = {.size = random_size(random),
                              .fill = (unsigned char)random_next(random)};
  if (random_below(random, 2)) {
    block.at = arena_new(arena, block.size);
  } else {
    block.at = arena_new_zero(arena, block.size);
    for (size_t i = 0; i < block.size; i++)
      assert_int_equal(block.at[i], 0);
  }
  assert_int_equal((uintptr_t)block.at % 16, 0);
  memset(block.at, block.fill, block.size);
  return block;
}

static void assert_untouched(struct large_block block) {
  for (size_t i = 0; i < block.size; i++)
    if (block.at[i] != block.fill)
      fail_msg("byte %zu of a block of %zu", i, block.size);
}

static int by_address(const void *a, const void *b) {
  const struct large_block *left = a, *right = b;
  return (left->at > right->at) - (left->at < right->at);
}

static void assert_disjoint(struct large_block *blocks) {
  qsort(blocks, BLOCKS, sizeof *blocks, by_address);
  for (int i = 0; i + 1 < BLOCKS; i++) {
    assert_true(blocks[i].at < blocks[i + 1].at);
    assert_true(blocks[i].at + blocks[i].size <= blocks[i + 1].at);
  }
}

static void test_random_blocks(void **state) {
  (void)state;
  static struct large_block blocks[BLOCKS];
  struct random random = {8};
  struct arena arena;
  arena_init(&arena);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < BLOCKS; i++)
      blocks[i] = new_block(&arena, &random);
    for (int i = 0; i < BLOCKS; i++)
      assert_untouched(blocks[i]);
    assert_disjoint(blocks);
    arena_clear(&arena);
    assert_true(arena.bytes >= 2 << 20); // the largest chunk is kept
  }
  arena_release(&arena);
  assert_int_equal(arena.bytes, 0);
}

static void test_clear_reuses(void **state) {
  (void)state;
  struct arena arena;
  arena_init(&arena);
  arena_clear(&arena);
  void *first = arena_new(&arena, 100);
  size_t bytes = arena.bytes;
  for (int i = 0; i < 1000; i++) {
    arena_clear(&arena);
    assert_ptr_equal(arena_new(&arena, 100), first);
  }
  assert_int_equal(arena.bytes, bytes);
  arena_release(&arena);
}

static void test_copies(void **state) {
  (void)state;
  struct arena arena;
  arena_init(&arena);
  char text[] = "text";
  char *copy = arena_copy(&arena, text, sizeof text);
  text[0] = 'n';
  assert_string_equal(copy, "text");
  assert_memory_equal(arena_copy(&arena, text, 3), "nex", 3);
  assert_non_null(arena_copy(&arena, NULL, 0));
  arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_blocks),
      cmocka_unit_test(test_clear_reuses),
      cmocka_unit_test(test_copies),
  };
  return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
