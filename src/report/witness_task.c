#include "report/witness_task.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *formula_of(const char *property) {
  static const char *const formulas[][2] = {
      {"no-overflow", "G ! overflow"},
      {"valid-deref", "G valid-deref"},
      {"valid-free", "G valid-free"},
      {"valid-memtrack", "G valid-memtrack"},
      {"valid-memcleanup", "G valid-memcleanup"},
      {"no-data-race", "G ! data-race"},
      {"termination", "F end"}};
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    if (!strcmp(property, formulas[i][0]))
      return formulas[i][1];
  return "G ! call(reach_error())";
}

void witness_task_property(const struct result *result, struct strbuf *out) {
  const char *property = !name_is_none(result->property)
                             ? name_text(result->names, result->property)
                         : result->rows.count ? result->rows.at[0].property
                                              : "";
  if (name_is_none(result->subject.property))
    strbuf_format(out, "CHECK( init(main()), LTL(%s) )", formula_of(property));
  else
    strbuf_add(out, name_text(result->names, result->subject.property));
}

void witness_task_time(struct strbuf *out) {
  const char *fixed = getenv("SOURCE_DATE_EPOCH");
  time_t now = fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
  struct tm parts;
  char text[32];
  gmtime_r(&now, &parts);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  strbuf_add(out, text);
}
