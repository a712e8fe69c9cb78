// The actions of labelled transition systems, interned.
//
// One table is shared by all systems that are composed or compared, so that
// equal names are equal handles. Handles count up from 1 in order of arrival;
// 0 means none. tau, the silent action, is always action 1: it is in no
// alphabet and never synchronises.
//
// A return is an action like any other. The specification layer interns it
// under its text (`return{0}`, `client.return{$ < 0}`) and attaches the term
// of the value or condition as the payload, which nothing here interprets.
#ifndef VOUCH_LTS_ACTION_H
#define VOUCH_LTS_ACTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct action {
  uint32_t id;
};

enum { ACTION_TAU = 1 };

static const struct action action_tau = {ACTION_TAU};

enum action_kind {
  ACTION_PLAIN,
  ACTION_RETURN, // of a procedure: carries a value or a condition
};

struct action_table; // opaque

// Life cycle
struct action_table *action_table_new(void); // knows tau
void action_table_free(struct action_table *table);

// Queries
uint32_t action_count(const struct action_table *table); // handles 1 .. count
const char *action_text(const struct action_table *table, struct action action);
enum action_kind action_kind_of(const struct action_table *table,
                                struct action action);
uint32_t action_payload(const struct action_table *table, struct action action);
// The action of that name, or none if it was never interned.
struct action action_find(const struct action_table *table, const char *text);
// ranks[a.id] orders the actions by text, tau first; the caller frees it.
uint32_t *action_ranks(const struct action_table *table);

// Updates
// The name `tau` is tau. The empty name is not an action.
struct action action_intern(struct action_table *table, const char *text);
struct action action_intern_bytes(struct action_table *table, const char *text,
                                  size_t length);
struct action action_intern_return(struct action_table *table, const char *text,
                                   uint32_t payload);

static inline bool action_equal(struct action a, struct action b) {
  return a.id == b.id;
}
static inline bool action_is_none(struct action action) {
  return action.id == 0;
}
static inline bool action_is_tau(struct action action) {
  return action.id == ACTION_TAU;
}

#endif
