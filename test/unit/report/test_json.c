// Strings, rows and the ledger as text and as JSON.
#include "../unit.h"

#include "report/json.h"
#include "report/rows.h"

static void test_string(void **state) {
  (void)state;
  struct strbuf text = {0};
  json_string("a \"b\" \\ c\n\t\x01 \xc3\xa9", &text);
  assert_string_equal(strbuf_text(&text),
                      "\"a \\\"b\\\" \\\\ c\\n\\u0009\\u0001 \xc3\xa9\"");
  strbuf_release(&text);
}

struct setting {
  struct interner *names;
  struct program *program;
  struct check_target_vec targets;
};

static void add(struct setting *s, enum target_kind kind, unsigned line,
                unsigned column, const char *text, enum target_status status) {
  struct position position = {intern(s->names, "f.c"), line, column};
  check_target_vec_push(&s->targets,
                        (struct check_target){.kind = kind,
                                              .procedure = {1},
                                              .position = position,
                                              .text = intern(s->names, text),
                                              .status = status});
}

static void setting_init(struct setting *s) {
  *s = (struct setting){.names = interner_new()};
  s->program = program_new(s->names, 64);
  program_add_procedure(s->program, intern(s->names, "main"));
  add(s, TARGET_OVERFLOW, 14, 9, "no overflow", TARGET_FAILS);
  add(s, TARGET_CALL, 120, 3, "assert(p[\"x\"])", TARGET_UNKNOWN);
  s->targets.at[1].reason = intern(s->names, "timeout");
  add(s, TARGET_CALL, 12, 3, "reach_error()", TARGET_UNREACHED);
  add(s, TARGET_CALL, 12, 3, "reach_error()", TARGET_HOLDS);
}

static void setting_release(struct setting *s) {
  check_target_vec_release(&s->targets);
  program_free(s->program);
  interner_free(s->names);
}

static void test_rows(void **state) {
  (void)state;
  struct setting s;
  struct strbuf text = {0};
  setting_init(&s);
  targets_sort(&s.targets);
  assert_int_equal(s.targets.count, 3); // two are the same
  rows_print(s.program, &s.targets, &text);
  assert_string_equal(strbuf_text(&text),
                      "[1] f.c:12    reach_error()   never reached\n"
                      "[2] f.c:14:9  no overflow     fails\n"
                      "[3] f.c:120   assert(p[\"x\"])  unknown (timeout)\n");
  strbuf_release(&text);
  setting_release(&s);
}

static void test_document(void **state) {
  (void)state;
  struct setting s;
  struct strbuf text = {0};
  struct ledger ledger = {0};
  struct stats stats = {.iterations = 3};
  setting_init(&s);
  ledger_push(&ledger, (struct ledger_line){LEDGER_ASSUMED,
                                            intern(s.names, "\"f\" returns")});
  struct json_facts facts = {.program = s.program,
                             .verdict = VERDICT_FALSE,
                             .property = "no-overflow",
                             .targets = &s.targets,
                             .ledger = &ledger,
                             .stats = &stats};
  json_print(&facts, &text);
  const char *parts[] = {"\"verdict\": \"false\"",
                         "\"property\": \"no-overflow\"",
                         "\"line\": 120",
                         "\"status\": \"unknown\", \"reason\": \"timeout\"",
                         "\"text\": \"assert(p[\\\"x\\\"])\"",
                         "\"\\\"f\\\" returns\"",
                         "\"iterations\": 3"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!strstr(strbuf_text(&text), parts[i]))
      fail_msg("%s lacks %s", strbuf_text(&text), parts[i]);
  ledger_release(&ledger);
  strbuf_release(&text);
  setting_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_string),
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_document),
  };
  return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
