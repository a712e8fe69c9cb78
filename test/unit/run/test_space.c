// The address space against a naive model: a list of objects and their bytes.
// Random allocations, ends of life, reads, writes and wild addresses.
#include "../unit.h"

#include "run/space.h"

enum { OBJECTS = 300, STEPS = 20000, LARGEST = 700 };

struct model_object {
  struct space_object *object;
  uint64_t base, size;
  uint8_t *bytes; // null once dead
  bool is_constant;
};

struct model {
  struct space space;
  struct random random;
  struct model_object objects[OBJECTS];
  uint32_t count;
};

static const struct position nowhere;

static void allocate(struct model *model) {
  if (model->count == OBJECTS)
    return;
  struct random *random = &model->random;
  struct model_object *o = &model->objects[model->count];
  struct space_request request = {
      .kind = random_below(random, 2) ? SPACE_HEAP : SPACE_FRAME,
      .size = random_below(random, LARGEST),
      .alignment = (uint64_t)1 << random_below(random, 13),
      .is_zeroed = true,
      .is_constant = random_below(random, 8) == 0,
  };
  o->object = space_allocate(&model->space, &request);
  assert_non_null(o->object);
  o->base = o->object->base;
  assert_int_equal(o->base % request.alignment, 0);
  assert_true(o->base >= SPACE_PAGE_ZERO);
  assert_true(o->base + request.size <= model->space.address_mask);
  o->size = request.size;
  o->is_constant = request.is_constant;
  o->bytes = calloc(o->size + 1, 1);
  model->count++;
}

static void end(struct model *model) {
  struct model_object *o =
      &model->objects[random_below(&model->random, model->count)];
  if (!o->bytes)
    return;
  space_end(&model->space, o->object, nowhere);
  free(o->bytes);
  o->bytes = NULL;
}

// The live object that the bytes lie in, or null.
static struct model_object *covering(struct model *model, uint64_t address,
                                     uint64_t size) {
  for (uint32_t i = 0; i < model->count; i++) {
    struct model_object *o = &model->objects[i];
    if (o->bytes && address >= o->base && address + size <= o->base + o->size)
      return o;
  }
  return NULL;
}

static void access(struct model *model) {
  struct random *random = &model->random;
  struct model_object *near =
      &model->objects[random_below(random, model->count)];
  uint64_t address = near->base + random_below(random, LARGEST + 60) - 30;
  if (random_below(random, 20) == 0)
    address = random_next(random);
  address &= model->space.address_mask;
  uint64_t size = 1 + random_below(random, 16);
  struct model_object *o = covering(model, address, size);
  uint8_t *bytes = space_read(&model->space, address, size);
  assert_int_equal(bytes != NULL, o != NULL);
  if (bytes)
    assert_memory_equal(bytes, o->bytes + (address - o->base), size);
  bytes = space_write(&model->space, address, size);
  assert_int_equal(bytes != NULL, o != NULL && !o->is_constant);
  if (bytes) {
    u128 value = random_next(random);
    unsigned count = size < 8 ? (unsigned)size : 8;
    space_put(bytes, count, value);
    memcpy(o->bytes + (address - o->base), &value, count);
    assert_true(space_get(bytes, count) == bits_truncate(value, 8 * count));
  }
}

static void run_model(unsigned pointer_width, uint64_t seed) {
  struct model model = {.random = {seed}};
  space_init(&model.space, pointer_width, seed % 2, UINT64_MAX);
  allocate(&model);
  for (uint32_t i = 0; i < STEPS; i++) {
    switch (random_below(&model.random, 20)) {
    case 0: allocate(&model); break;
    case 1: end(&model); break;
    default: access(&model);
    }
  }
  for (uint32_t i = 0; i < model.count; i++)
    free(model.objects[i].bytes);
  space_release(&model.space);
}

static void agrees_with_the_model(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 5; seed++) {
    run_model(64, seed);
    run_model(32, seed);
  }
}

// Addresses of the dead stay invalid however many objects follow, and memory
// does not grow with their number.
static void dead_addresses_stay_dead(void **state) {
  (void)state;
  struct space space;
  space_init(&space, 64, 0, UINT64_MAX);
  struct space_request request = {.kind = SPACE_FRAME, .size = 8};
  uint64_t first = 0;
  for (uint32_t i = 0; i < 200000; i++) {
    struct space_object *object = space_allocate(&space, &request);
    if (i == 0)
      first = object->base;
    assert_non_null(space_read(&space, object->base, 8));
    space_end(&space, object, nowhere);
    assert_null(space_read(&space, first, 1));
  }
  uint64_t used = 0;
  for (uint64_t i = 0; i < space.page_count; i++)
    used += space.pages[i] != &space.empty_page;
  assert_true(used < 10);
  space_release(&space);
}

