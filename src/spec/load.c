// A specification and what it imports, as one list of items.
//
// Imported items come before those of the file that imports them. Each file is
// read once, however often it is imported. An item hides one of the same name
// from a file further away: so a user imports a library's models and replaces
// some. (resolve.c reports two of the same rank.)
#include "spec/parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

struct loader {
  struct syntax *syntax;
  const struct syntax_options *options;
  struct u32_vec open; // files being read, outermost first
};

enum { IMPORT_DEPTH = 50 };

static struct name folder_of(struct loader *loader, struct name path) {
  const char *text = name_text(loader->syntax->names, path);
  return intern_bytes(loader->syntax->names, text,
                      (size_t)(file_base_name(text) - text));
}

static struct name path_of(struct loader *loader, const struct import *import,
                           struct name from) {
  struct interner *names = loader->syntax->names;
  const char *text = name_text(names, import->path);
  if (import->is_library)
    return intern_format(
        names, "%s/%s",
        loader->options->library ? loader->options->library : "specs", text);
  if (text[0] == '/')
    return import->path;
  return intern_format(names, "%s%s", name_text(names, folder_of(loader, from)),
                       text);
}

// Two ways of writing a path are one file.
static bool is_same_file(const struct syntax *syntax, struct name a,
                         struct name b) {
  if (a.id == b.id)
    return true;
  char *real_a = realpath(name_text(syntax->names, a), NULL);
  char *real_b = realpath(name_text(syntax->names, b), NULL);
  bool same = real_a && real_b && !strcmp(real_a, real_b);
  free(real_a);
  free(real_b);
  return same;
}

// The number of a file read before, or UINT32_MAX.
static uint32_t find_file(const struct syntax *syntax, struct name path) {
  for (uint32_t i = 0; i < syntax->files.count; i++)
    if (is_same_file(syntax, syntax->files.at[i].path, path))
      return i;
  return UINT32_MAX;
}

static bool is_open(const struct loader *loader, uint32_t file) {
  for (uint32_t i = 0; i < loader->open.count; i++)
    if (loader->open.at[i] == file)
      return true;
  return false;
}

static void report_cycle(struct loader *loader, const struct import *import,
                         uint32_t file) {
  struct syntax *syntax = loader->syntax;
  struct strbuf chain = {0};
  bool is_inside = false;
  for (uint32_t i = 0; i < loader->open.count; i++) {
    is_inside |= loader->open.at[i] == file;
    if (is_inside)
      strbuf_format(
          &chain, "%s imports ",
          file_base_name(name_text(syntax->names,
                                   syntax->files.at[loader->open.at[i]].path)));
  }
  strbuf_add(&chain, file_base_name(name_text(syntax->names,
                                              syntax->files.at[file].path)));
  diag_report(syntax->diag, SEVERITY_ERROR, import->position,
              "imports go in a circle: %s", strbuf_text(&chain));
  diag_hint(syntax->diag, "move what both need to a third file");
  strbuf_release(&chain);
}

static void load_text(struct loader *loader, struct spec_file file,
                      const char *text, size_t length);

