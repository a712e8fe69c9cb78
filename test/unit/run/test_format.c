// The printf and scanf engines against the host's: random formats, arguments
// passed one by one and through a va_list area.
#include "../program/fixture.h"

#include "run/library.h"

enum { ROUNDS = 4000, BUFFER = 600 };

struct world {
  struct fixture fx;
  struct oracle *oracle;
  struct machine machine;
  struct procedure *snprintf, *vsnprintf, *sscanf;
  struct space_object *buffer;
};

static struct procedure *external(struct world *w, const char *name) {
  struct procedure *procedure =
      program_add_procedure(w->fx.program, name_of(&w->fx, name));
  procedure->result = sort_bits(32);
  procedure->is_variadic = true;
  return procedure;
}

static void world_init(struct world *w) {
  fixture_init(&w->fx);
  w->snprintf = external(w, "snprintf");
  w->vsnprintf = external(w, "vsnprintf");
  w->sscanf = external(w, "sscanf");
  w->oracle = oracle_new(0);
  machine_init(&w->machine, w->fx.program, NULL, w->oracle, 1 << 30);
  struct library_streams streams = {stdin, stdout, stderr};
  w->machine.library = library_new(&w->machine, &streams);
  w->buffer = library_object(&w->machine, "buffer", BUFFER);
}

static void world_release(struct world *w) {
  library_free(w->machine.library);
  machine_release(&w->machine);
  oracle_free(w->oracle);
  fixture_release(&w->fx);
}

// One argument: what the interpreted call gets and what the host gets.
enum kind { KIND_INT, KIND_LONG, KIND_DOUBLE, KIND_LONG_DOUBLE, KIND_STRING };

struct value {
  enum kind kind;
  uint64_t number;
  double real;
  long double long_real;
  char text[20];
};

static const char *const flags[] = {"",  "-",  "0",  "+",  " ",
                                    "#", "-+", "#0", "+0", "- "};

static void random_value(struct random *random, struct value *value) {
  static const double reals[] = {0,     1,     -1.5, 3.14159,    1e10,
                                 -1e-5, 1e300, 0.1,  123456.789, -0.0};
  value->number = random_next(random) >> random_below(random, 64);
  if (random_below(random, 3) == 0)
    value->number = -value->number;
  value->real = reals[random_below(random, 10)];
  if (random_below(random, 20) == 0)
    value->real /= 0.0;
  value->long_real = (long double)value->real / 3;
  uint32_t length = random_below(random, sizeof value->text);
  for (uint32_t i = 0; i < length; i++)
    value->text[i] = (char)('a' + random_below(random, 26));
  value->text[length] = 0;
}

// A conversion with its argument.
static void random_conversion(struct random *random, char *format,
                              struct value *value) {
  static const char *const ints[] = {"d",  "i",   "u",   "x",  "X", "o",
                                     "hd", "hhd", "hhx", "hu", "c"};
  static const char *const longs[] = {"ld", "lu", "lx", "lld", "llo",
                                      "zu", "td", "jd", "jx"};
  static const char *const reals[] = {"f", "e", "g", "a", "F", "E", "G", "A"};
  char count[24] = "";
  if (random_below(random, 2))
    sprintf(count, "%u", random_below(random, 30));
  if (random_below(random, 2))
    sprintf(count + strlen(count), ".%u", random_below(random, 20));
  const char *flag = flags[random_below(random, 10)];
  random_value(random, value);
  value->kind = random_below(random, 5);
  const char *conversion = "s", *length = "";
  switch (value->kind) {
  case KIND_INT: conversion = ints[random_below(random, 11)]; break;
  case KIND_LONG: conversion = longs[random_below(random, 9)]; break;
  case KIND_LONG_DOUBLE: length = "L"; // fall through
  case KIND_DOUBLE: conversion = reals[random_below(random, 8)]; break;
  case KIND_STRING: break;
  }
  sprintf(format, "<%%%s%s%s%s>", flag, count, length, conversion);
}

static int print_host(char *to, const char *format, const struct value *v) {
  switch (v->kind) {
  case KIND_INT: return snprintf(to, BUFFER, format, (int)v->number);
  case KIND_LONG: return snprintf(to, BUFFER, format, (long)v->number);
  case KIND_DOUBLE: return snprintf(to, BUFFER, format, v->real);
  case KIND_LONG_DOUBLE: return snprintf(to, BUFFER, format, v->long_real);
  case KIND_STRING: return snprintf(to, BUFFER, format, v->text);
  }
  return -1;
}

// The argument's bits and width.
static u128 argument_bits(struct world *w, const struct value *v,
                          unsigned *width) {
  u128 bits = 0;
  switch (v->kind) {
  case KIND_INT: *width = 32; return (uint32_t)v->number;
  case KIND_LONG: *width = 64; return v->number;
  case KIND_DOUBLE:
    *width = 64;
    memcpy(&bits, &v->real, 8);
    return bits;
  case KIND_LONG_DOUBLE:
    *width = 80;
    memcpy(&bits, &v->long_real, 10);
    return bits;
  case KIND_STRING:
    *width = 64;
    return library_text(&w->machine, "text", v->text);
  }
  return bits;
}

static int print_plain(struct world *w, uint64_t format, u128 bits,
                       unsigned width) {
  u128 values[4] = {w->buffer->base, BUFFER, format, bits}, result;
  unsigned widths[4] = {64, 64, 64, width};
  assert_true(
      machine_call(&w->machine, w->snprintf->self, values, widths, 4, &result));
  return (int)result;
}

