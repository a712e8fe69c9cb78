// Searching in strings, and taking them apart at separators.
#include "memory/models.h"

enum { LARGEST_SET = 32 };

static struct term none(const struct modelling *m) {
  return modelling_number(m, m->width, 0);
}

static struct term address_of(const struct modelling *m, struct term base,
                              struct variable i) {
  return term_add(m->terms, base, modelling_term_of(m, i));
}

// Sets of characters, given as strings

static struct term is_of_literal(const struct modelling *m, const char *set,
                                 uint64_t length, struct term byte) {
  struct term result = term_false(m->terms);
  for (uint64_t i = 0; i < length; i++) {
    struct term one = modelling_number(m, 8, (unsigned char)set[i]);
    result = term_or(m->terms, result, term_eq(m->terms, byte, one));
  }
  return result;
}

// Where the byte is of the set; afterwards we are where it is not.
static struct location_id branch_among(struct modelling *m, struct term set,
                                       struct term byte) {
  uint64_t length;
  const char *literal = modelling_literal(m, set, &length);
  if (literal && length <= LARGEST_SET)
    return modelling_branch(m, is_of_literal(m, literal, length, byte));
  struct variable i = modelling_new_counter(m, "k");
  struct location_id head = m->here;
  struct term other = modelling_byte_at(m, set, i, "separator");
  struct location_id end = modelling_branch(m, modelling_is_zero(m, other));
  struct location_id found =
      modelling_branch(m, term_eq(m->terms, other, byte));
  modelling_increment(m, i);
  modelling_go_to(m, head);
  m->here = end;
  return found;
}

// Routines

void model_strrchr(struct modelling *m) {
  struct term text = modelling_argument(m, 0);
  modelling_check_string(m, text);
  struct variable last = modelling_new_counter(m, "last");
  struct variable i = modelling_new_counter(m, "i");
  struct location_id head = m->here;
  struct term byte = modelling_byte_at(m, text, i, "byte");
  struct term is_it =
      term_eq(m->terms, byte, modelling_low_byte(m, modelling_argument(m, 1)));
  modelling_set(m, last,
                term_ite(m->terms, is_it, address_of(m, text, i),
                         modelling_term_of(m, last)));
  modelling_give_if(m, modelling_is_zero(m, byte), modelling_term_of(m, last));
  modelling_increment(m, i);
  modelling_go_to(m, head);
}

enum span { SPAN_OF, SPAN_WITHOUT, SPAN_TO };

static void model_span(struct modelling *m, enum span span) {
  struct term text = modelling_argument(m, 0), set = modelling_argument(m, 1);
  modelling_check_string(m, text);
  modelling_check_string(m, set);
  struct variable i = modelling_new_counter(m, "i");
  struct term here =
      span == SPAN_TO ? address_of(m, text, i) : modelling_term_of(m, i);
  struct location_id head = m->here;
  struct term byte = modelling_byte_at(m, text, i, "byte");
  modelling_give_if(m, modelling_is_zero(m, byte),
                    span == SPAN_TO ? none(m) : here);
  struct location_id inside = branch_among(m, set, byte), outside = m->here;
  m->here = span == SPAN_OF ? outside : inside;
  modelling_give(m, here);
  m->here = span == SPAN_OF ? inside : outside;
  modelling_increment(m, i);
  modelling_go_to(m, head);
}

void model_strspn(struct modelling *m) {
  model_span(m, SPAN_OF);
}
void model_strcspn(struct modelling *m) {
  model_span(m, SPAN_WITHOUT);
}
void model_strpbrk(struct modelling *m) {
  model_span(m, SPAN_TO);
}

// Where the text ends first, what comes later in it is too short as well.
void model_strstr(struct modelling *m) {
  struct term text = modelling_argument(m, 0), part = modelling_argument(m, 1);
  modelling_check_string(m, text);
  modelling_check_string(m, part);
  struct variable i = modelling_new_counter(m, "i");
  struct location_id head = m->here;
  struct term from = address_of(m, text, i);
  struct variable k = modelling_new_counter(m, "k");
  struct location_id next = m->here;
  struct term wanted = modelling_byte_at(m, part, k, "wanted");
  modelling_give_if(m, modelling_is_zero(m, wanted), from);
  struct term byte = modelling_byte_at(m, from, k, "byte");
  modelling_give_if(m, modelling_is_zero(m, byte), none(m));
  struct location_id same =
      modelling_branch(m, term_eq(m->terms, byte, wanted));
  modelling_increment(m, i);
  modelling_go_to(m, head);
  m->here = same;
  modelling_increment(m, k);
  modelling_go_to(m, next);
}

// Tokens

struct tokens {
  struct term text, separators, saved; // saved: where the rest is kept
  struct variable at;
};

static void give_token(struct modelling *m, const struct tokens *tokens,
                       struct location_id here, struct term rest,
                       struct term token) {
  struct location_id back = m->here;
  m->here = here;
  modelling_store(m, tokens->saved, rest);
  modelling_give(m, token);
  m->here = back;
}

// The string that is taken apart: the one that was given, or the rest of the
// last one.
static struct term take_up(struct modelling *m, struct term saved) {
  struct variable text =
      modelling_new_variable(m, VARIABLE_LOCAL, "text", sort_bits(m->width));
  struct term given = modelling_argument(m, 0);
  struct location_id end = modelling_new_location(m);
  struct location_id again =
      modelling_branch(m, term_eq(m->terms, given, none(m)));
  modelling_set(m, text, given);
  modelling_go_to(m, end);
  m->here = again;
  modelling_load(m, text, saved);
  modelling_go_to(m, end);
  m->here = end;
  return modelling_term_of(m, text);
}

// To the first byte that is no separator.
static void skip_separators(struct modelling *m, const struct tokens *tokens) {
  struct location_id head = m->here;
  struct term here = address_of(m, tokens->text, tokens->at);
  struct term byte = modelling_byte_at(m, tokens->text, tokens->at, "byte");
  give_token(m, tokens, modelling_branch(m, modelling_is_zero(m, byte)), here,
             none(m));
  struct location_id more = branch_among(m, tokens->separators, byte);
  struct location_id rest = m->here;
  m->here = more;
  modelling_increment(m, tokens->at);
  modelling_go_to(m, head);
  m->here = rest;
}

// To the next one, which ends the token.
static void give_next(struct modelling *m, const struct tokens *tokens) {
  struct variable token =
      modelling_new_variable(m, VARIABLE_LOCAL, "token", sort_bits(m->width));
  struct term here = address_of(m, tokens->text, tokens->at);
  struct term behind =
      term_add(m->terms, here, modelling_number(m, m->width, 1));
  modelling_set(m, token, here);
  struct location_id head = m->here;
  struct term byte = modelling_byte_at(m, tokens->text, tokens->at, "byte");
  struct term result = modelling_term_of(m, token);
  give_token(m, tokens, modelling_branch(m, modelling_is_zero(m, byte)), here,
             result);
  struct location_id end = branch_among(m, tokens->separators, byte);
  modelling_increment(m, tokens->at);
  modelling_go_to(m, head);
  m->here = end;
  modelling_store(m, here, modelling_number(m, 8, 0));
  give_token(m, tokens, m->here, behind, result);
}

void model_strtok_r(struct modelling *m) {
  struct tokens tokens = {.separators = modelling_argument(m, 1),
                          .saved = modelling_argument(m, 2)};
  tokens.text = take_up(m, tokens.saved);
  tokens.at = modelling_new_counter(m, "i");
  skip_separators(m, &tokens);
  give_next(m, &tokens);
}
