// Every kind of option, in a table made for the purpose.
#include "../unit.h"

#include "base/option_table.h"

struct fields {
  struct text_vec operands;
  struct text_vec rest;
  struct text_vec passed;
  struct text_vec given;
  struct text_vec names;
  bool dot;
  int bits;
  int64_t depth;
  int64_t limit;
  int64_t memory;
  const char *function;
  int color;
};

enum { BIT_A = 1, BIT_B = 2, BIT_BOTH = 3 };

#define FIELD(field) offsetof(struct fields, field)

static const struct option_row rows[] = {
    {OPTION_GROUP, "First", 0, 0, 0, 0, NULL, NULL},
    {OPTION_FLAG, "--dot", BIT_BOTH, FIELD(dot), 0, 1, NULL, "draw"},
    {OPTION_SET, "--32", BIT_BOTH, FIELD(bits), 32, 32, NULL, "short"},
    {OPTION_SET, "--64", BIT_BOTH, FIELD(bits), 64, 64, NULL, "long"},
    {OPTION_ALIAS, "-m32", BIT_BOTH, 0, 0, 0, "--32", NULL},
    {OPTION_INT, "--depth", BIT_BOTH, FIELD(depth), -5, 100, "N", "how deep"},
    {OPTION_GROUP, "Second", 0, 0, 0, 0, NULL, NULL},
    {OPTION_TEXT, "--function", BIT_B, FIELD(function), 0, 0, "NAME", "which"},
    {OPTION_GROUP, "Third", 0, 0, 0, 0, NULL, NULL},
    {OPTION_LIST, "--name", BIT_BOTH, FIELD(names), 0, 0, "NAME", "one more"},
    {OPTION_CHOICE, "--color", BIT_BOTH, FIELD(color), 0, 0, "auto|on|off",
     "colours"},
    {OPTION_DURATION, "--limit", BIT_BOTH, FIELD(limit), 0, INT64_MAX, "TIME",
     "time"},
    {OPTION_SIZE, "--memory", BIT_BOTH, FIELD(memory), 0, INT64_MAX, "SIZE",
     "memory"},
    {OPTION_PASS, "-D", BIT_BOTH, FIELD(passed), 0, 0, "X", "define"},
    {OPTION_PASS, "-include", BIT_BOTH, FIELD(passed), 0, 0, "FILE", "first"},
    {OPTION_PREFIX, "-std=", BIT_BOTH, FIELD(passed), 0, 0, "NAME", "standard"},
    {OPTION_PREFIX, "-m", BIT_BOTH, FIELD(passed), 0, 0, "NAME", "machine"},
};

static const struct option_table table = {rows, sizeof rows / sizeof *rows,
                                          FIELD(operands), FIELD(rest),
                                          FIELD(given)};

// One parse: the words of a line, for the command with the bit.
struct parse {
  struct fields fields;
  struct capture err;
  char words[200];
  char *argv[20];
  bool done;
};

static void parse(struct parse *parse, uint32_t command, const char *words) {
  *parse = (struct parse){.done = false};
  capture_init(&parse->err);
  snprintf(parse->words, sizeof parse->words, "%s", words);
  struct option_line line = {0, parse->argv, command, "test"};
  for (char *word = strtok(parse->words, " "); word; word = strtok(NULL, " "))
    parse->argv[line.argc++] = word;
  parse->done =
      option_table_parse(&table, &line, &parse->fields, parse->err.out);
}

static void finish(struct parse *parse) {
  option_table_release(&table, &parse->fields);
  capture_release(&parse->err);
}

static void assert_texts(const struct text_vec *texts, const char *joined) {
  struct strbuf buffer = {0};
  for (uint32_t i = 0; i < texts->count; i++)
    strbuf_format(&buffer, "%s%s", i ? " " : "", texts->at[i]);
  assert_string_equal(strbuf_text(&buffer), joined);
  strbuf_release(&buffer);
}