// The name of the process that an .aut or .dot file is.
static void import_process(struct loader *loader, const struct import *import,
                           struct name path, uint32_t file) {
  struct syntax *syntax = loader->syntax;
  const char *base = file_base_name(name_text(syntax->names, path));
  size_t length = (size_t)(file_suffix(base) - base);
  struct item item = {.kind = ITEM_FILE,
                      .position = import->position,
                      .name = intern_bytes(syntax->names, base, length),
                      .file = file,
                      .path = path};
  size_t word = strspn(base, "abcdefghijklmnopqrstuvwxyz"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  if (word != length || strchr("0123456789", base[0])) {
    diag_report(syntax->diag, SEVERITY_ERROR, import->position,
                "'%s' cannot be the name of a process",
                name_text(syntax->names, item.name));
    diag_hint(syntax->diag, "the process is named after its file: use "
                            "letters, digits and _");
    return;
  }
  item_vec_push(&syntax->items, item);
}

static void report_unreadable(struct loader *loader,
                              const struct import *import, struct name path,
                              int error) {
  struct syntax *syntax = loader->syntax;
  diag_report(syntax->diag, SEVERITY_ERROR, import->position,
              "cannot read '%s': %s", name_text(syntax->names, path),
              strerror(error));
  if (import->is_library && !loader->options->library)
    diag_hint(syntax->diag, "the folder of <..> is not known: use --specs");
  else if (import->is_library)
    diag_hint(syntax->diag,
              "<..> is looked for in '%s'; use \"..\" for a file "
              "beside this one",
              loader->options->library);
}

static void import_spec(struct loader *loader, const struct import *import,
                        struct name path, uint32_t depth) {
  struct strbuf text = {0};
  struct spec_file file = {.path = path,
                           .is_library = import->is_library,
                           .depth = depth,
                           .imported_at = import->position};
  if (file_read(name_text(loader->syntax->names, path), &text))
    load_text(loader, file, strbuf_text(&text), text.length);
  else
    report_unreadable(loader, import, path, errno);
  strbuf_release(&text);
}

static void load_import(struct loader *loader, const struct import *import,
                        uint32_t from) {
  struct syntax *syntax = loader->syntax;
  struct name path = path_of(loader, import, syntax->files.at[from].path);
  const char *suffix = file_suffix(name_text(syntax->names, path));
  uint32_t known = find_file(syntax, path);
  if (!strcmp(suffix, ".aut") || !strcmp(suffix, ".dot"))
    import_process(loader, import, path, from);
  else if (strcmp(suffix, ".spec")) {
    diag_report(syntax->diag, SEVERITY_ERROR, import->position,
                "'%s' is neither .spec nor .aut nor .dot",
                name_text(syntax->names, import->path));
  } else if (known == UINT32_MAX && loader->open.count < IMPORT_DEPTH) {
    import_spec(loader, import, path, loader->open.count);
  } else if (known == UINT32_MAX) {
    diag_report(syntax->diag, SEVERITY_ERROR, import->position,
                "imports are nested more than %d deep", IMPORT_DEPTH);
  } else if (is_open(loader, known)) {
    report_cycle(loader, import, known);
  }
}

static void load_text(struct loader *loader, struct spec_file file,
                      const char *text, size_t length) {
  struct syntax *syntax = loader->syntax;
  uint32_t number = spec_file_vec_push(&syntax->files, file);
  u32_vec_push(&loader->open, number);
  struct parser parser = {.syntax = syntax, .file = number};
  struct import_vec imports = {0};
  struct item_vec items = {0};
  token_read(&parser.tokens, text, length, file.path, syntax->names,
             syntax->diag);
  parse_items(&parser, &imports, &items);
  for (uint32_t i = 0; i < imports.count; i++)
    load_import(loader, &imports.at[i], number);
  item_vec_append(&syntax->items, items.at, items.count);
  u32_vec_pop(&loader->open);
  token_vec_release(&parser.tokens);
  import_vec_release(&imports);
  item_vec_release(&items);
}

bool syntax_read_text(struct syntax *syntax, const char *path, const char *text,
                      size_t length, const struct syntax_options *options,
                      struct interner *names, struct diag *diag) {
  *syntax = (struct syntax){.names = names, .diag = diag};
  arena_init(&syntax->arena);
  uint32_t errors = diag_count(diag, SEVERITY_ERROR);
  struct loader loader = {.syntax = syntax, .options = options};
  load_text(&loader, (struct spec_file){.path = intern(names, path)}, text,
            length);
  u32_vec_release(&loader.open);
  return diag_count(diag, SEVERITY_ERROR) == errors;
}

bool syntax_read(struct syntax *syntax, const char *path,
                 const struct syntax_options *options, struct interner *names,
                 struct diag *diag) {
  struct strbuf text = {0};
  bool ok = file_read(path, &text);
  if (ok) {
    ok = syntax_read_text(syntax, path, strbuf_text(&text), text.length,
                          options, names, diag);
  } else {
    *syntax = (struct syntax){.names = names, .diag = diag};
    arena_init(&syntax->arena);
    diag_file(diag, SEVERITY_ERROR, path, "%s", strerror(errno));
  }
  strbuf_release(&text);
  return ok;
}

bool syntax_read_action(struct syntax *syntax, const char *text,
                        struct position position,
                        struct action_syntax *action) {
  struct parser parser = {.syntax = syntax};
  token_read(&parser.tokens, text, strlen(text), position.file, syntax->names,
             syntax->diag);
  for (uint32_t i = 0; i < parser.tokens.count; i++)
    parser.tokens.at[i].position = position;
  *action = parse_action(&parser);
  parse_need(&parser, TOKEN_END, "of the action");
  token_vec_release(&parser.tokens);
  return !parser.is_stuck;
}

void syntax_release(struct syntax *syntax) {
  arena_release(&syntax->arena);
  spec_file_vec_release(&syntax->files);
  item_vec_release(&syntax->items);
}
