// What the words of reports mean, and what to try: one row of explanation.def
// each. The first row whose word is in a text explains the text, so that narrow
// rows come before wide ones.
#ifndef VOUCH_REPORT_EXPLANATION_H
#define VOUCH_REPORT_EXPLANATION_H

struct explanation {
  const char *word;
  const char *meaning;
  const char *advice; // may be empty
};

// All of them; the last one has no word.
extern const struct explanation explanations[];

// What explains a text that has the word of a row; NULL if there is none.
const struct explanation *explanation_of(const char *text);
// The same, also for a text that is a part of the word.
const struct explanation *explanation_about(const char *text);

#endif
