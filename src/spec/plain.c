#include "spec/plain.h"

#include <ctype.h>
#include <string.h>

struct parsing {
  struct plain *plain;
  const char *at;
  unsigned depth; // of brackets and operators: texts are not ours
};

enum { MOST_DEPTH = 500 };

static bool condition(struct parsing *p);

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static void skip_space(struct parsing *p) {
  while (*p->at && strchr(" \t\n", *p->at))
    p->at++;
}

static bool take(struct parsing *p, const char *text) {
  skip_space(p);
  size_t length = strlen(text);
  if (strncmp(p->at, text, length) != 0)
    return false;
  p->at += length;
  return true;
}

static size_t word_length(struct parsing *p) {
  skip_space(p);
  size_t length = 0;
  while (is_word(p->at[length]))
    length++;
  return length;
}

static bool is_one_of(const char *const *words, const char *at, size_t length) {
  for (; *words; words++)
    if (strlen(*words) == length && !strncmp(*words, at, length))
      return true;
  return false;
}

static const char *const types[] = {"int",   "unsigned", "signed",
                                    "char",  "long",     "short",
                                    "_Bool", "__int128", NULL};
static const char *const reserved[] = {
    "int",      "unsigned", "signed",   "char",     "long",   "short",
    "_Bool",    "__int128", "sizeof",   "_Alignof", "struct", "union",
    "enum",     "float",    "double",   "void",     "const",  "volatile",
    "_Generic", "typeof",   "alignof",  "return",   "goto",   "_Atomic",
    "_Complex", "if",       "else",     "while",    "for",    "do",
    "switch",   "case",     "default",  "break",    "extern", "continue",
    "static",   "register", "restrict", "inline",   "auto",   "typedef",
    "asm",      NULL};

// A basic type and the bracket behind it; otherwise nothing is taken.
static bool take_cast(struct parsing *p) {
  const char *start = p->at;
  bool has_type = false;
  if (!take(p, "("))
    return false;
  size_t length = word_length(p);
  while (is_one_of(types, p->at, length)) {
    p->at += length;
    has_type = true;
    length = word_length(p);
  }
  if (has_type && take(p, ")"))
    return true;
  p->at = start;
  return false;
}

// 12, 0x1F, 7UL; no floats.
static bool integer(struct parsing *p) {
  size_t length = word_length(p), digits = 0;
  bool is_hex = p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X');
  for (digits = is_hex ? 2 : 0; digits < length; digits++)
    if (!(is_hex ? isxdigit((unsigned char)p->at[digits])
                 : isdigit((unsigned char)p->at[digits])))
      break;
  for (size_t i = digits; i < length; i++)
    if (!strchr("uUlL", p->at[i]))
      return false;
  p->at += length;
  return digits > (is_hex ? 2u : 0u) && *p->at != '.';
}

static bool name(struct parsing *p, bool is_variable) {
  size_t length = word_length(p);
  if (!length || isdigit((unsigned char)*p->at) ||
      is_one_of(reserved, p->at, length))
    return false;
  if (p->at[0] == '_' && p->at[1] == '_') // the compiler's
    return false;
  if (is_variable && p->plain->name)
    p->plain->name(p->plain->context, p->at, length);
  p->at += length;
  return true;
}

static bool primary(struct parsing *p) {
  skip_space(p);
  if (take(p, "("))
    return condition(p) && take(p, ")");
  if (isdigit((unsigned char)*p->at))
    return integer(p);
  if (!name(p, true))
    return false;
  while (take(p, "."))
    if (!name(p, false))
      return false;
  return true;
}

static bool unary(struct parsing *p) {
  if (++p->depth > MOST_DEPTH)
    return false;
  skip_space(p);
  char sign = *p->at;
  bool ok;
  if (sign && strchr("!~-+", sign) && p->at[1] != '=' && p->at[1] != sign) {
    p->at++;
    p->plain->computes |= sign == '-';
    ok = unary(p);
  } else if (sign == '!' && p->at[1] == '!') {
    p->at++;
    ok = unary(p);
  } else {
    ok = take_cast(p) ? unary(p) : primary(p);
  }
  p->depth--;
  return ok;
}

// Does the next byte make it another operator: a shift, an assignment, an
// increment, `->`, a digraph?
static bool is_longer(char op, size_t length, char next) {
  if (next == '=')
    return true;
  return length == 1 &&
         ((next == op && strchr("<>|&+-", op)) || (op == '-' && next == '>') ||
          (op == '<' && (next == ':' || next == '%')));
}

// Precedence does not matter for what is allowed.
static bool take_operator(struct parsing *p) {
  static const char *const operators[] = {
      "||", "&&", "==", "!=", "<=", ">=", "<", ">",
      "|",  "^",  "&",  "+",  "-",  "*",  NULL};
  skip_space(p);
  for (const char *const *op = operators; *op; op++) {
    size_t length = strlen(*op);
    if (strncmp(p->at, *op, length) != 0)
      continue;
    const char *behind = p->at + length;
    if (is_longer(**op, length, *behind))
      return false;
    p->plain->computes |= strchr("+-*", **op) != NULL;
    p->at = behind;
    return true;
  }
  return false;
}

static bool condition(struct parsing *p) {
  if (++p->depth > MOST_DEPTH)
    return false;
  bool ok = unary(p);
  while (ok && take_operator(p))
    ok = unary(p);
  if (ok && take(p, "?"))
    ok = condition(p) && take(p, ":") && condition(p);
  p->depth--;
  return ok;
}

bool plain_read(struct plain *plain, const char *text) {
  struct parsing parsing = {.plain = plain, .at = text};
  plain->computes = false;
  bool ok = condition(&parsing);
  skip_space(&parsing);
  return ok && !*parsing.at;
}
