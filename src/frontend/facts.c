// Routines of the C library whose meaning is a term: byte order, division,
// classes of characters, numbers from literals. The values are those of glibc
// on x86 in the "C" locale, which a program has until it asks for another one.
// Where it does (setlocale), nothing is said about characters beyond ASCII.
#include "frontend/facts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

static unsigned bits_width(struct body *body, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind
             ? type_width(body->translator, type)
             : 0;
}

// Takes so many integers, and gives one?
static bool is_integral(struct body *body, LLVMValueRef call, unsigned count) {
  if (LLVMGetNumArgOperands(call) != count ||
      bits_width(body, LLVMTypeOf(call)) < 2)
    return false;
  for (unsigned i = 0; i < count; i++)
    if (bits_width(body, LLVMTypeOf(LLVMGetOperand(call, i))) < 2)
      return false;
  return true;
}

// Byte order

bool facts_swap(struct body *body, LLVMValueRef call, const char *name) {
  (void)name;
  if (!is_integral(body, call, 1))
    return false;
  struct term_table *terms = body->terms;
  struct term x = operand(body, call, 0);
  unsigned width = bits_width(body, LLVMTypeOf(call));
  if (term_width(terms, x) != width || width % 8)
    return false;
  struct term swapped = term_extract(terms, 0, 8, x);
  for (unsigned low = 8; low < width; low += 8)
    swapped = term_concat(terms, swapped, term_extract(terms, low, 8, x));
  register_define_plain(body, call, swapped);
  return true;
}

// Numbers

bool facts_absolute(struct body *body, LLVMValueRef call, const char *name) {
  (void)name;
  struct term_table *terms = body->terms;
  if (!is_integral(body, call, 1) ||
      LLVMTypeOf(call) != LLVMTypeOf(LLVMGetOperand(call, 0)))
    return false;
  struct term x = operand(body, call, 0);
  unsigned width = term_width(terms, x);
  struct term least = constant_like(body, x, (u128)1 << (width - 1));
  body_emit_failure(body, term_eq(terms, x, least), UNDEFINED_OVERFLOW);
  struct term is_negative =
      term_compare(terms, OP_SLT, x, constant_like(body, x, 0));
  register_define_plain(body, call,
                        term_ite(terms, is_negative, term_neg(terms, x), x));
  return true;
}

// One more than the number of zeros below the lowest bit that is set, or zero.
bool facts_first_bit(struct body *body, LLVMValueRef call, const char *name) {
  (void)name;
  struct term_table *terms = body->terms;
  if (!is_integral(body, call, 1))
    return false;
  struct term x = operand(body, call, 0);
  unsigned width = bits_width(body, LLVMTypeOf(call));
  struct term found = term_const(terms, width, 0);
  for (unsigned bit = term_width(terms, x); bit-- > 0;) {
    struct term right = term_const(terms, 1, 1);
    struct term left = term_extract(terms, bit, 1, x);
    struct term is_set = term_eq(terms, left, right);
    found = term_ite(terms, is_set, term_const(terms, width, bit + 1), found);
  }
  register_define_plain(body, call, found);
  return true;
}

// A struct of quotient and remainder, in registers or behind a pointer.
bool facts_divide(struct body *body, LLVMValueRef call, const char *name) {
  (void)name;
  struct term_table *terms = body->terms;
  bool is_void = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
  unsigned first = is_void ? 1 : 0;
  if (LLVMGetNumArgOperands(call) != first + 2 ||
      bits_width(body, LLVMTypeOf(LLVMGetOperand(call, first))) < 2)
    return false;
  struct term a = operand(body, call, first),
              b = operand(body, call, first + 1);
  unsigned width = term_width(terms, a);
  if (term_width(terms, b) != width ||
      (!is_void && type_width(body->translator, LLVMTypeOf(call)) != 2 * width))
    return false;
  struct term least = constant_like(body, a, (u128)1 << (width - 1));
  struct term right =
      term_eq(terms, b, constant_like(body, b, bits_mask(width)));
  struct term left = term_eq(terms, a, least);
  struct term overflows = term_and(terms, left, right);
  body_emit_undefined(body, term_eq(terms, b, constant_like(body, b, 0)),
                      UNDEFINED_DIVISION_BY_ZERO);
  body_emit_undefined(body, overflows, UNDEFINED_DIVISION_OVERFLOW);
  if (!body->here.id)
    return true;
  struct term quotient = term_binary(terms, OP_SDIV, a, b);
  struct term remainder = term_binary(terms, OP_SREM, a, b);
  if (!is_void) {
    register_define_plain(body, call, term_concat(terms, remainder, quotient));
    return true;
  }
  struct term to = operand(body, call, 0);
  memory_write(body, to, quotient);
  memory_write(body, term_add(terms, to, body_pointer_const(body, width / 8)),
               remainder);
  return true;
}

