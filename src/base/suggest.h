// "Did you mean ...?": the known word nearest to one that was mistyped.
//
//   struct suggestion suggestion = suggestion_for("--functoin");
//   suggestion_offer(&suggestion, "--function");  // and all the others
//   if (suggestion.best) ...
//
// Of words equally near, the one offered first wins.
#ifndef VOUCH_BASE_SUGGEST_H
#define VOUCH_BASE_SUGGEST_H

#include <stdint.h>

struct suggestion {
  const char *wanted;
  const char *best;  // null while nothing near enough was offered
  uint32_t distance; // a word must be nearer than this to be the best
};

struct suggestion suggestion_for(const char *wanted);
void suggestion_offer(struct suggestion *suggestion, const char *word);

// The least number of characters to insert, delete, replace, or swap with
// their neighbour that turns one word into the other (optimal string
// alignment).
uint32_t edit_distance(const char *a, const char *b);

#endif
