#include "program/promise_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Printing

static unsigned long long number_of(uint64_t number) {
  return number;
}

static void print_affine(const struct promise *promise, struct strbuf *out) {
  strbuf_format(out, " affine %llu", number_of(promise->constant));
  for (uint32_t i = 0; i < PROMISE_COLUMNS; i++)
    if (promise->coefficients[i])
      strbuf_format(out, " %u*%llu", i, number_of(promise->coefficients[i]));
}

static void print_bound(const struct promise *promise, struct strbuf *out) {
  strbuf_format(out, " %s %u",
                promise->kind == PROMISE_AT_LEAST ? "atleast" : "atmost",
                promise->subject);
  if (promise->bound_is_column)
    strbuf_format(out, " column %u", promise->bound);
  else
    strbuf_format(out, " constant %llu", number_of(promise->constant));
}

void promise_text_print(const struct promise *promise, struct strbuf *out) {
  strbuf_format(out, "promise %u %s", promise->scope.procedure.id,
                promise->is_required ? "requires" : "ensures");
  if (promise->guard != GUARD_NONE)
    strbuf_format(out, " when %u %s %llu", promise->guarded,
                  promise->guard == GUARD_AT_MOST ? "atmost" : "above",
                  number_of(promise->guard_constant));
  if (promise->kind == PROMISE_NEVER)
    strbuf_add(out, " never");
  else if (promise->kind == PROMISE_AFFINE)
    print_affine(promise, out);
  else
    print_bound(promise, out);
  strbuf_char(out, '\n');
}

// Reading

static bool take_word(const char **text, const char *word) {
  size_t length = strlen(word);
  if (strncmp(*text, word, length) != 0 ||
      ((*text)[length] && (*text)[length] != ' '))
    return false;
  *text += length + ((*text)[length] == ' ');
  return true;
}

// Up to `end`, a space, or the end of the text.
static bool take_number(const char **text, char end, uint64_t *number) {
  char *rest;
  if (**text < '0' || **text > '9')
    return false;
  errno = 0;
  *number = strtoull(*text, &rest, 10);
  if (errno || (*rest && *rest != end))
    return false;
  *text = rest + (*rest != '\0');
  return true;
}

static bool take_column(const char **text, char end, uint32_t *column) {
  uint64_t number = 0;
  if (!take_number(text, end, &number) || number >= PROMISE_COLUMNS)
    return false;
  *column = (uint32_t)number;
  return true;
}

static bool take_guard(const char **text, struct promise *promise) {
  if (!take_word(text, "when"))
    return true;
  if (!take_column(text, ' ', &promise->guarded))
    return false;
  if (take_word(text, "atmost"))
    promise->guard = GUARD_AT_MOST;
  else if (take_word(text, "above"))
    promise->guard = GUARD_ABOVE;
  else
    return false;
  return take_number(text, ' ', &promise->guard_constant);
}

static bool take_affine(const char **text, struct promise *promise) {
  promise->kind = PROMISE_AFFINE;
  if (!take_number(text, ' ', &promise->constant))
    return false;
  while (**text) {
    uint32_t column;
    if (!take_column(text, '*', &column) || promise->coefficients[column] ||
        !take_number(text, ' ', &promise->coefficients[column]))
      return false;
  }
  return true;
}

static bool take_bound(const char **text, struct promise *promise) {
  if (!take_column(text, ' ', &promise->subject))
    return false;
  promise->bound_is_column = take_word(text, "column");
  if (promise->bound_is_column)
    return take_column(text, ' ', &promise->bound);
  return take_word(text, "constant") &&
         take_number(text, ' ', &promise->constant);
}

static bool take_claim(const char **text, struct promise *promise) {
  if (take_word(text, "affine"))
    return take_affine(text, promise);
  if (take_word(text, "never"))
    promise->kind = PROMISE_NEVER;
  else if (take_word(text, "atleast"))
    promise->kind = PROMISE_AT_LEAST;
  else if (take_word(text, "atmost"))
    promise->kind = PROMISE_AT_MOST;
  else
    return false;
  return promise->kind == PROMISE_NEVER || take_bound(text, promise);
}

static bool take_procedure(const struct program *program, const char **text,
                           struct promise *promise) {
  uint64_t number = 0;
  if (!take_number(text, ' ', &number) || !number ||
      number >= program->procedures.count || !program->procedures.at[number] ||
      !program->procedures.at[number]->is_defined)
    return false;
  promise->scope = promise_scope_of(program, program->procedures.at[number]);
  promise->is_required = take_word(text, "requires");
  return promise->is_required || take_word(text, "ensures");
}

// Columns that there are

// Can it be spoken of, together with numbers of that width (0: any)?
static bool column_fits(const struct program *program,
                        const struct promise *promise, uint32_t column,
                        unsigned *width) {
  const struct promise_scope *scope = &promise->scope;
  if (!promise_has(program, scope, column) ||
      (promise->is_required && column >= COLUMN_AFTER))
    return false;
  unsigned own = promise_width(program, scope, column);
  bool fits = !*width || *width == own;
  *width = own;
  return fits;
}

static bool relation_fits(const struct program *program,
                          const struct promise *promise) {
  unsigned width = 0;
  for (uint32_t i = 0; i < PROMISE_COLUMNS; i++)
    if (promise->coefficients[i] && !column_fits(program, promise, i, &width))
      return false;
  return width != 0;
}

static bool claim_fits(const struct program *program,
                       const struct promise *promise) {
  unsigned width = 0;
  if (promise->kind == PROMISE_NEVER)
    return !promise->is_required;
  if (promise->kind == PROMISE_AFFINE)
    return relation_fits(program, promise);
  return column_fits(program, promise, promise->subject, &width) &&
         (!promise->bound_is_column ||
          column_fits(program, promise, promise->bound, &width));
}

static bool guard_fits(const struct program *program,
                       const struct promise *promise) {
  unsigned width = 0;
  return promise->guard == GUARD_NONE ||
         (promise->guarded < COLUMN_AFTER &&
          column_fits(program, promise, promise->guarded, &width));
}

bool promise_text_read(const struct program *program, const char *text,
                       struct promise *promise) {
  *promise = (struct promise){0};
  return take_procedure(program, &text, promise) &&
         take_guard(&text, promise) && take_claim(&text, promise) && !*text &&
         guard_fits(program, promise) && claim_fits(program, promise);
}
