#include "report/style.h"

static const char *code(enum paint how) {
  switch (how) {
  case PAINT_GOOD: return "\033[32m";
  case PAINT_BAD: return "\033[1;31m";
  case PAINT_DOUBT: return "\033[33m";
  case PAINT_FAINT: return "\033[2m";
  case PAINT_VALUE: return "\033[36m";
  }
  return "";
}

void paint_begin(struct text_style style, enum paint how, struct strbuf *out) {
  if (style.is_coloured)
    strbuf_add(out, code(how));
}

void paint_end(struct text_style style, struct strbuf *out) {
  if (style.is_coloured)
    strbuf_add(out, "\033[0m");
}

void paint(struct text_style style, enum paint how, const char *text,
           struct strbuf *out) {
  paint_begin(style, how, out);
  strbuf_add(out, text);
  paint_end(style, out);
}
