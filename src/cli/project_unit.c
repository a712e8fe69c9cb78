#include "cli/project_unit.h"

#include <string.h>

#include "base/exit_code.h"
#include "base/sha256.h"
#include "cli/session.h"
#include "library/routine.h"
#include "project/fingerprint.h"

void project_unit_release(struct project_unit *unit) {
  strbuf_release(&unit->key);
  strbuf_release(&unit->symbols);
  u32_vec_release(&unit->links);
}

// Everything that decides what the compiler makes of the unit, and where.
static void make_key(const struct options *options,
                     const struct project_unit *unit,
                     const struct fingerprint *fingerprint,
                     struct strbuf *key) {
  struct strbuf text = {0};
  strbuf_format(&text, "%s\n%s\n%d\n%s\n", unit->file,
                strbuf_text(&fingerprint->digest), options->bits,
                options->compiler);
  sha256_print(strbuf_text(&fingerprint->places), fingerprint->places.length,
               &text);
  strbuf_char(&text, '\n');
  for (uint32_t i = 0; i < unit->command->flags.count; i++)
    strbuf_format(&text, "%s\n", unit->command->flags.at[i]);
  for (uint32_t i = 0; i < options->compiler_args.count; i++)
    strbuf_format(&text, "%s\n", options->compiler_args.at[i]);
  sha256_print(strbuf_text(&text), text.length, key);
  strbuf_release(&text);
}

bool project_unit_key(const struct options *options,
                      const struct project_unit *unit, struct strbuf *key) {
  struct session session;
  struct strbuf text = {0};
  struct fingerprint fingerprint = {0};
  session_init(&session, options);
  bool ok = frontend_preprocess(&session.frontend, unit->command->file,
                                unit->command, &text);
  if (ok) {
    fingerprint_init(&fingerprint, strbuf_text(&text), text.length);
    make_key(options, unit, &fingerprint, key);
  }
  strbuf_release(&text);
  fingerprint_release(&fingerprint);
  session_release(&session);
  return ok;
}

void project_unit_complaint(const struct options *options,
                            const struct project_unit *unit,
                            struct strbuf *why) {
  struct session session;
  session_init(&session, options);
  frontend_complaint(&session.frontend, unit->command->file, unit->command,
                     why);
  session_release(&session);
}

// ---- Links ------------------------------------------------------------------

static void list_symbols(const struct program *program, struct strbuf *out) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    const char *name = name_text(program->names, procedure->name);
    if (procedure->kind != PROCEDURE_FUNCTION || procedure->is_internal)
      continue;
    char how = !procedure->is_defined      ? 'U'
               : procedure->is_replaceable ? 'W'
                                           : 'D';
    if (procedure->is_defined || !routine_row(name))
      strbuf_format(out, "%c %s\n", how, name);
  }
}

bool project_unit_symbols(const struct options *options,
                          const struct project_unit *unit,
                          struct strbuf *symbols) {
  struct session session;
  const char *file = unit->command->file;
  session_init(&session, options);
  bool ok = session_load(&session, &file, 1, NULL) == EXIT_TRUE;
  if (ok)
    list_symbols(session.program, symbols);
  session_release(&session);
  return ok;
}

// The first unit that has the name in this way, or the number of units.
static uint32_t find_symbol(const struct project_unit_vec *units, char how,
                            const char *name, size_t length) {
  struct strbuf line = {0};
  strbuf_format(&line, "%c ", how);
  strbuf_bytes(&line, name, length);
  strbuf_char(&line, '\n');
  uint32_t found = 0;
  for (; found < units->count; found++) {
    const char *symbols = strbuf_text(&units->at[found].symbols);
    const char *at = strstr(symbols, strbuf_text(&line));
    if (at && (at == symbols || at[-1] == '\n'))
      break;
  }
  strbuf_release(&line);
  return found;
}

// The unit that defines what another one needs, or whose definition takes the
// place of a weak one there; otherwise the number of units.
static uint32_t find_definition(const struct project_unit_vec *units, char how,
                                const char *name, size_t length) {
  uint32_t found =
      how == 'D' ? units->count : find_symbol(units, 'D', name, length);
  return found == units->count && how == 'U'
             ? find_symbol(units, 'W', name, length)
             : found;
}

// Adds those that define what one of the units needs.
static void add_links(const struct project_unit_vec *units,
                      const struct project_unit *from, struct u32_vec *links,
                      uint32_t most) {
  for (const char *at = strbuf_text(&from->symbols); *at;) {
    size_t length = strcspn(at, "\n");
    uint32_t found = links->count <= most
                         ? find_definition(units, *at, at + 2, length - 2)
                         : units->count;
    if (found < units->count && !u32_vec_has(links, found))
      u32_vec_push(links, found);
    at += length + (at[length] == '\n');
  }
}

void project_units_link(struct project_unit_vec *units, uint32_t most) {
  for (uint32_t i = 0; i < units->count; i++) {
    struct u32_vec *links = &units->at[i].links;
    u32_vec_push(links, i);
    for (uint32_t k = 0; most && k < links->count; k++)
      add_links(units, &units->at[links->at[k]], links, most);
  }
}
