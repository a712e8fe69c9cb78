// C types as the user wrote them: for names, signs and layouts in everything
// we show, and for finding the field that a byte offset means. The meaning of
// the program does not depend on them; that is in the terms.
//
// A type is a handle into a table. Named records are created empty and filled
// later, so recursive types are no problem. Typedefs and qualifiers are nodes
// of their own: ctype_strip looks through them.
#ifndef VOUCH_PROGRAM_CTYPE_H
#define VOUCH_PROGRAM_CTYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "term/bits.h"

struct ctype {
  uint32_t id; // 0: unknown
};

VEC_DEFINE(ctype_vec, struct ctype);

enum ctype_kind {
  CTYPE_UNKNOWN,
  CTYPE_VOID,
  CTYPE_BOOL,
  CTYPE_INT, // char and friends included
  CTYPE_FLOAT,
  CTYPE_ENUM,
  CTYPE_POINTER,
  CTYPE_ARRAY,
  CTYPE_STRUCT,
  CTYPE_UNION,
  CTYPE_FUNCTION,
  CTYPE_TYPEDEF,
  CTYPE_QUALIFIED // const, volatile, restrict, _Atomic
};

struct cfield {
  struct name name; // none for an anonymous member
  struct ctype type;
  uint64_t bit_offset;
  uint64_t bit_size;
  bool is_bit_field;
  struct name counted_by; // the field that says how many elements this one has,
                          // by an attribute; or none
};

struct cenumerator {
  struct name name;
  u128 value; // sign-extended to 128 bits
};

struct ctype_info {
  enum ctype_kind kind;
  struct name name;      // tag, typedef name, qualifier or basic type's name
  uint64_t bit_size;     // 0 when incomplete
  bool is_signed;        // integers and enumerations
  struct ctype target;   // pointee, element, aliased or returned type
  uint64_t count;        // of array elements; 0 for unknown or flexible
  struct cfield *fields; // records; owned by the table
  uint32_t field_count;
  struct cenumerator *enumerators;
  uint32_t enumerator_count;
  struct ctype *parameters; // functions
  uint32_t parameter_count;
  bool is_variadic;
};

struct ctype_table; // opaque

struct ctype_table *ctype_table_new(struct interner *names);
void ctype_table_free(struct ctype_table *types);

// Adds a type; the arrays in `info` are copied. Types are not hash-consed:
// whoever adds them keeps a map from what they were made of.
struct ctype ctype_add(struct ctype_table *types, struct ctype_info info);
// Replaces the info of a type that was added before its parts were known.
void ctype_fill(struct ctype_table *types, struct ctype type,
                struct ctype_info info);

// Types are 1 .. count-1.
uint32_t ctype_count(const struct ctype_table *types);
const struct ctype_info *ctype_info(const struct ctype_table *types,
                                    struct ctype type); // never null
struct ctype ctype_strip(const struct ctype_table *types, struct ctype type);
// The info of the stripped type.
const struct ctype_info *ctype_bare(const struct ctype_table *types,
                                    struct ctype type);
// Of objects of that type, or of the elements of an array: are they volatile?
bool ctype_is_volatile(const struct ctype_table *types, struct ctype type);
// The text of a tag, a field or an enumerator.
const char *ctype_name_text(const struct ctype_table *types, struct name name);
// Of a structure or union that is only declared: what another unit defines under
// that name, if that is one thing. Otherwise the type itself.
struct ctype ctype_completed(const struct ctype_table *types,
                             struct ctype type);
bool ctype_is_record(const struct ctype_table *types, struct ctype type);
bool ctype_is_signed(const struct ctype_table *types, struct ctype type);
// The enumerator of an enumeration with this value (of the type's width), or
// no name.
struct name ctype_enumerator(const struct ctype_table *types, struct ctype type,
                             u128 value);

// Appends a declaration of `declarator` (may be empty): "int (*f)(char)".
void ctype_print(const struct ctype_table *types, struct ctype type,
                 const char *declarator, struct strbuf *out);

// Appends the path inside a value of the type that selects what lies at the
// byte offset and has the byte size (0: the innermost): ".hdr.len", "[3].x".
// *found is the type of what was selected. Returns false, appending nothing,
// when no member fits.
bool ctype_path(const struct ctype_table *types, struct ctype type,
                uint64_t offset, uint64_t size, struct strbuf *out,
                struct ctype *found);
// The bit-field that begins at this bit of a value of the type, and the path to
// it as above; or null, and nothing.
const struct cfield *ctype_bit_field(const struct ctype_table *types,
                                     struct ctype type, uint64_t bit,
                                     struct strbuf *out);
// What begins at the byte offset of a value of the type and is no aggregate;
// none if nothing does, or it is a bit-field or in a union.
struct ctype ctype_leaf(const struct ctype_table *types, struct ctype type,
                        uint64_t offset);
// What divides the address of every object of the type, in bytes, at most
// `word`: 1 when nothing is known, and for structs that are seen to be packed.
uint64_t ctype_alignment(const struct ctype_table *types, struct ctype type,
                         uint64_t word);

#endif
