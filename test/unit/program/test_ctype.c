// Declarations as C programmers write them, and paths into types.
#include "fixture.h"

static void assert_printed(struct fixture *fx, struct ctype type,
                           const char *declarator, const char *expected) {
  struct strbuf out = {0};
  ctype_print(fx->program->types, type, declarator, &out);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_release(&out);
}

// An expected null means that no member fits.
static void assert_path(struct fixture *fx, struct ctype type, uint64_t offset,
                        uint64_t size, const char *expected,
                        struct ctype expected_type) {
  struct strbuf out = {0};
  struct ctype found;
  strbuf_add(&out, "x");
  bool fits = ctype_path(fx->program->types, type, offset, size, &out, &found);
  assert_int_equal(fits, expected != NULL);
  assert_string_equal(strbuf_text(&out) + 1, expected ? expected : "");
  if (fits)
    assert_int_equal(found.id, expected_type.id);
  strbuf_release(&out);
}

static void test_print_derived(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype pointer = pointer_to(&fx, fx.type_int);
  assert_printed(&fx, fx.type_int, "x", "int x");
  assert_printed(&fx, fx.type_int, "", "int");
  assert_printed(&fx, pointer, "p", "int *p");
  assert_printed(&fx, pointer, "", "int *");
  assert_printed(&fx, array_of(&fx, array_of(&fx, fx.type_int, 5), 4), "",
                 "int [4][5]");
  assert_printed(&fx, array_of(&fx, fx.type_int, 0), "a", "int a[]");
  assert_printed(&fx, array_of(&fx, pointer, 4), "a", "int *a[4]");
  assert_printed(&fx, pointer_to(&fx, array_of(&fx, fx.type_int, 4)), "p",
                 "int (*p)[4]");
  assert_printed(&fx, (struct ctype){0}, "x", "? x");
  fixture_release(&fx);
}

static void test_print_functions(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype f = function_type(&fx, fx.type_int, &fx.type_char, 1, true);
  assert_printed(&fx, f, "f", "int f(char, ...)");
  assert_printed(&fx, pointer_to(&fx, f), "f", "int (*f)(char, ...)");
  assert_printed(&fx, array_of(&fx, pointer_to(&fx, f), 3), "f",
                 "int (*f[3])(char, ...)");
  struct ctype empty =
      function_type(&fx, pointer_to(&fx, fx.type_char), NULL, 0, false);
  assert_printed(&fx, empty, "g", "char *g(void)");
  struct ctype taking =
      function_type(&fx, pointer_to(&fx, f), (struct ctype[]){empty}, 1, false);
  assert_printed(&fx, taking, "h", "int (*h(char *(void)))(char, ...)");
  fixture_release(&fx);
}

static void test_print_qualifiers(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype const_char = qualified(&fx, "const", fx.type_char);
  struct ctype pointer = pointer_to(&fx, const_char);
  assert_printed(&fx, pointer, "", "const char *");
  assert_printed(&fx, pointer, "s", "const char *s");
  assert_printed(&fx, qualified(&fx, "const", pointer), "s",
                 "const char *const s");
  assert_printed(&fx, qualified(&fx, "restrict", pointer), "",
                 "const char *restrict");
  assert_printed(
      &fx, qualified(&fx, "volatile", qualified(&fx, "const", fx.type_int)),
      "x", "volatile const int x");
  struct ctype const_array =
      qualified(&fx, "const", array_of(&fx, fx.type_int, 2));
  assert_printed(&fx, pointer_to(&fx, const_array), "p", "const int (*p)[2]");
  fixture_release(&fx);
}

static void test_print_tags(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype conn = record(&fx, CTYPE_STRUCT, "conn", 0, NULL, 0);
  assert_printed(&fx, pointer_to(&fx, conn), "", "struct conn *");
  assert_printed(&fx, record(&fx, CTYPE_STRUCT, "", 0, NULL, 0), "s",
                 "struct {...} s");
  assert_printed(&fx, record(&fx, CTYPE_UNION, "", 0, NULL, 0), "u",
                 "union {...} u");
  assert_printed(&fx, record(&fx, CTYPE_ENUM, "color", 4, NULL, 0), "c",
                 "enum color c");
  struct ctype alias =
      ctype_add(fx.program->types,
                (struct ctype_info){
                    .kind = CTYPE_TYPEDEF,
                    .name = name_of(&fx, "handler"),
                    .target = function_type(&fx, fx.type_int, NULL, 0, false)});
  assert_printed(&fx, pointer_to(&fx, alias), "h", "handler *h");
  fixture_release(&fx);
}

