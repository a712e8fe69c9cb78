#include "report/witness.h"

#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/version.h"
#include "report/witness_task.h"

struct writing {
  const struct result *result;
  struct diag *sources;
  struct strbuf *out;
};

static const char *text_of(const struct writing *writing, struct name name) {
  return name_text(writing->result->names, name);
}

// A text in YAML's single quotes.
static void add_quoted(const char *text, struct strbuf *out) {
  strbuf_char(out, '\'');
  for (; *text; text++) {
    strbuf_char(out, *text);
    if (*text == '\'')
      strbuf_char(out, '\'');
  }
  strbuf_char(out, '\'');
}

static void add_field(const char *key, const char *text, struct strbuf *out) {
  strbuf_format(out, "%s: ", key);
  add_quoted(text, out);
  strbuf_char(out, '\n');
}

// Places

static void add_location(const struct writing *writing, const char *indent,
                         struct position position, struct name function) {
  struct strbuf *out = writing->out;
  strbuf_format(out, "%slocation:\n%s  ", indent, indent);
  add_field("file_name", text_of(writing, position.file), out);
  strbuf_format(out, "%s  line: %u\n", indent, position.line);
  if (position.column)
    strbuf_format(out, "%s  column: %u\n", indent, position.column);
  if (!name_is_none(function)) {
    strbuf_format(out, "%s  ", indent);
    add_field("function", text_of(writing, function), out);
  }
}

// The closing parenthesis of the call that begins there; 0: it is not in the
// line.
static uint32_t end_of_call(const char *line, uint32_t column) {
  size_t length = line ? strlen(line) : 0;
  uint32_t depth = 0;
  for (size_t i = column ? column - 1 : 0; i < length; i++) {
    depth += line[i] == '(';
    if (line[i] == ')' && (!depth || !--depth))
      return (uint32_t)i + 1;
  }
  return 0;
}

// Violations

static void add_value(const struct given *given, struct strbuf *out) {
  i128 number = given->width <= 1 ? (i128)given->raw
                                  : bits_signed(given->raw, given->width);
  strbuf_format(out, "\\result == %lld", (long long)number);
}

static bool add_given(const struct writing *writing,
                      const struct given *given) {
  struct position position = given->position;
  position.column = end_of_call(diag_source_line(writing->sources, position),
                                position.column);
  if (!given->width || given->width > 64 || !position.column)
    return false;
  struct strbuf *out = writing->out, value = {0};
  add_value(given, &value);
  strbuf_add(out, "  - segment:\n"
                  "    - waypoint:\n"
                  "        type: function_return\n"
                  "        action: follow\n"
                  "        constraint:\n"
                  "          ");
  add_field("value", strbuf_text(&value), out);
  strbuf_add(out, "          format: ext_c_expression\n");
  add_location(writing, "        ", position, (struct name){0});
  strbuf_release(&value);
  return true;
}

static void add_violation(const struct writing *writing) {
  const struct result *result = writing->result;
  const struct execution *execution = &result->executions.at[0];
  const struct lane *lane = &execution->lanes.at[0];
  const struct result_row *row = &result->rows.at[execution->row];
  strbuf_add(writing->out, "  content:\n");
  for (uint32_t i = 0; i < lane->given.count; i++)
    add_given(writing, &lane->given.at[i]);
  strbuf_add(writing->out, "  - segment:\n"
                           "    - waypoint:\n"
                           "        type: target\n"
                           "        action: follow\n");
  add_location(writing, "        ", row->position, row->function);
}

// Proofs

static void add_invariant(const struct writing *writing,
                          const struct invariant *invariant) {
  strbuf_add(writing->out, "  - invariant:\n"
                           "      type: loop_invariant\n");
  add_location(writing, "      ", invariant->position, invariant->function);
  strbuf_add(writing->out, "      ");
  add_field("value", text_of(writing, invariant->text), writing->out);
  strbuf_add(writing->out, "      format: c_expression\n");
}

