// Routines of the C library whose meaning is a term. Each takes a direct call
// and is false when that does not have the form it expects: then the call
// stays what it is. See library.def for the names.
#ifndef VOUCH_FRONTEND_FACTS_H
#define VOUCH_FRONTEND_FACTS_H

#include "frontend/internal.h"
#include "library/routine.h"

bool facts_swap(struct body *body, LLVMValueRef call, const char *name);
bool facts_absolute(struct body *body, LLVMValueRef call, const char *name);
bool facts_first_bit(struct body *body, LLVMValueRef call, const char *name);
bool facts_divide(struct body *body, LLVMValueRef call, const char *name);
bool facts_class(struct body *body, LLVMValueRef call, const char *name);
bool facts_wide_class(struct body *body, LLVMValueRef call, const char *name);
bool facts_upper(struct body *body, LLVMValueRef call, const char *name);
bool facts_lower(struct body *body, LLVMValueRef call, const char *name);
bool facts_is_ascii(struct body *body, LLVMValueRef call, const char *name);
bool facts_to_ascii(struct body *body, LLVMValueRef call, const char *name);
bool facts_table(struct body *body, LLVMValueRef call, const char *name);
bool facts_nan(struct body *body, LLVMValueRef call, const char *name);
bool facts_convert(struct body *body, LLVMValueRef call, const char *name);
bool facts_parse(struct body *body, LLVMValueRef call, const char *name);
bool facts_texts(struct body *body, LLVMValueRef call, const char *name);
bool facts_character(struct body *body, LLVMValueRef call, const char *name);
bool facts_float(struct body *body, LLVMValueRef call, const char *name);

// The text of a string literal without zeros inside, or null; to be freed.
char *facts_text_of(LLVMValueRef value);

// A load from one of the tables behind the macros of ctype.h, at an index.
bool facts_load(struct body *body, LLVMValueRef load);

// What the table of the library says of a result is assumed after the call.
// What it says of arguments has to be kept before the call, which may change
// them.
struct facts_before {
  struct term size;  // an argument that bounds the result, or none
  struct term fails; // a descriptor among the arguments is negative
};
struct facts_before facts_before(struct body *body,
                                 const struct routine *routine,
                                 const struct operation *call);
void facts_assume_range(struct body *body, const struct routine *routine,
                        const struct operation *call,
                        struct facts_before before);

#endif