// Characters

// glibc's tables go from -128 to 255.
enum { TABLE_FIRST = -128, TABLE_COUNT = 128 + 256 };

// Classes of ASCII, as terms over a character of any width.

static struct term within(struct body *body, struct term c, uint32_t low,
                          uint32_t high) {
  struct term right = constant_like(body, c, high - low);
  struct term left = term_sub(body->terms, c, constant_like(body, c, low));
  return term_compare(body->terms, OP_ULE, left, right);
}

static struct term either(struct body *body, struct term a, struct term b) {
  return term_or(body->terms, a, b);
}

static struct term is_upper(struct body *body, struct term c) {
  return within(body, c, 'A', 'Z');
}
static struct term is_lower(struct body *body, struct term c) {
  return within(body, c, 'a', 'z');
}
static struct term is_digit(struct body *body, struct term c) {
  return within(body, c, '0', '9');
}
static struct term is_alpha(struct body *body, struct term c) {
  struct term right = is_lower(body, c);
  struct term left = is_upper(body, c);
  return either(body, left, right);
}
static struct term is_alnum(struct body *body, struct term c) {
  struct term right = is_digit(body, c);
  struct term left = is_alpha(body, c);
  return either(body, left, right);
}
static struct term is_xdigit(struct body *body, struct term c) {
  struct term right = within(body, c, 'a', 'f');
  struct term left = within(body, c, 'A', 'F');
  struct term second = either(body, left, right);
  struct term first = is_digit(body, c);
  return either(body, first, second);
}
static struct term is_space(struct body *body, struct term c) {
  struct term right = within(body, c, ' ', ' ');
  struct term left = within(body, c, '\t', '\r');
  return either(body, left, right);
}
static struct term is_blank(struct body *body, struct term c) {
  struct term right = within(body, c, ' ', ' ');
  struct term left = within(body, c, '\t', '\t');
  return either(body, left, right);
}
static struct term is_cntrl(struct body *body, struct term c) {
  struct term right = within(body, c, 127, 127);
  struct term left = within(body, c, 0, 31);
  return either(body, left, right);
}
static struct term is_print(struct body *body, struct term c) {
  return within(body, c, 32, 126);
}
static struct term is_graph(struct body *body, struct term c) {
  return within(body, c, 33, 126);
}
static struct term is_punct(struct body *body, struct term c) {
  struct term right = term_not(body->terms, is_alnum(body, c));
  struct term left = is_graph(body, c);
  return term_and(body->terms, left, right);
}

// With the bit that glibc's tables have for it.
static const struct class {
  const char *name;
  struct term (*has)(struct body *body, struct term c);
  uint32_t bit;
} classes[] = {
    {"alnum", is_alnum, 8},    {"alpha", is_alpha, 1024},
    {"blank", is_blank, 1},    {"cntrl", is_cntrl, 2},
    {"digit", is_digit, 2048}, {"graph", is_graph, 32768},
    {"lower", is_lower, 512},  {"print", is_print, 16384},
    {"punct", is_punct, 4},    {"space", is_space, 8192},
    {"upper", is_upper, 256},  {"xdigit", is_xdigit, 4096},
};

static const struct class *find_class(const char *name) {
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (!strcmp(classes[i].name, name))
      return &classes[i];
  return NULL;
}

