#include "term/read_smt.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "term/bits.h"
#include "term/print.h"

enum { DEEPEST = 2000, LONGEST = 1024, WIDEST = 128 };

// ---- Symbols ----------------------------------------------------------------

NUMBER_MAP_DEFINE(symbol_map, uint32_t, struct term);

struct smt_symbols {
  struct interner *names;
  struct symbol_map by_name;
};

struct smt_symbols *smt_symbols_new(const struct term_table *terms,
                                    const struct term *variables,
                                    uint32_t count) {
  struct smt_symbols *symbols = memory_new_zero(1, sizeof *symbols);
  struct strbuf text = {0};
  symbols->names = interner_new();
  for (uint32_t i = 0; i < count; i++) {
    strbuf_clear(&text);
    term_print_smt(terms, variables[i], &text);
    symbol_map_put(&symbols->by_name,
                   intern(symbols->names, strbuf_text(&text)).id, variables[i]);
  }
  strbuf_release(&text);
  return symbols;
}

void smt_symbols_free(struct smt_symbols *symbols) {
  interner_free(symbols->names);
  symbol_map_release(&symbols->by_name);
  free(symbols);
}

struct term smt_symbols_find(const struct smt_symbols *symbols,
                             const char *text) {
  struct name name = intern(symbols->names, text);
  const struct term *found = symbol_map_find(&symbols->by_name, name.id);
  return found ? *found : (struct term){0};
}

// ---- Words ------------------------------------------------------------------

struct bound {
  uint32_t name; // tN
  struct term term;
};

VEC_DEFINE(bound_vec, struct bound);

struct reader {
  struct term_table *terms;
  const struct smt_symbols *symbols;
  const char *at;
  struct bound_vec bound; // by `let`, the innermost last
  uint32_t depth;
};

static const struct term nothing;

static void skip(struct reader *r) {
  while (*r->at == ' ')
    r->at++;
}

static bool take(struct reader *r, const char *word) {
  size_t length = strlen(word);
  skip(r);
  if (strncmp(r->at, word, length) != 0)
    return false;
  r->at += length;
  return true;
}

static bool take_number(struct reader *r, uint32_t *number) {
  skip(r);
  if (*r->at < '0' || *r->at > '9')
    return false;
  char *end;
  unsigned long value = strtoul(r->at, &end, 10);
  *number = (uint32_t)value;
  r->at = end;
  return value <= UINT32_MAX;
}

// A word up to the next space or parenthesis, or between bars.
static bool take_word(struct reader *r, char *into) {
  skip(r);
  size_t length = strcspn(r->at, " ()|");
  if (*r->at == '|') {
    const char *end = strchr(r->at + 1, '|');
    length = end ? (size_t)(end - r->at) + 1 : 0;
  }
  if (!length || length >= LONGEST)
    return false;
  memcpy(into, r->at, length);
  into[length] = '\0';
  r->at += length;
  return true;
}

// ---- Leaves -----------------------------------------------------------------

static struct term read_constant(struct reader *r, const char *word) {
  unsigned step = word[1] == 'x' ? 4 : 1;
  unsigned width = (unsigned)strlen(word + 2) * step;
  u128 value = 0;
  if ((word[1] != 'x' && word[1] != 'b') || !width || width > WIDEST)
    return nothing;
  for (const char *c = word + 2; *c; c++) {
    const char *digits = "0123456789abcdef", *found = strchr(digits, *c);
    if (!found || found - digits >= 1 << step)
      return nothing;
    value = value << step | (u128)(found - digits);
  }
  return term_const(r->terms, width, value);
}

static struct term read_bound(const struct reader *r, const char *word) {
  uint32_t name = (uint32_t)strtoul(word + 1, NULL, 10);
  for (uint32_t i = r->bound.count; i-- > 0;)
    if (r->bound.at[i].name == name)
      return r->bound.at[i].term;
  return nothing;
}

static struct term read_leaf(struct reader *r) {
  char word[LONGEST];
  if (!take_word(r, word))
    return nothing;
  if (*word == '|')
    return smt_symbols_find(r->symbols, word);
  if (*word == '#')
    return read_constant(r, word);
  if (!strcmp(word, "true") || !strcmp(word, "false"))
    return term_bool(r->terms, !strcmp(word, "true"));
  return *word == 't' ? read_bound(r, word) : nothing;
}

// ---- Operators --------------------------------------------------------------

static struct term read_term(struct reader *r);

struct applied {
  enum term_op op;
  uint32_t a, b; // of EXTRACT: high, low; of ZEXT, SEXT: more bits; of other
                 // CONVERT: widths from and to; of CONST_ARRAY: widths of index
                 // and element
};