static void test_recursive_record(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype node = record(&fx, CTYPE_STRUCT, "node", 0, NULL, 0);
  struct ctype next = pointer_to(&fx, node);
  struct cfield fields[] = {field_at(&fx, "value", fx.type_int, 0),
                            field_at(&fx, "next", next, 8)};
  ctype_fill(fx.program->types, node,
             (struct ctype_info){.kind = CTYPE_STRUCT,
                                 .name = name_of(&fx, "node"),
                                 .bit_size = 128,
                                 .fields = fields,
                                 .field_count = 2});
  memset(fields, 0, sizeof fields);
  assert_printed(&fx, node, "", "struct node");
  assert_path(&fx, node, 8, 8, ".next", next);
  assert_true(ctype_is_record(fx.program->types, node));
  fixture_release(&fx);
}

static void test_strip_and_enumerators(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype_table *types = fx.program->types;
  struct cenumerator rows[] = {{name_of(&fx, "RED"), 0},
                               {name_of(&fx, "NONE"), ~(u128)0}};
  struct ctype color =
      ctype_add(types, (struct ctype_info){.kind = CTYPE_ENUM,
                                           .bit_size = 32,
                                           .is_signed = true,
                                           .enumerators = rows,
                                           .enumerator_count = 2});
  struct ctype alias = ctype_add(
      types, (struct ctype_info){.kind = CTYPE_TYPEDEF, .target = color});
  struct ctype constant_alias = qualified(&fx, "const", alias);
  assert_int_equal(ctype_strip(types, constant_alias).id, color.id);
  assert_true(ctype_is_signed(types, constant_alias));
  assert_false(ctype_is_signed(types, fx.type_unsigned));
  assert_int_equal(ctype_enumerator(types, constant_alias, 0xffffffff).id,
                   rows[1].name.id);
  assert_true(name_is_none(ctype_enumerator(types, color, 7)));
  assert_true(name_is_none(ctype_enumerator(types, fx.type_int, 0)));
  assert_int_equal(ctype_info(types, (struct ctype){0})->kind, CTYPE_UNKNOWN);
  fixture_release(&fx);
}

static void test_path_nested(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype header =
      record(&fx, CTYPE_STRUCT, "header", 8,
             (struct cfield[]){field_at(&fx, "kind", fx.type_char, 0),
                               field_at(&fx, "len", fx.type_int, 4)},
             2);
  struct ctype data = array_of(&fx, fx.type_char, 16);
  struct ctype packet =
      record(&fx, CTYPE_STRUCT, "packet", 24,
             (struct cfield[]){field_at(&fx, "hdr", header, 0),
                               field_at(&fx, "data", data, 8)},
             2);
  struct ctype table = array_of(&fx, packet, 4);
  assert_path(&fx, packet, 4, 4, ".hdr.len", fx.type_int);
  assert_path(&fx, packet, 0, 0, ".hdr.kind", fx.type_char);
  assert_path(&fx, packet, 0, 8, ".hdr", header);
  assert_path(&fx, packet, 8, 16, ".data", data);
  assert_path(&fx, packet, 11, 1, ".data[3]", fx.type_char);
  assert_path(&fx, table, 3 * 24 + 4, 4, "[3].hdr.len", fx.type_int);
  assert_path(&fx, packet, 0, 24, "", packet);
  assert_path(&fx, fx.type_int, 0, 4, "", fx.type_int);
  assert_path(&fx, packet, 2, 1, NULL, packet);         // padding
  assert_path(&fx, packet, 4, 2, NULL, packet);         // half an int
  assert_path(&fx, table, 4 * 24 + 4, 4, NULL, packet); // past the end
  assert_path(&fx, (struct ctype){0}, 0, 4, NULL, packet);
  fixture_release(&fx);
}

static void test_path_anonymous(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype inner =
      record(&fx, CTYPE_STRUCT, "", 8,
             (struct cfield[]){field_at(&fx, "a", fx.type_int, 0),
                               field_at(&fx, "b", fx.type_int, 4)},
             2);
  struct ctype middle =
      record(&fx, CTYPE_UNION, "", 8,
             (struct cfield[]){field_at(&fx, "", inner, 0),
                               field_at(&fx, "c", fx.type_char, 0)},
             2);
  struct ctype outer =
      record(&fx, CTYPE_STRUCT, "outer", 16,
             (struct cfield[]){field_at(&fx, "x", fx.type_int, 0),
                               field_at(&fx, "", middle, 8)},
             2);
  assert_path(&fx, outer, 8, 4, ".a", fx.type_int);
  assert_path(&fx, outer, 12, 4, ".b", fx.type_int);
  assert_path(&fx, outer, 8, 1, ".c", fx.type_char);
  assert_path(&fx, outer, 8, 0, ".a", fx.type_int);
  fixture_release(&fx);
}

