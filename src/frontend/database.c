#include "frontend/database.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/strbuf.h"

static void string_vec_free(struct string_vec *texts) {
  for (uint32_t i = 0; i < texts->count; i++)
    free(texts->at[i]);
  string_vec_release(texts);
}

static char *join(const char *directory, const char *file) {
  struct strbuf path = {0};
  if (file[0] != '/' && directory[0])
    strbuf_format(&path, "%s/", directory);
  strbuf_add(&path, file);
  return strbuf_detach(&path);
}

// Splits a shell command the way a POSIX shell would, without expansions.
static void split_command(const char *command, struct string_vec *words) {
  struct strbuf word = {0};
  bool in_word = false;
  char quote = 0;
  for (const char *c = command;; c++) {
    if (!*c || (!quote && strchr(" \t\n", *c))) {
      if (in_word)
        string_vec_push(words, memory_copy_string(strbuf_text(&word)));
      strbuf_clear(&word);
      in_word = false;
      if (!*c)
        break;
      continue;
    }
    in_word = true;
    if (quote ? *c == quote : *c == '\'' || *c == '"')
      quote = quote ? 0 : *c;
    else if (*c == '\\' && quote != '\'' && c[1])
      strbuf_char(&word, *++c);
    else
      strbuf_char(&word, *c);
  }
  strbuf_release(&word);
}

// Options whose value is the next word and which must not reach our compiler.
static bool drops_next_word(const char *word) {
  static const char *const options[] = {"-o", "-MF", "-MT", "-MQ",
                                        "--serialize-diagnostics"};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (!strcmp(word, options[i]))
      return true;
  return false;
}

// What decides how the file is understood stays; what decides how machine code
// is made or where it goes does not, and neither do warnings.
static bool drops_word(const char *word) {
  static const char *const prefixes[] = {
      "-c",        "-O",      "-g",         "-M",
      "-W",        "-flto",   "-fsanitize", "-fprofile",
      "-pipe",     "-fstack", "-save-",     "-fdiagnostics",
      "-march",    "-mtune",  "-fPI",       "-fpi",
      "-rdynamic", "-S",      "-pedantic"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(word, prefixes[i], strlen(prefixes[i])))
      return true;
  return false;
}

// Is the word the command's input? It may be written in another way.
static bool is_input(const struct compile_command *command, const char *word) {
  if (word[0] == '-')
    return false;
  char *path = join(command->directory, word);
  char *real = realpath(path, NULL), *input = realpath(command->file, NULL);
  bool same =
      !strcmp(path, command->file) || (real && input && !strcmp(real, input));
  free(path);
  free(real);
  free(input);
  return same;
}

static void keep_flags(struct compile_command *command,
                       const struct string_vec *words) {
  for (uint32_t i = 1; i < words->count; i++) { // word 0 is the compiler
    const char *word = words->at[i];
    if (drops_next_word(word)) {
      i++;
      continue;
    }
    if (drops_word(word) || !strncmp(word, "-o", 2) || is_input(command, word))
      continue;
    string_vec_push(&command->flags, memory_copy_string(word));
  }
}

static bool read_words(json_t *entry, struct string_vec *words) {
  const char *command = json_string_value(json_object_get(entry, "command"));
  if (command) {
    split_command(command, words);
    return true;
  }
  json_t *arguments = json_object_get(entry, "arguments");
  size_t index;
  json_t *word;
  json_array_foreach(arguments, index, word) {
    if (!json_is_string(word))
      return false;
    string_vec_push(words, memory_copy_string(json_string_value(word)));
  }
  return words->count > 0;
}

static bool read_entry(struct database *database, json_t *entry) {
  const char *directory =
      json_string_value(json_object_get(entry, "directory"));
  const char *file = json_string_value(json_object_get(entry, "file"));
  struct string_vec words = {0};
  bool ok = directory && file && read_words(entry, &words);
  if (ok) {
    struct compile_command command = {
        .directory = memory_copy_string(directory),
        .file = join(directory, file),
    };
    keep_flags(&command, &words);
    compile_command_vec_push(&database->commands, command);
  }
  string_vec_free(&words);
  return ok;
}

static bool read_entries(struct database *database, json_t *root,
                         const char *path, struct diag *diag) {
  if (!json_is_array(root)) {
    diag_file(diag, SEVERITY_ERROR, path, "expected an array of commands");
    return false;
  }
  size_t index;
  json_t *entry;
  json_array_foreach(root, index, entry) {
    if (read_entry(database, entry))
      continue;
    diag_file(diag, SEVERITY_ERROR, path,
              "entry %zu needs `directory`, `file` and `command` or "
              "`arguments`",
              index);
    return false;
  }
  return true;
}

static char *database_path(const char *folder) {
  return !strcmp(file_suffix(folder), ".json")
             ? memory_copy_string(folder)
             : join(folder, "compile_commands.json");
}

bool database_read(struct database *database, const char *folder,
                   struct diag *diag) {
  *database = (struct database){0};
  char *path = database_path(folder);
  json_error_t error;
  json_t *root = json_load_file(path, 0, &error);
  bool ok = root != NULL;
  if (!ok)
    diag_file(diag, SEVERITY_ERROR, path, "%s (line %d)", error.text,
              error.line);
  ok = ok && read_entries(database, root, path, diag);
  json_decref(root);
  free(path);
  if (!ok)
    database_release(database);
  return ok;
}

void database_release(struct database *database) {
  for (uint32_t i = 0; i < database->commands.count; i++) {
    struct compile_command *command = &database->commands.at[i];
    free(command->directory);
    free(command->file);
    string_vec_free(&command->flags);
  }
  compile_command_vec_release(&database->commands);
}

const struct compile_command *database_find(const struct database *database,
                                            const char *file) {
  char *wanted = realpath(file, NULL);
  const struct compile_command *found = NULL;
  for (uint32_t i = 0; wanted && !found && i < database->commands.count; i++) {
    char *candidate = realpath(database->commands.at[i].file, NULL);
    if (candidate && !strcmp(candidate, wanted))
      found = &database->commands.at[i];
    free(candidate);
  }
  free(wanted);
  return found;
}
