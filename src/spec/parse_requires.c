// Clauses that say what a caller has to see to.
#include "spec/parse.h"

#include <string.h>

struct word {
  const char *text;
  enum requirement_kind kind;
};

static const struct word words[] = {{"requires", REQUIRES_CONDITION},
                                    {"nonnull", REQUIRES_NONNULL},
                                    {"sized_by", REQUIRES_SIZE},
                                    {"terminated", REQUIRES_STRING},
                                    {"separate", REQUIRES_APART}};

const char *requirement_word(enum requirement_kind kind) {
  const char *found = "";
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i].kind == kind)
      found = words[i].text;
  return found;
}

// sized_by(p, n)
static void parse_size(struct parser *parser, struct requirement_syntax one,
                       struct requirement_syntax_vec *into) {
  one.value = parse_expression(parser);
  parse_need(parser, TOKEN_COMMA, "and how many elements it has");
  one.second = parse_expression(parser);
  requirement_syntax_vec_push(into, one);
}

// Each of them by itself.
static void parse_each(struct parser *parser, struct requirement_syntax one,
                       struct requirement_syntax_vec *into) {
  do {
    one.value = parse_expression(parser);
    requirement_syntax_vec_push(into, one);
  } while (parse_take(parser, TOKEN_COMMA));
}

// Each of them from all the others.
static void parse_apart(struct parser *parser, struct requirement_syntax one,
                        struct requirement_syntax_vec *into) {
  enum { MOST = 16 };
  const struct c_syntax *pointers[MOST];
  uint32_t count = 0;
  do {
    if (count == MOST)
      parse_error(parser, one.position, "`separate` of more than %d pointers",
                  MOST);
    else
      pointers[count++] = parse_expression(parser);
  } while (!parser->is_stuck && parse_take(parser, TOKEN_COMMA));
  if (count < 2)
    parse_error(parser, one.position, "`separate` needs two pointers");
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < i; k++) {
      one.value = pointers[k];
      one.second = pointers[i];
      requirement_syntax_vec_push(into, one);
    }
}

bool parse_requirement(struct parser *parser,
                       struct requirement_syntax_vec *into) {
  struct requirement_syntax one = {.position = parse_token(parser)->position};
  size_t i = 0;
  while (i < sizeof words / sizeof *words &&
         !parse_take_word(parser, words[i].text))
    i++;
  if (i == sizeof words / sizeof *words)
    return false;
  one.kind = words[i].kind;
  if (one.kind == REQUIRES_CONDITION) {
    one.value = parse_expression(parser);
    requirement_syntax_vec_push(into, one);
    return true;
  }
  parse_need(parser, TOKEN_OPEN, "before the pointer");
  if (one.kind == REQUIRES_SIZE)
    parse_size(parser, one, into);
  else if (one.kind == REQUIRES_APART)
    parse_apart(parser, one, into);
  else
    parse_each(parser, one, into);
  parse_need(parser, TOKEN_CLOSE, "at the end");
  return true;
}
