// String buffers against a plain array; escapes against a decoder.
#include "../unit.h"

#include "base/strbuf.h"

enum { LIMIT = 20000 };

struct model {
  char text[LIMIT];
  size_t length;
};

static void model_add(struct model *model, const char *bytes, size_t count) {
  memcpy(model->text + model->length, bytes, count);
  model->length += count;
}

static size_t random_bytes(struct random *random, char *bytes, uint32_t most) {
  size_t count = random_below(random, most);
  for (size_t i = 0; i < count; i++)
    bytes[i] = (char)random_next(random);
  return count;
}

static void add_format(struct strbuf *buffer, struct model *model,
                       struct random *random) {
  char text[100];
  uint32_t number = random_below(random, UINT32_MAX);
  int width = (int)random_below(random, 60);
  int length = snprintf(text, sizeof text, "<%*u>", width, number);
  strbuf_format(buffer, "<%*u>", width, number);
  model_add(model, text, (size_t)length);
}

static void step(struct strbuf *buffer, struct model *model,
                 struct random *random) {
  char bytes[50];
  switch (random_below(random, 4)) {
  case 0: {
    size_t count = random_bytes(random, bytes, sizeof bytes);
    strbuf_bytes(buffer, bytes, count);
    model_add(model, bytes, count);
    break;
  }
  case 1:
    strbuf_char(buffer, 'x');
    model_add(model, "x", 1);
    break;
  case 2:
    strbuf_add(buffer, "hello");
    model_add(model, "hello", 5);
    break;
  default: add_format(buffer, model, random);
  }
}

static void test_random_operations(void **state) {
  (void)state;
  struct random random = {6};
  struct model *model = calloc(1, sizeof *model);
  for (int round = 0; round < 20; round++) {
    struct strbuf buffer = {0};
    model->length = 0;
    while (model->length < LIMIT - 200) {
      step(&buffer, model, &random);
      assert_int_equal(buffer.length, model->length);
      assert_int_equal(buffer.text[buffer.length], 0);
    }
    assert_memory_equal(buffer.text, model->text, model->length);
    strbuf_release(&buffer);
  }
  free(model);
}

// The meaning of one escaped character, advancing past it.
static char decode(const char **at) {
  if (*(*at)++ != '\\')
    return (*at)[-1];
  char letter = *(*at)++;
  const char *known = strchr("a\ab\bf\fn\nr\rt\tv\v", letter);
  if (letter == '\\' || letter == '"')
    return letter;
  if (known)
    return known[1];
  char value =
      (char)((letter - '0') * 64 + ((*at)[0] - '0') * 8 + ((*at)[1] - '0'));
  *at += 2;
  return value;
}

static void test_escape_can_be_undone(void **state) {
  (void)state;
  struct random random = {7};
  for (int round = 0; round < 2000; round++) {
    char bytes[40];
    struct strbuf buffer = {0};
    size_t count = random_bytes(&random, bytes, sizeof bytes);
    strbuf_escape(&buffer, bytes, count);
    const char *at = strbuf_text(&buffer);
    for (size_t i = 0; i < count; i++)
      assert_int_equal(decode(&at), bytes[i]);
    assert_int_equal(*at, 0);
    strbuf_release(&buffer);
  }
}

static void test_escape(void **state) {
  (void)state;
  struct strbuf buffer = {0};
  strbuf_escape(&buffer,
                "a\"b\\\n\t\0"
                "1\x7f\xff'",
                11);
  assert_string_equal(strbuf_text(&buffer),
                      "a\\\"b\\\\\\n\\t\\0001\\177\\377'");
  strbuf_release(&buffer);
}

static void test_detach_and_clear(void **state) {
  (void)state;
  struct strbuf buffer = {0};
  assert_string_equal(strbuf_text(&buffer), "");
  strbuf_clear(&buffer);
  strbuf_add(&buffer, "");
  assert_string_equal(strbuf_text(&buffer), "");
  strbuf_add(&buffer, "kept");
  char *text = strbuf_detach(&buffer);
  assert_string_equal(text, "kept");
  assert_int_equal(buffer.length, 0);
  free(text);
  text = strbuf_detach(&buffer);
  assert_string_equal(text, "");
  free(text);
  strbuf_add(&buffer, "gone");
  strbuf_clear(&buffer);
  assert_string_equal(strbuf_text(&buffer), "");
  strbuf_release(&buffer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_operations),
      cmocka_unit_test(test_escape),
      cmocka_unit_test(test_escape_can_be_undone),
      cmocka_unit_test(test_detach_and_clear),
  };
  return cmocka_run_group_tests_name("strbuf", tests, NULL, NULL);
}