// Through a va_list: {gp_offset, fp_offset, overflow area, save area}.
static int print_list(struct world *w, uint64_t format, u128 bits) {
  struct space_object *area = library_object(&w->machine, "area", 32);
  struct space_object *list = library_object(&w->machine, "va_list", 24);
  space_put(area->bytes, 16, bits);
  space_put(list->bytes, 4, 48);
  space_put(list->bytes + 4, 4, 176);
  space_put(list->bytes + 8, 8, area->base);
  u128 values[4] = {w->buffer->base, BUFFER, format, list->base}, result;
  unsigned widths[4] = {64, 64, 64, 64};
  assert_true(machine_call(&w->machine, w->vsnprintf->self, values, widths, 4,
                           &result));
  uint64_t advanced = (uint64_t)space_get(list->bytes + 8, 8) - area->base;
  assert_true(advanced == 8 || advanced == 16);
  return (int)result;
}

static void prints_like_the_host(void **state) {
  (void)state;
  struct world w;
  world_init(&w);
  struct random random = {1};
  for (uint32_t i = 0; i < ROUNDS; i++) {
    char format[64], expected[BUFFER];
    struct value value;
    random_conversion(&random, format, &value);
    int length = print_host(expected, format, &value);
    unsigned width = 64;
    u128 bits = argument_bits(&w, &value, &width);
    uint64_t text = library_text(&w.machine, "format", format);
    assert_int_equal(print_plain(&w, text, bits, width), length);
    assert_string_equal((char *)w.buffer->bytes, expected);
    memset(w.buffer->bytes, 0, BUFFER);
    assert_int_equal(print_list(&w, text, bits), length);
    assert_string_equal((char *)w.buffer->bytes, expected);
  }
  world_release(&w);
}

static void truncates(void **state) {
  (void)state;
  struct world w;
  world_init(&w);
  memset(w.buffer->bytes, 'x', BUFFER);
  uint64_t format = library_text(&w.machine, "format", "%s");
  uint64_t text = library_text(&w.machine, "text", "abcdef");
  u128 values[4] = {w.buffer->base, 4, format, text}, result;
  unsigned widths[4] = {64, 64, 64, 64};
  assert_true(
      machine_call(&w.machine, w.snprintf->self, values, widths, 4, &result));
  assert_int_equal((int)result, 6);
  assert_memory_equal(w.buffer->bytes, "abc\0xx", 6);
  world_release(&w);
}

static void stops_without_arguments(void **state) {
  (void)state;
  struct world w;
  world_init(&w);
  uint64_t format = library_text(&w.machine, "format", "%d");
  u128 values[3] = {w.buffer->base, 4, format}, result;
  unsigned widths[3] = {64, 64, 64};
  assert_false(
      machine_call(&w.machine, w.snprintf->self, values, widths, 3, &result));
  assert_int_equal(w.machine.outcome.kind, OUTCOME_UNDEFINED);
  world_release(&w);
}

// Scanning: one conversion after the other into the buffer.

static void scan(struct world *w, const char *text, const char *format,
                 int expected_count, const void *expected, size_t size) {
  memset(w->buffer->bytes, 0, BUFFER);
  u128 values[6] = {library_text(&w->machine, "text", text),
                    library_text(&w->machine, "format", format),
                    w->buffer->base,
                    w->buffer->base + 32,
                    w->buffer->base + 64,
                    w->buffer->base + 96};
  u128 result;
  unsigned widths[6] = {64, 64, 64, 64, 64, 64};
  assert_true(
      machine_call(&w->machine, w->sscanf->self, values, widths, 6, &result));
  assert_int_equal((int)result, expected_count);
  assert_memory_equal(w->buffer->bytes, expected, size);
}

static void scans_like_the_host(void **state) {
  (void)state;
  static const struct {
    const char *text, *format;
  } cases[] = {
      {"12 -7", "%d %d"},
      {"0x1f 017", "%i %i"},
      {"ff 77 9", "%x %o %u"},
      {"  abc def", "%s %s"},
      {"abc", "%2s%1s"},
      {"key=value", "%[^=]=%s"},
      {"a b", "%c %c"},
      {"3.5e2 -1", "%f %f"},
      {"2.25", "%lf"},
      {"12ab", "%d%s"},
      {"nope", "%d"},
      {"", "%d"},
      {"12 34", "%*d %d"},
      {"1,2;3", "%d,%d;%d"},
      {"255 70000", "%hhd %hd"},
      {"99999999999", "%lld"},
      {"abc123", "%[a-z]%[0-9]"},
      {"10% x", "%d%% %c"},
      {"[x]", "[%[]x]%n"},
      {"12345678", "%3d%4d%n"},
      {"0x", "%x"},
      {"-", "%d"},
      {"inf nan", "%lf %lf"},
      {"1e+", "%lf"},
  };
  struct world w;
  world_init(&w);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint8_t host[128] = {0};
    int count = sscanf(cases[i].text, cases[i].format, host, host + 32,
                       host + 64, host + 96);
    scan(&w, cases[i].text, cases[i].format, count, host, sizeof host);
  }
  world_release(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(prints_like_the_host),
      cmocka_unit_test(truncates),
      cmocka_unit_test(stops_without_arguments),
      cmocka_unit_test(scans_like_the_host),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