// "ftosi.64.32"
static bool find_function(const char *word, struct applied *applied) {
  size_t length = strcspn(word, ".");
  for (int op = OP_NONE + 1; op < OP_COUNT; op++) {
    const char *name = term_op_name(op);
    if (*term_op_smt(op) || strlen(name) != length)
      continue;
    bool is_same = true;
    for (size_t i = 0; i < length; i++)
      is_same &= name[i] - 'A' + 'a' == word[i];
    if (!is_same)
      continue;
    char *end;
    applied->op = (enum term_op)op;
    applied->a = (uint32_t)strtoul(word + length + 1, &end, 10);
    applied->b = *end == '.' ? (uint32_t)strtoul(end + 1, NULL, 10) : 0;
    return true;
  }
  return false;
}

static bool find_operator(const char *word, struct applied *applied) {
  for (int op = OP_NONE + 1; op < OP_COUNT; op++)
    if (*term_op_smt(op) && !strcmp(term_op_smt(op), word)) {
      applied->op = (enum term_op)op;
      return true;
    }
  return strchr(word, '.') && find_function(word, applied);
}

// (_ extract 7 0), (_ zero_extend 8), (as const (Array ..))
static bool read_indexed(struct reader *r, struct applied *applied) {
  char word[LONGEST];
  if (take(r, "as const (Array (_ BitVec")) {
    applied->op = OP_CONST_ARRAY;
    return take_number(r, &applied->a) && take(r, ")") &&
           take(r, "(_ BitVec") && take_number(r, &applied->b) &&
           take(r, ")") && take(r, ")") && take(r, ")");
  }
  if (!take(r, "_ ") || !take_word(r, word) || !find_operator(word, applied) ||
      !take_number(r, &applied->a))
    return false;
  if (applied->op == OP_EXTRACT && !take_number(r, &applied->b))
    return false;
  return take(r, ")");
}

static bool read_operator(struct reader *r, struct applied *applied) {
  char word[LONGEST];
  if (take(r, "("))
    return read_indexed(r, applied);
  return take_word(r, word) && find_operator(word, applied);
}

static bool is_bits(const struct reader *r, struct term t) {
  return sort_is_bits(term_sort(r->terms, t));
}

static bool is_bool(const struct reader *r, struct term t) {
  return sort_is_bool(term_sort(r->terms, t));
}

static bool is_alike(const struct reader *r, struct term a, struct term b) {
  return sort_equal(term_sort(r->terms, a), term_sort(r->terms, b));
}

static bool all_bool(const struct reader *r, const struct term_vec *operands) {
  for (uint32_t i = 0; i < operands->count; i++)
    if (!is_bool(r, operands->at[i]))
      return false;
  return operands->count > 0;
}

static bool all_alike(const struct reader *r, const struct term_vec *operands) {
  for (uint32_t i = 0; i < operands->count; i++)
    if (!is_bits(r, operands->at[i]) ||
        !is_alike(r, operands->at[0], operands->at[i]))
      return false;
  return operands->count > 0;
}

static struct term build_boolean(struct reader *r, enum term_op op,
                                 const struct term_vec *o) {
  if (op == OP_EQ)
    return o->count == 2 && is_alike(r, o->at[0], o->at[1])
               ? term_eq(r->terms, o->at[0], o->at[1])
               : nothing;
  if (op == OP_ITE)
    return o->count == 3 && is_bool(r, o->at[0]) &&
                   is_alike(r, o->at[1], o->at[2])
               ? term_ite(r->terms, o->at[0], o->at[1], o->at[2])
               : nothing;
  if (!all_bool(r, o))
    return nothing;
  if (op == OP_NOT)
    return o->count == 1 ? term_not(r->terms, o->at[0]) : nothing;
  return op == OP_AND ? term_and_all(r->terms, o->at, o->count)
                      : term_or_all(r->terms, o->at, o->count);
}

static bool is_float_width(uint32_t width) {
  return width == 32 || width == 64;
}

static bool is_float(enum term_op op) {
  return !*term_op_smt(op);
}

static struct term build_bits(struct reader *r, enum term_op op,
                              const struct term_vec *o) {
  enum term_op_class class = term_op_class(op);
  if (!all_alike(r, o) ||
      (is_float(op) && !is_float_width(term_width(r->terms, o->at[0]))))
    return nothing;
  if (class == OP_CLASS_UNARY)
    return o->count == 1 ? term_unary(r->terms, op, o->at[0]) : nothing;
  if (class == OP_CLASS_COMPARE)
    return o->count == 2 ? term_compare(r->terms, op, o->at[0], o->at[1])
                         : nothing;
  struct term result = o->at[0];
  for (uint32_t i = 1; i < o->count; i++)
    result = term_binary(r->terms, op, result, o->at[i]);
  return o->count > 1 && (o->count == 2 || op == OP_ADD) ? result : nothing;
}

