#include "frontend/internal.h"

// Sums over elements stop here: wider values are not representable anyway.
enum { TOO_WIDE = BITS_MAX_WIDTH + 1 };

static unsigned scalar_width(const struct translator *translator,
                             LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
  case LLVMPointerTypeKind: return translator->program->pointer_width;
  case LLVMHalfTypeKind: return 16;
  case LLVMFloatTypeKind: return 32;
  case LLVMDoubleTypeKind: return 64;
  case LLVMX86_FP80TypeKind: return 80;
  case LLVMFP128TypeKind: return 128;
  default: return 0;
  }
}

bool type_is_vector(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind;
}

bool type_is_aggregate(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

unsigned type_element_count(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
  case LLVMArrayTypeKind: {
    uint64_t length = LLVMGetArrayLength2(type);
    return length > UINT32_MAX ? UINT32_MAX : (unsigned)length;
  }
  case LLVMVectorTypeKind: return LLVMGetVectorSize(type);
  default: return 0;
  }
}

LLVMTypeRef type_element(LLVMTypeRef type, unsigned index) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind
             ? LLVMStructGetTypeAtIndex(type, index)
             : LLVMGetElementType(type);
}

unsigned type_element_low(const struct translator *translator, LLVMTypeRef type,
                          unsigned index) {
  unsigned low = 0;
  for (unsigned i = 0; i < index && low < TOO_WIDE; i++)
    low += type_width(translator, type_element(type, i));
  return low;
}

uint64_t type_element_offset(const struct translator *translator,
                             LLVMTypeRef type, unsigned index) {
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
    return LLVMOffsetOfElement(translator->layout, type, index);
  return index * type_size(translator, LLVMGetElementType(type));
}

unsigned type_width(const struct translator *translator, LLVMTypeRef type) {
  if (!type_is_vector(type) && !type_is_aggregate(type)) {
    unsigned width = scalar_width(translator, type);
    return width <= BITS_MAX_WIDTH ? width : 0;
  }
  unsigned count = type_element_count(type), sum = 0;
  for (unsigned i = 0; i < count; i++) {
    unsigned width = type_width(translator, type_element(type, i));
    sum += width;
    if (!width || sum > BITS_MAX_WIDTH)
      return 0;
  }
  return sum;
}

bool type_sort(const struct translator *translator, LLVMTypeRef type,
               struct sort *sort) {
  unsigned width = type_width(translator, type);
  bool is_bool = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && width == 1;
  *sort = is_bool ? sort_bool() : sort_bits(width);
  return width != 0;
}

bool type_is_number(const struct translator *translator, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) == translator->program->pointer_width;
}

uint64_t type_size(const struct translator *translator, LLVMTypeRef type) {
  return LLVMTypeIsSized(type) ? LLVMABISizeOfType(translator->layout, type)
                               : 0;
}

struct term bits_of(struct term_table *terms, struct term t) {
  return sort_is_bool(term_sort(terms, t)) ? term_from_bool(terms, 1, t) : t;
}

struct term bits_to_type(struct term_table *terms, LLVMTypeRef type,
                         struct term t) {
  bool is_bool = LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
                 LLVMGetIntTypeWidth(type) == 1;
  return is_bool ? term_nonzero(terms, t) : t;
}