static void assert_complaint(const char *words, const char *message) {
  struct parse p;
  parse(&p, BIT_A, words);
  assert_false(p.done);
  assert_string_equal(capture_text(&p.err), message);
  finish(&p);
}

static void assert_well(struct parse *p) {
  assert_string_equal(capture_text(&p->err), "");
  assert_true(p->done);
}

static void test_values(void **state) {
  (void)state;
  struct parse p;
  parse(&p, BIT_B,
        "a.c --dot --64 --depth 7 --function=f=g b.c --name x --name=y "
        "--color off --limit 15m --memory=4g - -- --dot -- z");
  assert_well(&p);
  assert_true(p.fields.dot);
  assert_int_equal(p.fields.bits, 64);
  assert_int_equal(p.fields.depth, 7);
  assert_string_equal(p.fields.function, "f=g");
  assert_int_equal(p.fields.color, 2);
  assert_int_equal(p.fields.limit, 15 * 60 * 1000);
  assert_int_equal(p.fields.memory, 4LL << 30);
  assert_texts(&p.fields.names, "x y");
  assert_texts(&p.fields.operands, "a.c b.c -");
  assert_texts(&p.fields.rest, "--dot -- z");
  finish(&p);
}

static void test_last_one_wins(void **state) {
  (void)state;
  struct parse p;
  parse(&p, BIT_A, "--dot --depth 1 --no-dot --depth=-2 -m32 --32");
  assert_well(&p);
  assert_false(p.fields.dot);
  assert_int_equal(p.fields.depth, -2);
  assert_int_equal(p.fields.bits, 32);
  finish(&p);
}

static void test_passed_on(void **state) {
  (void)state;
  struct parse p;
  parse(&p, BIT_A, "-DX=1 -D Y -std=c11 -include a.h -msse2 -m32 -includeb.h");
  assert_well(&p);
  assert_texts(&p.fields.passed,
               "-DX=1 -D Y -std=c11 -include a.h -msse2 -includeb.h");
  assert_int_equal(p.fields.bits, 32);
  finish(&p);
}

static int64_t parse_one(const char *words, size_t field) {
  struct parse p;
  parse(&p, BIT_A, words);
  assert_well(&p);
  int64_t value = *(int64_t *)((char *)&p.fields + field);
  finish(&p);
  return value;
}

static void test_units(void **state) {
  (void)state;
  assert_int_equal(parse_one("--limit 30", FIELD(limit)), 30000);
  assert_int_equal(parse_one("--limit 900s", FIELD(limit)), 900000);
  assert_int_equal(parse_one("--limit 250ms", FIELD(limit)), 250);
  assert_int_equal(parse_one("--limit 2h", FIELD(limit)), 7200000);
  assert_int_equal(parse_one("--limit 0", FIELD(limit)), 0);
  assert_int_equal(parse_one("--memory 512m", FIELD(memory)), 512LL << 20);
  assert_int_equal(parse_one("--memory 3GB", FIELD(memory)), 3LL << 30);
  assert_int_equal(parse_one("--memory 10k", FIELD(memory)), 10240);
  assert_int_equal(parse_one("--memory 99b", FIELD(memory)), 99);
  assert_int_equal(parse_one("--depth 100", FIELD(depth)), 100);
  assert_int_equal(parse_one("--depth -5", FIELD(depth)), -5);
}

static void test_unknown(void **state) {
  (void)state;
  assert_complaint("--dpeth 3", "vouch: error: unknown option `--dpeth`\n"
                                "hint: did you mean `--depth`?\n");
  assert_complaint("a.c --nonsense",
                   "vouch: error: unknown option `--nonsense`\n"
                   "hint: `vouch help test` lists the options\n");
  assert_complaint("--no-depth", "vouch: error: unknown option `--no-depth`\n"
                                 "hint: did you mean `--depth`?\n");
  assert_complaint("--function f",
                   "vouch: error: `vouch test` does not take `--function`\n");
}

