#include "evidence/ledger.h"

void ledger_add(struct ledger *ledger, struct interner *names,
                enum ledger_section section, const char *text) {
  struct ledger_line line = {section, intern(names, text)};
  for (uint32_t i = 0; i < ledger->count; i++)
    if (ledger->at[i].section == section &&
        name_equal(ledger->at[i].text, line.text))
      return;
  ledger_push(ledger, line);
}

void ledger_add_names(struct ledger *ledger, struct interner *names,
                      enum ledger_section section, const char *before,
                      const struct name_vec *list, const char *after) {
  enum { SHOWN_NAMES = 8 };
  if (!list->count)
    return;
  struct strbuf line = {0};
  strbuf_add(&line, before);
  for (uint32_t i = 0; i < list->count && i < SHOWN_NAMES; i++)
    strbuf_format(&line, "%s%s", i ? ", " : "", name_text(names, list->at[i]));
  if (list->count > SHOWN_NAMES)
    strbuf_format(&line, " and %u more", list->count - SHOWN_NAMES);
  strbuf_add(&line, after);
  ledger_add(ledger, names, section, strbuf_text(&line));
  strbuf_release(&line);
}

const char *ledger_section_name(enum ledger_section section) {
  static const char *const names[] = {[LEDGER_CHECKED] = "checked",
                                      [LEDGER_ASSUMED] = "assumed",
                                      [LEDGER_DEFAULTED] = "defaulted",
                                      [LEDGER_NOT_CHECKED] = "not checked"};
  return names[section];
}
