// Digests that the standard gives, and lengths around the end of a block.
#include "../unit.h"

#include "base/sha256.h"

static void expect(const char *text, const char *digest) {
  struct strbuf out = {0};
  sha256_print(text, strlen(text), &out);
  assert_string_equal(strbuf_text(&out), digest);
  strbuf_release(&out);
}

static void test_known(void **state) {
  (void)state;
  expect("",
         "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect("abc",
         "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_million(void **state) {
  (void)state;
  struct strbuf text = {0}, out = {0};
  for (int i = 0; i < 1000000; i++)
    strbuf_char(&text, 'a');
  sha256_print(strbuf_text(&text), text.length, &out);
  assert_string_equal(
      strbuf_text(&out),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  strbuf_release(&text);
  strbuf_release(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_known),
                                     cmocka_unit_test(test_million)};
  return cmocka_run_group_tests_name("sha256", tests, NULL, NULL);
}
