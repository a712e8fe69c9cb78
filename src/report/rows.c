#include "report/rows.h"

#include <stdio.h>
#include <string.h>

enum { WIDEST_PLACE = 50, WIDEST_TEXT = 60 };

void row_print_place(const struct program *program,
                     const struct check_target *target, struct strbuf *out) {
  struct position position = target->position;
  if (!position_is_known(position)) {
    strbuf_format(
        out, "in %s",
        name_text(program->names,
                  program_procedure(program, target->procedure)->name));
    return;
  }
  strbuf_format(out, "%s:%u", name_text(program->names, position.file),
                position.line);
  bool is_operator =
      target->kind == TARGET_OVERFLOW || target->kind == TARGET_DIV0;
  if (is_operator && position.column)
    strbuf_format(out, ":%u", position.column);
}

void row_print(const struct program *program, const struct check_target *target,
               struct strbuf *out) {
  strbuf_format(out, "%s at ", name_text(program->names, target->text));
  row_print_place(program, target, out);
}

static int place_width(const struct program *program,
                       const struct check_target *target) {
  struct strbuf place = {0};
  row_print_place(program, target, &place);
  int width = (int)place.length;
  strbuf_release(&place);
  return width;
}

static int widest(int width, int so_far, int limit) {
  return width > so_far && width <= limit ? width : so_far;
}

static void print_row(const struct program *program,
                      const struct check_target *target, int place_column,
                      int text_column, struct strbuf *out) {
  struct strbuf place = {0};
  row_print_place(program, target, &place);
  strbuf_format(out, "%-*s  %-*s  %s", place_column, strbuf_text(&place),
                text_column, name_text(program->names, target->text),
                target_status_text(target->status));
  if (!name_is_none(target->reason))
    strbuf_format(out, " (%s)", name_text(program->names, target->reason));
  strbuf_char(out, '\n');
  strbuf_release(&place);
}

void rows_print(const struct program *program,
                const struct check_target_vec *targets, struct strbuf *out) {
  int place = 0, text = 0;
  for (uint32_t i = 0; i < targets->count; i++) {
    const struct check_target *target = &targets->at[i];
    place = widest(place_width(program, target), place, WIDEST_PLACE);
    text = widest((int)strlen(name_text(program->names, target->text)), text,
                  WIDEST_TEXT);
  }
  int digits = snprintf(NULL, 0, "%u", targets->count);
  for (uint32_t i = 0; i < targets->count; i++) {
    strbuf_format(out, "[%u]%*s ", i + 1,
                  digits - snprintf(NULL, 0, "%u", i + 1), "");
    print_row(program, &targets->at[i], place, text, out);
  }
}
