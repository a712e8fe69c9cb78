// The interner against a list of all texts so far.
#include "../unit.h"

#include "base/intern.h"

enum { TEXTS = 2000, LONGEST = 40 };

struct model {
  struct {
    char text[LONGEST + 1];
    size_t length;
  } entries[TEXTS + 1]; // by handle; entry 0 is the empty text
  uint32_t count;
};

static uint32_t model_intern(struct model *model, const char *text,
                             size_t length) {
  for (uint32_t i = 0; i < model->count; i++)
    if (model->entries[i].length == length &&
        memcmp(model->entries[i].text, text, length) == 0)
      return i;
  memcpy(model->entries[model->count].text, text, length);
  model->entries[model->count].text[length] = '\0';
  model->entries[model->count].length = length;
  return model->count++;
}

// Few letters and short texts repeat often; zero bytes are allowed.
static size_t random_text(struct random *random, char text[LONGEST]) {
  size_t length = random_below(random, random_below(random, 8) ? 5 : LONGEST);
  for (size_t i = 0; i < length; i++)
    text[i] = "ab_\0"[random_below(random, 4)];
  return length;
}

static void test_random_texts(void **state) {
  (void)state;
  struct random random = {4};
  struct interner *interner = interner_new();
  struct model *model = calloc(1, sizeof *model);
  model->count = 1;
  for (int i = 0; i < 20000 && model->count < TEXTS; i++) {
    char text[LONGEST];
    size_t length = random_text(&random, text);
    struct name name = intern_bytes(interner, text, length);
    assert_int_equal(name.id, model_intern(model, text, length));
  }
  assert_true(model->count > 500);
  for (uint32_t i = 0; i < model->count; i++) {
    struct name name = {i};
    assert_int_equal(name_length(interner, name), model->entries[i].length);
    assert_memory_equal(name_text(interner, name), model->entries[i].text,
                        model->entries[i].length + 1);
  }
  free(model);
  interner_free(interner);
}

static void test_texts_stay(void **state) {
  (void)state;
  struct interner *interner = interner_new();
  const char *first = name_text(interner, intern(interner, "first"));
  for (int i = 0; i < 100000; i++)
    intern_format(interner, "name_%d", i);
  assert_ptr_equal(first, name_text(interner, intern(interner, "first")));
  assert_string_equal(first, "first");
  struct name name = intern_lookup(interner, "name_77777");
  assert_int_equal(name.id, 77777 + 2);
  assert_true(name_equal(name, intern_format(interner, "name_%d", 77777)));
  interner_free(interner);
}

static void test_none(void **state) {
  (void)state;
  struct interner *interner = interner_new();
  assert_true(name_is_none(intern_lookup(interner, "x")));
  assert_true(name_is_none(intern(interner, "")));
  assert_true(name_is_none(intern_format(interner, "%s", "")));
  assert_string_equal(name_text(interner, (struct name){0}), "");
  assert_int_equal(name_length(interner, (struct name){0}), 0);
  assert_false(name_is_none(intern(interner, "x")));
  assert_true(name_is_none(intern_lookup(interner, "")));
  interner_free(interner);
  interner_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_none),
      cmocka_unit_test(test_random_texts),
      cmocka_unit_test(test_texts_stay),
  };
  return cmocka_run_group_tests_name("intern", tests, NULL, NULL);
}
