// Routines of the C library whose meaning is a term. Each takes a direct call
// and is false when that does not have the form it expects: then the call
// stays what it is. See library.def for the names.
#ifndef VOUCH_FRONTEND_FACTS_H
#define VOUCH_FRONTEND_FACTS_H

#include "frontend/internal.h"

bool facts_swap(struct body *body, LLVMValueRef call, const char *name);
bool facts_absolute(struct body *body, LLVMValueRef call, const char *name);
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

// A load from one of the tables behind the macros of ctype.h, at an index.
bool facts_load(struct body *body, LLVMValueRef load);

#endif
