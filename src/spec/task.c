// The YAML is loaded as a document (a tree of nodes) and looked at from the
// top: each read_* function takes a node and says whether it was well formed,
// after reporting at the node's place if it was not.
#include "spec/task.h"

#include <errno.h>
#include <string.h>
#include <yaml.h>

#include "base/check.h"
#include "base/file.h"
#include "base/strbuf.h"

struct reader {
  yaml_document_t document;
  const char *path;
  struct name file; // the path, interned
  struct interner *names;
  struct diag *diag;
  struct task *task;
};

void task_release(struct task *task) {
  task_input_vec_release(&task->inputs);
  task_property_vec_release(&task->properties);
}

// ---- Nodes ------------------------------------------------------------------

static struct position position_of(const struct reader *reader,
                                   yaml_mark_t mark) {
  return (struct position){reader->file, (uint32_t)mark.line + 1,
                           (uint32_t)mark.column + 1};
}

static bool complain(const struct reader *reader, const yaml_node_t *node,
                     const char *what) {
  diag_report(reader->diag, SEVERITY_ERROR,
              position_of(reader, node->start_mark), "%s", what);
  return false;
}

static const char *scalar(const yaml_node_t *node) {
  return (const char *)node->data.scalar.value;
}

static bool is_text(const yaml_node_t *node) {
  return node->type == YAML_SCALAR_NODE && node->data.scalar.length > 0;
}

static bool is_any_of(const char *text, const char *a, const char *b,
                      const char *c) {
  return !strcmp(text, a) || !strcmp(text, b) || !strcmp(text, c);
}

// A plain `~`, `null` or nothing: a key without a value.
static bool is_null(const yaml_node_t *node) {
  return node->type == YAML_SCALAR_NODE &&
         node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
         (!node->data.scalar.length ||
          is_any_of(scalar(node), "~", "null", "Null"));
}

static yaml_node_t *node_of(struct reader *reader, int index) {
  yaml_node_t *node = yaml_document_get_node(&reader->document, index);
  CHECK(node, "no YAML node %d", index);
  return node;
}

// The value of a key of a mapping, or null when it is missing or has none.
static yaml_node_t *value_of(struct reader *reader, const yaml_node_t *mapping,
                             const char *key) {
  for (yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
       pair < mapping->data.mapping.pairs.top; pair++) {
    const yaml_node_t *found = node_of(reader, pair->key);
    if (found->type == YAML_SCALAR_NODE && !strcmp(scalar(found), key)) {
      yaml_node_t *value = node_of(reader, pair->value);
      return is_null(value) ? NULL : value;
    }
  }
  return NULL;
}

// A file named in the task, seen from where we are.
static struct name join(struct reader *reader, const char *file) {
  size_t folder = (size_t)(file_base_name(reader->path) - reader->path);
  if (file[0] == '/')
    folder = 0;
  return intern_format(reader->names, "%.*s%s", (int)folder, reader->path,
                       file);
}

// ---- Parts of a task --------------------------------------------------------

static bool read_version(struct reader *reader, const yaml_node_t *root) {
  const yaml_node_t *version = value_of(reader, root, "format_version");
  if (!version)
    return complain(reader, root, "format_version is missing");
  if (is_text(version) && is_any_of(scalar(version), "1.0", "2.0", "2.1"))
    return true;
  return complain(reader, version, "format_version is not 1.0, 2.0 or 2.1");
}

static bool read_input(struct reader *reader, const yaml_node_t *node) {
  if (!is_text(node))
    return complain(reader, node, "not the name of an input file");
  struct name path = join(reader, scalar(node));
  if (!file_exists(name_text(reader->names, path)))
    return complain(reader, node, "no such input file");
  task_input_vec_push(
      &reader->task->inputs,
      (struct task_input){path, position_of(reader, node->start_mark)});
  return true;
}

static bool read_input_list(struct reader *reader, const yaml_node_t *list) {
  for (yaml_node_item_t *item = list->data.sequence.items.start;
       item < list->data.sequence.items.top; item++)
    if (!read_input(reader, node_of(reader, *item)))
      return false;
  return reader->task->inputs.count ||
         complain(reader, list, "input_files is empty");
}

static bool read_inputs(struct reader *reader, const yaml_node_t *root) {
  const yaml_node_t *inputs = value_of(reader, root, "input_files");
  if (!inputs)
    return complain(reader, root, "input_files is missing");
  return inputs->type == YAML_SEQUENCE_NODE ? read_input_list(reader, inputs)
                                            : read_input(reader, inputs);
}