static void test_path_union(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype pair =
      record(&fx, CTYPE_STRUCT, "pair", 8,
             (struct cfield[]){field_at(&fx, "a", fx.type_int, 0),
                               field_at(&fx, "b", fx.type_int, 4)},
             2);
  struct ctype pointer = pointer_to(&fx, fx.type_int);
  struct ctype any =
      record(&fx, CTYPE_UNION, "any", 8,
             (struct cfield[]){field_at(&fx, "pair", pair, 0),
                               field_at(&fx, "i", fx.type_unsigned, 0),
                               field_at(&fx, "p", pointer, 0)},
             3);
  assert_path(&fx, any, 0, 4, ".i", fx.type_unsigned);
  assert_path(&fx, any, 4, 4, ".pair.b", fx.type_int);
  assert_path(&fx, any, 0, 8, ".pair", pair);
  assert_path(&fx, any, 0, 0, ".pair.a", fx.type_int);
  assert_path(&fx, any, 0, 2, NULL, any);
  fixture_release(&fx);
}

static struct cfield bits_at(struct fixture *fx, const char *name,
                             uint64_t offset, uint64_t size) {
  return (struct cfield){.name = name_of(fx, name),
                         .type = fx->type_unsigned,
                         .bit_offset = offset,
                         .bit_size = size,
                         .is_bit_field = true};
}

// struct { unsigned a : 3, b : 5, c : 8, d : 12; int e; }
static void test_path_bit_fields(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype flags = record(
      &fx, CTYPE_STRUCT, "flags", 8,
      (struct cfield[]){bits_at(&fx, "a", 0, 3), bits_at(&fx, "b", 3, 5),
                        bits_at(&fx, "c", 8, 8), bits_at(&fx, "d", 16, 12),
                        field_at(&fx, "e", fx.type_int, 4)},
      5);
  assert_path(&fx, flags, 1, 1, ".c", fx.type_unsigned);
  assert_path(&fx, flags, 2, 2, ".d", fx.type_unsigned);
  assert_path(&fx, flags, 2, 0, ".d", fx.type_unsigned);
  assert_path(&fx, flags, 4, 4, ".e", fx.type_int);
  assert_path(&fx, flags, 0, 1, NULL, flags); // a and b
  assert_path(&fx, flags, 2, 1, NULL, flags); // a part of d
  assert_path(&fx, flags, 3, 1, NULL, flags); // the rest of d
  assert_path(&fx, flags, 0, 4, NULL, flags);
  fixture_release(&fx);
}

static void test_path_flexible(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype tail = array_of(&fx, fx.type_int, 0);
  struct ctype list =
      record(&fx, CTYPE_STRUCT, "list", 4,
             (struct cfield[]){field_at(&fx, "count", fx.type_int, 0),
                               field_at(&fx, "items", tail, 4)},
             2);
  assert_path(&fx, list, 0, 4, ".count", fx.type_int);
  assert_path(&fx, list, 4 + 4 * 7, 4, ".items[7]", fx.type_int);
  fixture_release(&fx);
}

// An 80-bit number kept in 16 bytes.
static void test_path_long_double(void **state) {
  (void)state;
  struct fixture fx;
  fixture_init(&fx);
  struct ctype number = basic_type(&fx, CTYPE_FLOAT, "long double", 128, true);
  struct ctype list = array_of(&fx, number, 2);
  assert_path(&fx, list, 16, 10, "[1]", number);
  assert_path(&fx, list, 16, 16, "[1]", number);
  assert_path(&fx, array_of(&fx, fx.type_int, 8), 16, 10, NULL, number);
  fixture_release(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_print_derived),
      cmocka_unit_test(test_print_functions),
      cmocka_unit_test(test_print_qualifiers),
      cmocka_unit_test(test_print_tags),
      cmocka_unit_test(test_recursive_record),
      cmocka_unit_test(test_strip_and_enumerators),
      cmocka_unit_test(test_path_nested),
      cmocka_unit_test(test_path_anonymous),
      cmocka_unit_test(test_path_union),
      cmocka_unit_test(test_path_bit_fields),
      cmocka_unit_test(test_path_flexible),
      cmocka_unit_test(test_path_long_double),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
