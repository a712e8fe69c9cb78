// What scanf stores, conversion by conversion, where its format is a literal.
//
//   n = scanf("%d %s", &x, name)
//
// The call gives how many conversions were assigned, at most two here, and
// changes the texts. Numbers are stored behind it, each if that many were
// assigned: a number is any one of its width, and where it is not assigned the
// variable stays as it was. `__vouch_scanned32(&x)` is that number: anything in
// a component, and in a run what scanf, which did run, has left there, so that
// storing it again changes nothing.
#include "library/format.h"

#include <string.h>

#include "memory/contract.h"
#include "memory/contracting.h"

// Is it a number that fits in a word?
static bool is_number(const struct format_conversion *conversion,
                      unsigned pointer_width) {
  uint64_t bytes = format_stored(conversion, pointer_width);
  return conversion->kind != 'p' &&
         (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
}

// The format's conversions up to the one of the argument.
static bool find_conversion(const char *text, uint64_t length, uint32_t first,
                            uint32_t argument,
                            struct format_conversion *conversion) {
  const char *at = text, *end = text + length;
  uint64_t plain;
  while (format_next(&at, end, true, &plain, conversion))
    if (conversion->kind != '%' && !conversion->is_dropped &&
        first++ == argument)
      return true;
  return false;
}

static bool is_understood(const char *text, uint64_t length) {
  struct format_conversion conversion;
  const char *at = text, *end = text + length;
  uint64_t plain;
  while (format_next(&at, end, true, &plain, &conversion))
    ;
  return conversion.kind == 0;
}

bool scan_stores_number(const struct program *program,
                        const struct routine *routine,
                        const struct operation *call, uint32_t argument) {
  int format = routine_format(routine);
  struct modelling m = {.program = (struct program *)program};
  struct format_conversion conversion;
  uint64_t length;
  if (format < 0 || routine->arguments[format].need != NEED_SCAN ||
      !routine->is_variadic || argument < routine->argument_count ||
      !program_procedure(program, call->call.callee)->result.code)
    return false;
  const char *text =
      modelling_literal(&m, call->call.arguments[format], &length);
  return text && is_understood(text, length) &&
         sort_equal(term_sort(program->terms, call->call.arguments[argument]),
                    sort_bits(program->pointer_width)) &&
         find_conversion(text, length, routine->argument_count, argument,
                         &conversion) &&
         is_number(&conversion, program->pointer_width);
}

bool contracting_is_scan(const struct contracting *c) {
  int format = routine_format(&c->routine);
  uint64_t length;
  if (format < 0 || c->routine.arguments[format].need != NEED_SCAN ||
      !c->routine.is_variadic)
    return false;
  const char *text = contracting_literal(c, (uint32_t)format, &length);
  return text && is_understood(text, length);
}

// `__vouch_scanned32`, and so on.
static struct procedure *stored_of(struct program *program, unsigned width) {
  struct name name = intern_format(program->names, "__vouch_scanned%u", width);
  struct procedure *found =
      program_find(program, name_text(program->names, name));
  if (found)
    return found;
  found = program_add_procedure(program, name);
  found->result = sort_bits(width);
  found->returns_integer = true;
  found->outside = OUTSIDE_KEEPS;
  return found;
}

static void store_number(struct contracting *c, uint32_t argument,
                         unsigned width) {
  struct modelling *m = &c->m;
  struct term address = c->values[argument];
  struct variable number =
      modelling_new_variable(m, VARIABLE_TEMPORARY, "number", sort_bits(width));
  struct operation call = {
      .kind = OPERATION_CALL,
      .call = {.callee = stored_of(m->program, width)->self,
               .target = number,
               .arguments = program_copy_terms(m->program, &address, 1),
               .count = 1}};
  modelling_emit(m, call);
  contracting_fail(c, ACCESS_WRITE, address,
                   modelling_number(m, m->width, width / 8),
                   UNDEFINED_IMPOSSIBLE);
  modelling_emit(
      m, (struct operation){.kind = OPERATION_STORE,
                            .memory = {.address = address,
                                       .value = modelling_term_of(m, number)}});
}

// If at least so many conversions were assigned.
static void store_if(struct contracting *c, struct term result, uint64_t least,
                     uint32_t argument, unsigned width) {
  struct term_table *terms = c->m.terms;
  struct location_id end = modelling_new_location(&c->m);
  struct term is_there = term_compare(
      terms, OP_SLE, modelling_number(&c->m, term_width(terms, result), least),
      result);
  modelling_emit_to(&c->m, operation_assume(term_not(terms, is_there)), end,
                    UNDEFINED_NONE);
  modelling_emit(&c->m, operation_assume(is_there));
  store_number(c, argument, width);
  modelling_go_to(&c->m, end);
  c->m.here = end;
}

// At most as many as there are conversions.
static void promise_count(struct contracting *c, struct term result,
                          uint64_t count) {
  struct term most =
      modelling_number(&c->m, term_width(c->m.terms, result), count);
  modelling_emit(
      &c->m, operation_assume(term_compare(c->m.terms, OP_SLE, result, most)));
}

static uint64_t count_assigned(const char *text, uint64_t length) {
  struct format_conversion conversion;
  const char *at = text, *end = text + length;
  uint64_t plain, count = 0;
  while (format_next(&at, end, true, &plain, &conversion))
    count += !strchr("%n", conversion.kind) && !conversion.is_dropped;
  return count;
}

// What %n counts may be stored whatever was assigned behind the conversions
// before it: anything is stored, and so perhaps what was there.
void contracting_store_scanned(struct contracting *c, struct term result) {
  uint32_t format = (uint32_t)routine_format(&c->routine);
  uint32_t next = c->routine.argument_count;
  struct format_conversion conversion;
  uint64_t length, plain, assigned = 0;
  const char *text = contracting_literal(c, format, &length);
  const char *at = text, *end = text + length;
  promise_count(c, result, count_assigned(text, length));
  while (format_next(&at, end, true, &plain, &conversion)) {
    if (conversion.kind == '%' || conversion.is_dropped || next >= c->count)
      continue;
    uint32_t i = next++;
    bool is_count = conversion.kind == 'n';
    assigned += !is_count;
    if (!is_number(&conversion, c->m.width) || !contracting_is_word(c, i))
      continue;
    unsigned width = (unsigned)format_stored(&conversion, c->m.width) * 8;
    if (is_count && !assigned)
      store_number(c, i, width);
    else
      store_if(c, result, assigned, i, width);
  }
}