static bool has_locales(const struct body *body) {
  static const char *const names[] = {"setlocale", "newlocale", "uselocale"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (LLVMGetNamedFunction(body->translator->module, names[i]))
      return true;
  return false;
}

// The value, as far as the locale leaves it alone.
static struct term in_locale(struct body *body, struct term c,
                             struct term value, const char *name) {
  if (!has_locales(body))
    return value;
  struct term_table *terms = body->terms;
  struct variable unknown = register_temporary(
      body, term_sort(terms, value), (struct name){0}, (struct ctype){0});
  body_emit(body,
            operation_havoc(body->program, &unknown, 1, ORIGIN_APPROXIMATION,
                            intern(body->program->names, name)));
  struct term right = term_eq(terms, c, constant_like(body, c, UINT32_MAX));
  struct term left = within(body, c, 0, 127);
  struct term is_fixed = either(body, left, right);
  return term_ite(terms, is_fixed, value, program_term(body->program, unknown));
}

static bool takes_character(struct body *body, LLVMValueRef call) {
  return is_integral(body, call, 1) &&
         bits_width(body, LLVMTypeOf(call)) == 32 &&
         bits_width(body, LLVMTypeOf(LLVMGetOperand(call, 0))) == 32;
}

static void define_class(struct body *body, LLVMValueRef call, struct term c,
                         const struct class *class, uint32_t bit,
                         const char *name) {
  struct term right = constant_like(body, c, 0);
  struct term left = constant_like(body, c, bit);
  struct term value = term_ite(body->terms, class->has(body, c), left, right);
  register_define_plain(body, call, in_locale(body, c, value, name));
}

// EOF and what unsigned char has; glibc's tables have negative chars, too.
static bool check_domain(struct body *body, struct term c,
                         enum undefined_reason reason) {
  struct term_table *terms = body->terms;
  struct term shifted = term_add(terms, c, constant_like(body, c, 128));
  struct term is_inside =
      term_compare(terms, OP_ULE, shifted, constant_like(body, c, 128 + 255));
  body_emit_undefined(body, term_not(terms, is_inside), reason);
  return body->here.id != 0;
}

bool facts_class(struct body *body, LLVMValueRef call, const char *name) {
  const struct class *class = find_class(name + strlen("is"));
  if (!class || !takes_character(body, call))
    return false;
  struct term c = operand(body, call, 0);
  if (check_domain(body, c, UNDEFINED_LIBRARY))
    define_class(body, call, c, class, class->bit, name);
  return true;
}

bool facts_wide_class(struct body *body, LLVMValueRef call, const char *name) {
  const struct class *class = find_class(name + strlen("isw"));
  if (!class || !takes_character(body, call))
    return false;
  bool is_one = class->has == is_digit;
  define_class(body, call, operand(body, call, 0), class,
               is_one ? 1 : class->bit, name);
  return true;
}

static struct term other_case(struct body *body, struct term c,
                              struct term (*changes)(struct body *,
                                                     struct term)) {
  struct term other =
      term_binary(body->terms, OP_BVXOR, c, constant_like(body, c, 32));
  return term_ite(body->terms, changes(body, c), other, c);
}

// glibc takes what a char can be, but for EOF, as an unsigned char.
static struct term as_unsigned(struct body *body, struct term c) {
  struct term right = term_add(body->terms, c, constant_like(body, c, 256));
  struct term left =
      within(body, c, (uint32_t)TABLE_FIRST, (uint32_t)TABLE_FIRST + 126);
  return term_ite(body->terms, left, right, c);
}

static bool change_case(struct body *body, LLVMValueRef call, const char *name,
                        struct term (*changes)(struct body *, struct term)) {
  if (!takes_character(body, call))
    return false;
  struct term c = operand(body, call, 0);
  bool is_wide = strstr(name, "tow") != NULL;
  struct term value =
      other_case(body, is_wide ? c : as_unsigned(body, c), changes);
  register_define_plain(body, call, in_locale(body, c, value, name));
  return true;
}

bool facts_upper(struct body *body, LLVMValueRef call, const char *name) {
  return change_case(body, call, name, is_lower);
}

bool facts_lower(struct body *body, LLVMValueRef call, const char *name) {
  return change_case(body, call, name, is_upper);
}

bool facts_is_ascii(struct body *body, LLVMValueRef call, const char *name) {
  (void)name;
  if (!takes_character(body, call))
    return false;
  struct term is_ascii = within(body, operand(body, call, 0), 0, 127);
  register_define_plain(body, call, term_from_bool(body->terms, 32, is_ascii));
  return true;
}

bool facts_to_ascii(struct body *body, LLVMValueRef call, const char *name) {
  (void)name;
  if (!takes_character(body, call))
    return false;
  struct term c = operand(body, call, 0);
  register_define_plain(
      body, call,
      term_binary(body->terms, OP_BVAND, c, constant_like(body, c, 127)));
  return true;
}

// The tables behind the macros of ctype.h: from -128 to 255, and a pointer to
// the entry of 0, whose address is what the routine gives.

static bool has_class(struct body *body, const struct class *class, int c) {
  return term_is_true(body->terms,
                      class->has(body, term_const(body->terms, 32, (u128)c)));
}

static uint32_t table_entry(struct body *body, unsigned table, int c) {
  if (table == 1)
    return (uint32_t)(c >= 'a' && c <= 'z' ? c - 32 : c);
  if (table == 2)
    return (uint32_t)(c >= 'A' && c <= 'Z' ? c + 32 : c);
  uint32_t bits = 0;
  for (size_t i = 0; c >= 0 && i < sizeof classes / sizeof *classes; i++)
    if (has_class(body, &classes[i], c))
      bits |= classes[i].bit;
  return bits;
}

// For toupper and tolower, a char that is negative is itself as unsigned char.
static const uint8_t *table_bytes(struct body *body, unsigned table,
                                  unsigned size) {
  uint8_t *bytes = arena_new_zero(&body->program->arena, TABLE_COUNT * size);
  for (int i = 0; i < TABLE_COUNT; i++) {
    int c = TABLE_FIRST + i;
    int taken = table && c < -1 ? c + 256 : c;
    uint32_t entry = table_entry(body, table, taken);
    for (unsigned k = 0; k < size; k++)
      bytes[(unsigned)i * size + k] = (uint8_t)(entry >> (8 * k));
  }
  return bytes;
}

static struct object_id add_constant(struct body *body, const char *name,
                                     struct object_info info) {
  info.kind = OBJECT_GLOBAL;
  info.name = intern(body->program->names, name);
  info.alignment = 8;
  info.is_constant = info.is_internal = info.is_fixed = true;
  info.is_hidden = info.escapes = true;
  return program_add_object(body->program, info);
}

static struct object_id find_table(struct body *body, unsigned table) {
  static const char *const names[] = {"ctype_b", "ctype_toupper",
                                      "ctype_tolower"};
  struct object_id *known = &body->translator->tables[table];
  if (known->id)
    return *known;
  struct program *program = body->program;
  unsigned size = table ? 4 : 2, width = program->pointer_width;
  struct object_id entries =
      add_constant(body, names[table],
                   (struct object_info){
                       .size = TABLE_COUNT * size,
                       .bytes = table_bytes(body, table, size),
                   });
  struct term start =
      program_term(program, program_object(program, entries)->address);
  struct relocation *pointer = arena_new_zero(&program->arena, sizeof *pointer);
  *pointer = (struct relocation){
      0, term_add(body->terms, start,
                  body_pointer_const(body, (uint64_t)-TABLE_FIRST * size))};
  struct strbuf name = {0};
  strbuf_format(&name, "%s_loc", names[table]);
  *known = add_constant(body, strbuf_text(&name),
                        (struct object_info){.size = width / 8,
                                             .relocations = pointer,
                                             .relocation_count = 1});
  strbuf_release(&name);
  return *known;
}

bool facts_table(struct body *body, LLVMValueRef call, const char *name) {
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind ||
      has_locales(body))
    return false;
  unsigned table = strstr(name, "upper") ? 1 : strstr(name, "lower") ? 2 : 0;
  struct object_id object = find_table(body, table);
  register_define_plain(
      body, call,
      program_term(body->program,
                   program_object(body->program, object)->address));
  return true;
}