static bool read_expected(struct reader *reader, const yaml_node_t *node,
                          enum expected_verdict *expected) {
  if (!node)
    return true;
  if (is_text(node) && is_any_of(scalar(node), "true", "True", "TRUE"))
    *expected = EXPECTED_TRUE;
  else if (is_text(node) && is_any_of(scalar(node), "false", "False", "FALSE"))
    *expected = EXPECTED_FALSE;
  else
    return complain(reader, node, "expected_verdict is not true or false");
  return true;
}

static bool read_property(struct reader *reader, const yaml_node_t *node) {
  if (node->type != YAML_MAPPING_NODE)
    return complain(reader, node, "not a property: property_file is missing");
  const yaml_node_t *file = value_of(reader, node, "property_file");
  if (!file || !is_text(file))
    return complain(reader, file ? file : node, "no property_file");
  struct task_property property = {.path = join(reader, scalar(file)),
                                   .position =
                                       position_of(reader, file->start_mark)};
  const yaml_node_t *part = value_of(reader, node, "subproperty");
  if (part && !is_text(part))
    return complain(reader, part, "subproperty is not a word");
  if (part)
    property.subproperty = intern(reader->names, scalar(part));
  if (!read_expected(reader, value_of(reader, node, "expected_verdict"),
                     &property.expected))
    return false;
  task_property_vec_push(&reader->task->properties, property);
  return true;
}

static bool read_properties(struct reader *reader, const yaml_node_t *root) {
  const yaml_node_t *list = value_of(reader, root, "properties");
  if (!list)
    return true;
  if (list->type != YAML_SEQUENCE_NODE)
    return complain(reader, list, "properties is not a list");
  for (yaml_node_item_t *item = list->data.sequence.items.start;
       item < list->data.sequence.items.top; item++)
    if (!read_property(reader, node_of(reader, *item)))
      return false;
  return true;
}

static bool read_data_model(struct reader *reader, const yaml_node_t *model) {
  if (model && is_text(model) && !strcmp(scalar(model), "ILP32"))
    reader->task->data_model = DATA_MODEL_ILP32;
  else if (model && is_text(model) && !strcmp(scalar(model), "LP64"))
    reader->task->data_model = DATA_MODEL_LP64;
  else if (model)
    return complain(reader, model, "data_model is not ILP32 or LP64");
  return true;
}

static bool read_options(struct reader *reader, const yaml_node_t *root) {
  const yaml_node_t *options = value_of(reader, root, "options");
  if (!options)
    return true;
  if (options->type != YAML_MAPPING_NODE)
    return complain(reader, options, "options is not a mapping");
  const yaml_node_t *language = value_of(reader, options, "language");
  if (language && (!is_text(language) || strcmp(scalar(language), "C")))
    return complain(reader, language, "language is not C");
  return read_data_model(reader, value_of(reader, options, "data_model"));
}

static bool read_root(struct reader *reader) {
  const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
  if (!root) {
    diag_file(reader->diag, SEVERITY_ERROR, reader->path,
              "not a task definition: nothing in it");
    return false;
  }
  if (root->type != YAML_MAPPING_NODE)
    return complain(reader, root, "not a task definition");
  return read_version(reader, root) && read_inputs(reader, root) &&
         read_properties(reader, root) && read_options(reader, root);
}

// ---- Files ------------------------------------------------------------------

static void report_syntax(const struct reader *reader,
                          const yaml_parser_t *parser) {
  struct position position = position_of(reader, parser->problem_mark);
  if (parser->context)
    diag_report(reader->diag, SEVERITY_ERROR, position, "%s %s",
                parser->problem, parser->context);
  else
    diag_report(reader->diag, SEVERITY_ERROR, position, "%s",
                parser->problem ? parser->problem : "not YAML");
}

static bool read_text(struct reader *reader, const struct strbuf *text) {
  yaml_parser_t parser;
  CHECK(yaml_parser_initialize(&parser), "cannot start the YAML parser");
  yaml_parser_set_input_string(
      &parser, (const unsigned char *)strbuf_text(text), text->length);
  bool done = yaml_parser_load(&parser, &reader->document);
  if (done) {
    done = read_root(reader);
    yaml_document_delete(&reader->document);
  } else {
    report_syntax(reader, &parser);
  }
  yaml_parser_delete(&parser);
  return done;
}

bool task_read(struct task *task, const char *path, struct interner *names,
               struct diag *diag) {
  struct strbuf text = {0};
  bool done = file_read(path, &text);
  if (done) {
    struct reader reader = {.path = path,
                            .file = intern(names, path),
                            .names = names,
                            .diag = diag,
                            .task = task};
    done = read_text(&reader, &text);
  } else {
    diag_file(diag, SEVERITY_ERROR, path, "cannot read: %s", strerror(errno));
  }
  strbuf_release(&text);
  return done;
}