static void add_invariants(const struct writing *writing) {
  const struct invariant_vec *all = &writing->result->proof.invariants;
  uint32_t count = 0;
  for (uint32_t i = 0; i < all->count; i++)
    count += all->at[i].is_loop;
  strbuf_format(writing->out, "  content:%s\n", count ? "" : " []");
  for (uint32_t i = 0; i < all->count; i++)
    if (all->at[i].is_loop)
      add_invariant(writing, &all->at[i]);
}

// Metadata

static void add_specification(const struct writing *writing) {
  struct strbuf text = {0};
  witness_task_property(writing->result, &text);
  strbuf_add(writing->out, "      ");
  add_field("specification", strbuf_text(&text), writing->out);
  strbuf_release(&text);
}

static void add_hashes(const struct writing *writing) {
  const struct name_vec *files = &writing->result->subject.files;
  struct strbuf *out = writing->out;
  strbuf_add(out, "      input_files:\n");
  for (uint32_t i = 0; i < files->count; i++) {
    strbuf_add(out, "      - ");
    add_quoted(text_of(writing, files->at[i]), out);
    strbuf_char(out, '\n');
  }
  strbuf_add(out, "      input_file_hashes:\n");
  for (uint32_t i = 0; i < files->count; i++) {
    struct strbuf bytes = {0};
    const char *path = text_of(writing, files->at[i]);
    file_read(path, &bytes);
    strbuf_add(out, "        ");
    add_quoted(path, out);
    strbuf_add(out, ": ");
    sha256_print(strbuf_text(&bytes), bytes.length, out);
    strbuf_char(out, '\n');
    strbuf_release(&bytes);
  }
}

// Of version 8: made by a rule of our own, the digest of the content.
static void add_identity(const struct strbuf *content, struct strbuf *out) {
  uint8_t d[SHA256_BYTES];
  sha256(strbuf_text(content), content->length, d);
  strbuf_format(out,
                "    uuid: %02x%02x%02x%02x-%02x%02x-8%x%02x-8%x%02x-"
                "%02x%02x%02x%02x%02x%02x\n",
                d[0], d[1], d[2], d[3], d[4], d[5], d[6] & 15, d[7], d[8] & 15,
                d[9], d[10], d[11], d[12], d[13], d[14], d[15]);
}

static void add_metadata(const struct writing *writing,
                         const struct strbuf *content) {
  struct strbuf *out = writing->out;
  strbuf_add(out, "  metadata:\n    format_version: '2.0'\n");
  add_identity(content, out);
  strbuf_add(out, "    creation_time: ");
  witness_task_time(out);
  strbuf_char(out, '\n');
  strbuf_format(out, "    producer:\n      name: vouch\n      version: '%s'\n",
                VOUCH_VERSION);
  strbuf_add(out, "    task:\n");
  add_hashes(writing);
  add_specification(writing);
  strbuf_format(out, "      data_model: %s\n      language: C\n",
                writing->result->subject.bits == 32 ? "ILP32" : "LP64");
}

// An execution of one sequential program.
static bool has_execution(const struct result *result) {
  return result->executions.count && result->executions.at[0].lanes.count &&
         result->executions.at[0].row < result->rows.count;
}

void witness_print(const struct result *result, struct strbuf *out) {
  bool is_violation = result->verdict == VERDICT_FALSE;
  if (result->verdict == VERDICT_UNKNOWN ||
      (is_violation && !has_execution(result)))
    return;
  struct strbuf content = {0};
  struct writing writing = {result, diag_new(result->names, stderr), &content};
  if (is_violation)
    add_violation(&writing);
  else
    add_invariants(&writing);
  strbuf_format(out, "- entry_type: %s\n",
                is_violation ? "violation_sequence" : "invariant_set");
  writing.out = out;
  add_metadata(&writing, &content);
  strbuf_add(out, strbuf_text(&content));
  diag_free(writing.sources);
  strbuf_release(&content);
}
