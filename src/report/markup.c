#include "report/markup.h"

void markup_escape(const char *text, struct strbuf *out) {
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '<')
      strbuf_add(out, "&lt;");
    else if (c == '>')
      strbuf_add(out, "&gt;");
    else if (c == '&')
      strbuf_add(out, "&amp;");
    else if (c == '"')
      strbuf_add(out, "&quot;");
    else
      strbuf_char(out, (c < ' ' && c != '\n' && c != '\t') || c >= 0x7f
                           ? '?'
                           : (char)c);
  }
}

void markup_attribute(const char *name, const char *text, struct strbuf *out) {
  strbuf_format(out, " %s=\"", name);
  markup_escape(text, out);
  strbuf_char(out, '"');
}