static void test_missing_and_surplus_values(void **state) {
  (void)state;
  assert_complaint("--depth", "vouch: error: `--depth` expects a value (N)\n");
  assert_complaint("-D", "vouch: error: `-D` expects a value (X)\n");
  assert_complaint("--dot=1", "vouch: error: `--dot` takes no value\n");
  assert_complaint("--32=1", "vouch: error: `--32` takes no value\n");
  assert_complaint("--32 --64", "vouch: error: `--64` contradicts `--32`\n");
}

static void test_ill_formed(void **state) {
  (void)state;
  static const char *const numbers[] = {"", "x", "3x", "-", "+3", "0x10"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    char words[40], message[80];
    snprintf(words, sizeof words, "--depth=%s", numbers[i]);
    snprintf(message, sizeof message,
             "vouch: error: `--depth` expects a number, not `%s`\n",
             numbers[i]);
    assert_complaint(words, message);
  }
  assert_complaint("--limit 5d",
                   "vouch: error: `--limit` expects a duration such as 15m, "
                   "900s or 30, not `5d`\n");
  assert_complaint("--memory 100",
                   "vouch: error: `--memory` expects a size such as 512m or "
                   "4g, not `100`\n");
  assert_complaint("--color blue",
                   "vouch: error: `--color` expects one of auto|on|off, not "
                   "`blue`\n");
  assert_complaint("--color au",
                   "vouch: error: `--color` expects one of auto|on|off, not "
                   "`au`\n");
}

static void test_out_of_range(void **state) {
  (void)state;
  static const char *const numbers[] = {"101", "-6", "99999999999999999999"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    char words[60], message[100];
    snprintf(words, sizeof words, "--depth %s", numbers[i]);
    snprintf(message, sizeof message,
             "vouch: error: `--depth %s` is out of range (-5 to 100)\n",
             numbers[i]);
    assert_complaint(words, message);
  }
  assert_complaint("--memory 9999999999t",
                   "vouch: error: `--memory 9999999999t` is out of range (0 "
                   "to 9223372036854775807)\n");
}

static void test_help(void **state) {
  (void)state;
  struct strbuf out = {0};
  option_table_help(&table, BIT_A, &out); // without the option of B
  assert_string_equal(out.text, "\nFirst:\n"
                                "  --dot                draw\n"
                                "  --32                 short\n"
                                "  --64                 long\n"
                                "  -m32                 the same as --32\n"
                                "  --depth N            how deep\n"
                                "\nThird:\n"
                                "  --name NAME          one more\n"
                                "  --color auto|on|off  colours\n"
                                "  --limit TIME         time\n"
                                "  --memory SIZE        memory\n"
                                "  -D X                 define\n"
                                "  -include FILE        first\n"
                                "  -std=NAME            standard\n"
                                "  -mNAME               machine\n");
  strbuf_release(&out);
}

static void test_given(void **state) {
  (void)state;
  struct parse p;
  parse(&p, BIT_B, "--dot a.c --function f --dot --function f");
  assert_true(p.done);
  assert_int_equal(p.fields.given.count, 2);
  assert_string_equal(p.fields.given.at[0], "--dot");
  assert_string_equal(p.fields.given.at[1], "--function");
  finish(&p);
  parse(&p, BIT_B, "--function f --function g");
  assert_false(p.done);
  assert_non_null(strstr(capture_text(&p.err), "given twice: `f` and `g`"));
  finish(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_last_one_wins),
      cmocka_unit_test(test_passed_on),
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_missing_and_surplus_values),
      cmocka_unit_test(test_ill_formed),
      cmocka_unit_test(test_out_of_range),
      cmocka_unit_test(test_help),
      cmocka_unit_test(test_given),
  };
  return cmocka_run_group_tests_name("option_table", tests, NULL, NULL);
}
