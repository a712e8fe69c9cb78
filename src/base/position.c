#include "base/position.h"

void position_print(const struct interner *names, struct position position,
                    struct strbuf *out) {
  if (!name_is_none(position.file))
    strbuf_add(out, name_text(names, position.file));
  else
    strbuf_char(out, '?');
  if (position.line)
    strbuf_format(out, ":%u", position.line);
  if (position.line && position.column)
    strbuf_format(out, ":%u", position.column);
}
