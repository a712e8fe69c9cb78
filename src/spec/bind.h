// Reading C with the program's names and types: what the files of this folder
// share about it.
#ifndef VOUCH_SPEC_BIND_H
#define VOUCH_SPEC_BIND_H

#include "spec/spec.h"

// How an expression is read.
struct binding_context {
  struct spec *spec;
  struct spec_scope *scope;  // may grow
  bool only_constants;       // no globals, parameters or memory
  bool has_result;           // $ may be used
  const char *result_reason; // why not, for the message
  bool reads_later;          // memory is read at the return
  bool reads_old;            // inside old()
  bool is_quiet;             // an unknown name is no error but UNKNOWN
  bool is_unknown;           // set when an UNKNOWN was met
  bool has_failed;           // set after an error
  bool takes_locals;         // of the functions that are checked (locals.c)
  bool is_argument;          // $ is the argument `argument`, not the result
  uint32_t argument;         //
  const struct component_syntax *component; // its argument names are parameters
  struct name object;    // a name for one of the places, before all others
  struct term object_is; //
};

// The value of an expression. Without an error the term is of sort bits with
// the width of the type, or a Boolean for comparisons.
struct c_value {
  struct term term;
  struct ctype type;
  bool is_lvalue;           // then `address` or `variable` says where
  struct term address;      //
  struct variable variable; //
  struct ctype array;       // of an array, whose address this is; or none
  bool is_constant;         // an integer constant expression
};

// A value as bits of its type, as a truth value, and converted to another type
// as by assignment.
struct c_value bind_expression(struct binding_context *context,
                               const struct c_syntax *c);
struct term bind_truth(struct binding_context *context,
                       const struct c_syntax *c);
struct term bind_bits(struct spec *spec, const struct c_value *value);
struct term bind_convert(struct spec *spec, const struct c_value *value,
                         struct ctype type);
// A pattern as a condition on the place: itself if it mentions $, otherwise
// that the place equals it, as C compares.
struct term bind_pattern(struct binding_context *context,
                         const struct spec_place *place,
                         const struct c_syntax *c);

// Does the value of a constant survive the conversion to the type?
bool bind_fits(struct spec *spec, const struct c_value *value,
               struct ctype type);
// The value of a constant as text, as C reads its type.
void bind_print_value(const struct spec *spec, struct ctype type, u128 value,
                      struct strbuf *out);

// Types

// Unknown, after a complaint, when nothing explains a name.
struct ctype bind_type(struct binding_context *context,
                       const struct c_type_syntax *type);
bool bind_names_type(struct spec *spec, struct name name); // a typedef
struct ctype bind_basic(struct spec *spec, const char *name);
struct ctype bind_pointer_to(struct spec *spec, struct ctype target);
// Do a and b agree as far as known: same shape, sizes, signs and tags?
bool bind_types_agree(const struct spec *spec, struct ctype a, struct ctype b);
// The C type of a function of the program: its own, or the declared one.
struct ctype bind_function_type(const struct spec *spec,
                                const struct procedure *procedure);
bool bind_is_scalar(const struct spec *spec, struct ctype type);
const struct declaration *bind_declaration(const struct spec *spec,
                                           struct name text);

// Inside bind.c and bind_name.c

struct c_value c_value_of(struct term term, struct ctype type);
struct c_value c_value_int(struct binding_context *context, int value);
// Reports the first mistake of an expression; the others may follow from it.
struct c_value bind_fail(struct binding_context *context,
                         struct position position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct ctype bind_integer(struct binding_context *context, uint64_t width,
                          bool is_signed);
// What lies at an address: scalars are read, records are left where they are,
// arrays become pointers to their first element.
struct c_value bind_at_address(struct binding_context *context,
                               const struct c_syntax *c, struct term address,
                               struct ctype type);
struct c_value bind_name(struct binding_context *context,
                         const struct c_syntax *c);
bool bind_local(struct binding_context *context, const struct c_syntax *c,
                struct c_value *value);
struct c_value bind_result(struct binding_context *context,
                           const struct c_syntax *c);
struct c_value bind_argument(struct binding_context *context,
                             const struct c_syntax *c);
// For conditions about the entry of a procedure; why they cannot speak of its
// result is what a complaint says.
struct binding_context bind_at_entry(struct spec *spec, struct spec_proc *proc,
                                     const char *result_reason);
// The global object or function of that name, or none.
struct object_id bind_find_object(const struct spec *spec, struct name name);
// Is it the name of a global variable, object or function?
bool bind_names_global(const struct spec *spec, struct name name);

// Places

struct spec_place *scope_add(struct spec *spec, struct spec_scope *scope,
                             enum place_kind kind, struct name text,
                             struct ctype type);
// Parameters and result of a function type, under the given names (may be
// null). The procedure, if there is one, says how they are passed.
void scope_add_function(struct spec *spec, struct spec_scope *scope,
                        struct procedure_id procedure, struct ctype type,
                        const struct c_parameter *names, uint32_t name_count);

// The names for term_print_c: places by their text, the rest by the program.
struct scope_names {
  const struct spec *spec;
  const struct spec_scope *scope;
};
void scope_print_term(const struct spec *spec, const struct spec_scope *scope,
                      struct term t, struct strbuf *out);

#endif