// With 32 bits the address space comes round.
static void small_spaces_wrap(void **state) {
  (void)state;
  struct space space;
  space_init(&space, 32, 0, UINT64_MAX);
  struct space_request kept = {.kind = SPACE_GLOBAL, .size = 4};
  struct space_object *global = space_allocate(&space, &kept);
  struct space_request request = {.kind = SPACE_HEAP, .size = 1 << 20};
  for (uint32_t i = 0; i < 10000; i++) {
    struct space_object *object = space_allocate(&space, &request);
    assert_non_null(object);
    assert_true(object->base + request.size <= UINT32_MAX);
    assert_ptr_equal(space_find(&space, global->base), global);
    space_end(&space, object, nowhere);
  }
  request.size = UINT32_MAX;
  assert_null(space_allocate(&space, &request));
  space_release(&space);
}

static void byte_limit(void **state) {
  (void)state;
  struct space space;
  space_init(&space, 64, 0, 100);
  struct space_request request = {.kind = SPACE_HEAP, .size = 60};
  struct space_object *object = space_allocate(&space, &request);
  assert_non_null(object);
  assert_null(space_allocate(&space, &request));
  space_end(&space, object, nowhere);
  assert_non_null(space_allocate(&space, &request));
  space_release(&space);
}

// Messages

struct described {
  struct interner *names;
  struct space space;
  struct space_object *object;
};

static void described_init(struct described *d) {
  d->names = interner_new();
  space_init(&d->space, 64, 0, UINT64_MAX);
  struct space_request request = {.kind = SPACE_FRAME,
                                  .size = 40,
                                  .name = intern(d->names, "buf"),
                                  .owner = intern(d->names, "f")};
  d->object = space_allocate(&d->space, &request);
}

static void described_release(struct described *d) {
  space_release(&d->space);
  interner_free(d->names);
}

static void expect(struct described *d, enum access_kind access,
                   uint64_t address, uint64_t size, const char *text) {
  struct strbuf out = {0};
  space_describe_access(&d->space, d->names, access, address, size, &out);
  assert_string_equal(strbuf_text(&out), text);
  strbuf_release(&out);
}

static void messages(void **state) {
  (void)state;
  struct described d;
  described_init(&d);
  expect(&d, ACCESS_WRITE, d.object->base + 40, 4,
         "write of 4 bytes out of bounds: at offset 40 of `buf` (40 bytes, "
         "frame object of f)");
  expect(&d, ACCESS_READ, 0, 1, "read of 1 byte through a null pointer");
  expect(&d, ACCESS_READ, 8, 2,
         "read of 2 bytes through a null pointer plus 8");
  expect(&d, ACCESS_CALL, 0, 0, "call through a null pointer");
  uint64_t base = d.object->base;
  space_end(&d.space, d.object, nowhere);
  expect(&d, ACCESS_READ, base, 4,
         "read of 4 bytes in `buf`, out of scope: its function `f` has "
         "returned");
  struct space_request request = {
      .kind = SPACE_HEAP,
      .size = 1,
      .position = {intern(d.names, "x.c"), 10, 1},
  };
  struct space_object *heap = space_allocate(&d.space, &request);
  expect(&d, ACCESS_READ, heap->base + 1, 1,
         "read of 1 byte out of bounds: at offset 1 of an object (1 byte, heap "
         "object allocated at x.c:10)");
  base = heap->base;
  space_end(&d.space, heap, (struct position){intern(d.names, "x.c"), 12, 1});
  expect(&d, ACCESS_READ, base, 1,
         "read of 1 byte in a heap object freed at x.c:12");
  described_release(&d);
}

static void indeterminate_bytes(void **state) {
  (void)state;
  uint8_t zeros[100] = {0}, a[100], b[100];
  struct space space;
  space_init(&space, 64, 0, UINT64_MAX);
  space_fill(&space, a, sizeof a);
  assert_memory_equal(a, zeros, sizeof a);
  space_release(&space);
  for (int round = 0; round < 2; round++) {
    space_init(&space, 64, 7, UINT64_MAX);
    space_fill(&space, round ? b : a, sizeof a);
    space_release(&space);
  }
  assert_memory_equal(a, b, sizeof a);
  assert_memory_not_equal(a, zeros, sizeof a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_the_model),
      cmocka_unit_test(dead_addresses_stay_dead),
      cmocka_unit_test(small_spaces_wrap),
      cmocka_unit_test(byte_limit),
      cmocka_unit_test(messages),
      cmocka_unit_test(indeterminate_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