// The routine whose table the pointer points into, as the macros do it: what
// the pointer it gives points to, at an index. Null if it is something else.
static const char *table_routine(struct body *body, LLVMValueRef pointer) {
  if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) != 2)
    return NULL;
  LLVMValueRef base = LLVMGetOperand(pointer, 0);
  if (!LLVMIsALoadInst(base))
    return NULL;
  LLVMValueRef call = LLVMGetOperand(base, 0);
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee) ||
      has_locales(body))
    return NULL;
  size_t length;
  return LLVMGetValueName2(callee, &length);
}

// The bits of all classes that a character is in.
static struct term class_bits(struct body *body, struct term c) {
  struct term_table *terms = body->terms;
  struct term all = {0};
  for (unsigned bit = 0; bit < 16; bit++) {
    struct term one = term_const(terms, 1, 0);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
      if (classes[i].bit == 1u << bit)
        one = term_from_bool(terms, 1, classes[i].has(body, c));
    all = bit ? term_concat(terms, one, all) : one;
  }
  return all;
}

bool facts_load(struct body *body, LLVMValueRef load) {
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  const char *name = table_routine(body, pointer);
  unsigned width = bits_width(body, LLVMTypeOf(load));
  if (!name || !body->here.id)
    return false;
  bool is_class = !strcmp(name, "__ctype_b_loc") && width == 16;
  bool is_upper_table = !strcmp(name, "__ctype_toupper_loc") && width == 32;
  bool is_lower_table = !strcmp(name, "__ctype_tolower_loc") && width == 32;
  LLVMTypeRef element = LLVMGetGEPSourceElementType(pointer);
  if ((!is_class && !is_upper_table && !is_lower_table) ||
      bits_width(body, element) != width)
    return false;
  struct term index = operand(body, pointer, 1), c;
  if (term_width(body->terms, index) < 32 ||
      !check_domain(body, index, UNDEFINED_INVALID_READ))
    return term_width(body->terms, index) >= 32;
  c = term_extract(body->terms, 0, 32, index);
  struct term value = class_bits(body, c);
  if (!is_class)
    value = other_case(body, as_unsigned(body, c),
                       is_upper_table ? is_lower : is_upper);
  register_define_plain(body, load, value);
  return true;
}

