// How text for people is printed: with colour, or without; steps that say
// nothing new folded, or all of them.
#ifndef VOUCH_REPORT_STYLE_H
#define VOUCH_REPORT_STYLE_H

#include <stdbool.h>

#include "base/strbuf.h"

enum paint {
  PAINT_GOOD,  // what holds
  PAINT_BAD,   // what is wrong
  PAINT_DOUBT, // what is not known
  PAINT_FAINT, // what stands around: positions, folds
  PAINT_VALUE  // what changed
};

struct text_style {
  bool is_coloured;
  bool is_unfolded;
};

// Appends the text in the colour, if there is colour.
void paint(struct text_style style, enum paint how, const char *text,
           struct strbuf *out);
// The same of what is appended between the two.
void paint_begin(struct text_style style, enum paint how, struct strbuf *out);
void paint_end(struct text_style style, struct strbuf *out);

#endif