static struct term build_convert(struct reader *r,
                                 const struct applied *applied, struct term a) {
  uint32_t width = term_width(r->terms, a);
  if (applied->op == OP_ZEXT || applied->op == OP_SEXT)
    return applied->a <= WIDEST - width
               ? term_convert(r->terms, applied->op, width + applied->a, a)
               : nothing;
  bool takes_float = applied->op == OP_FTOF || applied->op == OP_FTOSI ||
                     applied->op == OP_FTOUI;
  bool gives_float = applied->op == OP_FTOF || applied->op == OP_SITOF ||
                     applied->op == OP_UITOF;
  bool ok = applied->a == width && applied->b && applied->b <= WIDEST &&
            (!takes_float || is_float_width(width)) &&
            (!gives_float || is_float_width(applied->b));
  return ok ? term_convert(r->terms, applied->op, applied->b, a) : nothing;
}

static struct term build_piece(struct reader *r, const struct applied *applied,
                               const struct term_vec *o) {
  for (uint32_t i = 0; i < o->count; i++)
    if (!is_bits(r, o->at[i]))
      return nothing;
  if (applied->op == OP_CONCAT)
    return o->count == 2 && term_width(r->terms, o->at[0]) +
                                    term_width(r->terms, o->at[1]) <=
                                WIDEST
               ? term_concat(r->terms, o->at[0], o->at[1])
               : nothing;
  if (o->count != 1 || applied->b > applied->a ||
      applied->a >= term_width(r->terms, o->at[0]))
    return nothing;
  return term_extract(r->terms, applied->b, applied->a - applied->b + 1,
                      o->at[0]);
}

static struct term build_array(struct reader *r, const struct applied *applied,
                               const struct term_vec *o) {
  if (applied->op == OP_CONST_ARRAY)
    return o->count == 1 && applied->a && applied->a <= WIDEST &&
                   is_bits(r, o->at[0]) &&
                   term_width(r->terms, o->at[0]) == applied->b
               ? term_const_array(r->terms, applied->a, o->at[0])
               : nothing;
  if (o->count < 2 || !sort_is_array(term_sort(r->terms, o->at[0])))
    return nothing;
  struct sort sort = term_sort(r->terms, o->at[0]);
  if (!sort_equal(term_sort(r->terms, o->at[1]),
                  sort_bits(sort_index_width(sort))))
    return nothing;
  if (applied->op == OP_SELECT)
    return o->count == 2 ? term_select(r->terms, o->at[0], o->at[1]) : nothing;
  return o->count == 3 && sort_equal(term_sort(r->terms, o->at[2]),
                                     sort_bits(sort_width(sort)))
             ? term_store(r->terms, o->at[0], o->at[1], o->at[2])
             : nothing;
}

static struct term build(struct reader *r, const struct applied *applied,
                         const struct term_vec *operands) {
  switch (term_op_class(applied->op)) {
  case OP_CLASS_BOOLEAN: return build_boolean(r, applied->op, operands);
  case OP_CLASS_COMPARE:
  case OP_CLASS_UNARY:
  case OP_CLASS_BINARY: return build_bits(r, applied->op, operands);
  case OP_CLASS_CONVERT:
    return operands->count == 1 && is_bits(r, operands->at[0])
               ? build_convert(r, applied, operands->at[0])
               : nothing;
  case OP_CLASS_PIECE: return build_piece(r, applied, operands);
  case OP_CLASS_ARRAY: return build_array(r, applied, operands);
  default: return nothing;
  }
}

// ---- Terms ------------------------------------------------------------------

// Behind "(let ((".
static struct term read_let(struct reader *r) {
  char word[LONGEST];
  if (!take_word(r, word) || *word != 't')
    return nothing;
  struct term value = read_term(r);
  if (term_is_none(value) || !take(r, ")") || !take(r, ")"))
    return nothing;
  bound_vec_push(&r->bound,
                 (struct bound){(uint32_t)strtoul(word + 1, NULL, 10), value});
  struct term body = read_term(r);
  bound_vec_pop(&r->bound);
  return take(r, ")") ? body : nothing;
}

static struct term read_application(struct reader *r) {
  struct applied applied = {0};
  struct term_vec operands = {0};
  struct term result = nothing;
  bool ok = read_operator(r, &applied);
  while (ok && !take(r, ")")) {
    struct term operand = read_term(r);
    ok = !term_is_none(operand);
    if (ok)
      term_vec_push(&operands, operand);
  }
  if (ok)
    result = build(r, &applied, &operands);
  term_vec_release(&operands);
  return result;
}

static struct term read_term(struct reader *r) {
  if (r->depth++ >= DEEPEST)
    return nothing;
  struct term t = take(r, "(let ((") ? read_let(r)
                  : take(r, "(")     ? read_application(r)
                                     : read_leaf(r);
  r->depth--;
  return t;
}

struct term term_read_smt(struct term_table *terms,
                          const struct smt_symbols *symbols, const char *text) {
  struct reader r = {.terms = terms, .symbols = symbols, .at = text};
  struct term t = read_term(&r);
  skip(&r);
  bound_vec_release(&r.bound);
  return *r.at ? nothing : t;
}