// Literals

// A payload other than none we do not compute.
bool facts_nan(struct body *body, LLVMValueRef call, const char *name) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
  bool is_double = kind == LLVMDoubleTypeKind,
       is_float = kind == LLVMFloatTypeKind;
  if (LLVMGetNumArgOperands(call) != 1 || (!is_double && !is_float))
    return false;
  unsigned width = is_double ? 64 : 32, payload = is_double ? 51 : 22;
  struct term_table *terms = body->terms;
  struct term low = term_const(terms, payload, 0);
  char *text = facts_text_of(LLVMGetOperand(call, 0));
  if (!text || *text) {
    struct variable unknown = register_temporary(
        body, sort_bits(payload), (struct name){0}, (struct ctype){0});
    body_emit(body,
              operation_havoc(body->program, &unknown, 1, ORIGIN_APPROXIMATION,
                              intern(body->program->names, name)));
    low = program_term(body->program, unknown);
  }
  free(text);
  struct term high =
      term_const(terms, width - payload, is_double ? 0x7ff8 >> 3 : 0x7fc0 >> 6);
  register_define_plain(body, call, term_concat(terms, high, low));
  return true;
}

struct parsed {
  bool is_known;
  u128 value;
  size_t length;
};

// What strtol and its like make of the text, if the type has room for it.
static struct parsed parse(const char *text, int base, bool is_signed,
                           unsigned width) {
  struct parsed parsed = {0};
  char *end;
  // Newer libraries know binary numbers.
  if (strstr(text, "0b") || strstr(text, "0B") || base < 0 || base == 1 ||
      base > 36)
    return parsed;
  errno = 0;
  if (is_signed) {
    long long value = strtoll(text, &end, base);
    parsed.value = (u128)(i128)value & bits_mask(width);
    parsed.is_known = !errno && bits_signed(parsed.value, width) == value;
  } else {
    unsigned long long value = strtoull(text, &end, base);
    parsed.value = value & bits_mask(width);
    parsed.is_known =
        !errno && !strchr(text, '-') && parsed.value == (u128)value;
  }
  parsed.length = (size_t)(end - text);
  return parsed;
}

bool facts_convert(struct body *body, LLVMValueRef call, const char *name) {
  (void)name;
  unsigned width = bits_width(body, LLVMTypeOf(call));
  char *text = LLVMGetNumArgOperands(call) == 1 && width
                   ? facts_text_of(LLVMGetOperand(call, 0))
                   : NULL;
  struct parsed parsed = {0};
  if (text)
    parsed = parse(text, 10, true, width);
  free(text);
  if (parsed.is_known)
    register_define_plain(body, call,
                          term_const(body->terms, width, parsed.value));
  return parsed.is_known;
}

// With a literal as text and a constant as base.
bool facts_parse(struct body *body, LLVMValueRef call, const char *name) {
  unsigned width = bits_width(body, LLVMTypeOf(call));
  if (LLVMGetNumArgOperands(call) != 3 || !width ||
      !LLVMIsAConstantInt(LLVMGetOperand(call, 2)))
    return false;
  bool is_signed = !strstr(name, "toul") && !strstr(name, "toum");
  char *text = facts_text_of(LLVMGetOperand(call, 0));
  struct parsed parsed = {0};
  if (text)
    parsed = parse(text, (int)LLVMConstIntGetSExtValue(LLVMGetOperand(call, 2)),
                   is_signed, width);
  free(text);
  if (!parsed.is_known)
    return false;
  LLVMValueRef end = LLVMGetOperand(call, 1);
  if (!LLVMIsNull(end)) {
    struct term to = register_operand(body, end);
    struct term null = body_pointer_const(body, 0);
    if (!term_is_true(body->terms,
                      term_not(body->terms, term_eq(body->terms, to, null))) &&
        !LLVMIsAAllocaInst(end))
      return false; // it may be null
    struct term right = body_pointer_const(body, parsed.length);
    struct term left = operand(body, call, 0);
    memory_write(body, to, term_add(body->terms, left, right));
  }
  register_define_plain(body, call,
                        term_const(body->terms, width, parsed.value));
  return true;
}
