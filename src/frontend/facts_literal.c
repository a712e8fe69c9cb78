// Calls whose arguments are literals and constants: what they give is computed
// here, by the library itself.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "frontend/facts.h"

char *facts_text_of(LLVMValueRef value) {
  if (!LLVMIsAGlobalVariable(value) || !LLVMIsGlobalConstant(value) ||
      LLVMIsDeclaration(value))
    return NULL;
  LLVMValueRef initial = LLVMGetInitializer(value);
  if (LLVMIsAConstantAggregateZero(initial))
    return strdup("");
  if (!LLVMIsAConstantDataSequential(initial) || !LLVMIsConstantString(initial))
    return NULL;
  size_t length;
  const char *text = LLVMGetAsString(initial, &length);
  if (!length || text[length - 1] || strlen(text) != length - 1)
    return NULL;
  return strdup(text);
}

// Strings

static bool number_of(const char *name, const char *a, const char *b,
                      uint64_t *result) {
  if (!strcmp(name, "strspn"))
    *result = strspn(a, b);
  else if (!strcmp(name, "strcspn"))
    *result = strcspn(a, b);
  else // which number tells the order nobody says
    *result = strcasecmp(a, b) != 0;
  return strcmp(name, "strcasecmp") || !*result;
}

static const char *place_of(const char *name, const char *a, const char *b) {
  return !strcmp(name, "strstr") ? strstr(a, b) : strpbrk(a, b);
}

static void define_place(struct body *body, LLVMValueRef call, const char *text,
                         const char *found) {
  struct term start = register_operand(body, LLVMGetOperand(call, 0));
  struct term offset =
      body_pointer_const(body, found ? (uint64_t)(found - text) : 0);
  register_define_plain(body, call,
                        found ? term_add(body->terms, start, offset)
                              : body_pointer_const(body, 0));
}

// Two texts.
bool facts_texts(struct body *body, LLVMValueRef call, const char *name) {
  if (LLVMGetNumArgOperands(call) != 2)
    return false;
  char *a = facts_text_of(LLVMGetOperand(call, 0));
  char *b = facts_text_of(LLVMGetOperand(call, 1));
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
  uint64_t number;
  bool ok = false;
  if (a && b && kind == LLVMPointerTypeKind) {
    define_place(body, call, a, place_of(name, a, b));
    ok = true;
  } else if (a && b && kind == LLVMIntegerTypeKind &&
             number_of(name, a, b, &number)) {
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(call));
    register_define_plain(body, call, term_const(body->terms, width, number));
    ok = true;
  }
  free(a);
  free(b);
  return ok;
}

// A text and a character.
bool facts_character(struct body *body, LLVMValueRef call, const char *name) {
  if (LLVMGetNumArgOperands(call) != 2 ||
      LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind ||
      !LLVMIsAConstantInt(LLVMGetOperand(call, 1)))
    return false;
  char *text = facts_text_of(LLVMGetOperand(call, 0));
  if (!text)
    return false;
  int c = (char)LLVMConstIntGetSExtValue(LLVMGetOperand(call, 1));
  const char *found = strrchr(text, c);
  if (!strcmp(name, "strchrnul")) {
    found = strchr(text, c);
    found = found ? found : text + strlen(text);
  }
  define_place(body, call, text, found);
  free(text);
  return true;
}

// Floating point: what is exact.

struct exact {
  const char *name;
  double (*one)(double); // of one number, or else of two
  double (*two)(double, double);
};

static const struct exact *find_exact(const char *name) {
  static const struct exact known[] = {
      {"floor", floor, NULL}, {"ceil", ceil, NULL}, {"trunc", trunc, NULL},
      {"round", round, NULL}, {"sqrt", sqrt, NULL}, {"fmod", NULL, fmod},
      {"fmin", NULL, fmin},   {"fmax", NULL, fmax}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i].name, name))
      return &known[i];
  return NULL;
}

// How a root is rounded the program may have changed, and the sign of a zero of
// two the library chooses.
static bool compute(const struct exact *exact, const double *numbers,
                    double *result) {
  double a = numbers[0], b = numbers[1];
  *result = exact->one ? exact->one(a) : exact->two(a, b);
  bool is_rounded = exact->one == sqrt && *result * *result != a;
  bool is_zero = exact->two && a == 0 && b == 0;
  return !isnan(*result) && !is_rounded && !is_zero;
}

// Numbers of type double, not of others.
bool facts_float(struct body *body, LLVMValueRef call, const char *name) {
  double numbers[2] = {0}, result;
  const struct exact *exact = find_exact(name);
  unsigned count = LLVMGetNumArgOperands(call);
  LLVMBool loses;
  if (!exact || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMDoubleTypeKind ||
      count != (exact->one ? 1 : 2))
    return false;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (!LLVMIsAConstantFP(argument))
      return false;
    numbers[i] = LLVMConstRealGetDouble(argument, &loses);
  }
  if (!compute(exact, numbers, &result))
    return false;
  uint64_t bits;
  memcpy(&bits, &result, sizeof bits);
  register_define_plain(body, call, term_const(body->terms, 64, bits));
  return true;
}
