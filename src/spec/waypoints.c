#include "spec/waypoints.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/file.h"
#include "base/memory.h"

struct reading {
  yaml_document_t document;
  struct told_witness *witness;
};

// Nodes: whatever is not there, or is something else, is null.

static yaml_node_t *value_of(struct reading *reading, const yaml_node_t *node,
                             const char *key) {
  if (!node || node->type != YAML_MAPPING_NODE)
    return NULL;
  for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
       pair < node->data.mapping.pairs.top; pair++) {
    yaml_node_t *found = yaml_document_get_node(&reading->document, pair->key);
    if (found && found->type == YAML_SCALAR_NODE &&
        !strcmp((const char *)found->data.scalar.value, key))
      return yaml_document_get_node(&reading->document, pair->value);
  }
  return NULL;
}

static const char *text_of(struct reading *reading, const yaml_node_t *node,
                           const char *key) {
  const yaml_node_t *value = value_of(reading, node, key);
  return value && value->type == YAML_SCALAR_NODE
             ? (const char *)value->data.scalar.value
             : "";
}

static uint32_t list_count(const yaml_node_t *node) {
  return node && node->type == YAML_SEQUENCE_NODE
             ? (uint32_t)(node->data.sequence.items.top -
                          node->data.sequence.items.start)
             : 0;
}

static yaml_node_t *list_at(struct reading *reading, const yaml_node_t *node,
                            uint32_t i) {
  return yaml_document_get_node(&reading->document,
                                node->data.sequence.items.start[i]);
}

// Waypoints

static void refuse(struct reading *reading, const char *what) {
  struct strbuf *text = &reading->witness->unsupported;
  if (!text->length)
    strbuf_add(text, what);
}

// "\result == 7"
static bool read_result(const char *text, int64_t *value) {
  static const char before[] = "\\result == ";
  char *end;
  if (strncmp(text, before, strlen(before)) != 0)
    return false;
  errno = 0;
  *value = strtoll(text + strlen(before), &end, 10);
  if (errno) {
    errno = 0;
    *value = (int64_t)strtoull(text + strlen(before), &end, 10);
  }
  return !errno && !*end && end != text + strlen(before);
}

static void read_waypoint(struct reading *reading, const yaml_node_t *node) {
  const yaml_node_t *place = value_of(reading, node, "location");
  const char *type = text_of(reading, node, "type");
  const char *constraint =
      text_of(reading, value_of(reading, node, "constraint"), "value");
  struct waypoint point = {
      .is_target = !strcmp(type, "target"),
      .line = (uint32_t)strtoul(text_of(reading, place, "line"), NULL, 10),
      .column = (uint32_t)strtoul(text_of(reading, place, "column"), NULL, 10)};
  bool is_return = !strcmp(type, "function_return");
  if (strcmp(text_of(reading, node, "action"), "follow") != 0)
    refuse(reading, "waypoints that are to be avoided");
  else if (!point.is_target && !is_return)
    refuse(reading, "waypoints other than function_return and target");
  else if (is_return && !read_result(constraint, &point.value))
    refuse(reading, "constraints other than \\result == N");
  else
    waypoint_vec_push(&reading->witness->waypoints, point);
}

static void read_segments(struct reading *reading, const yaml_node_t *content) {
  for (uint32_t i = 0; i < list_count(content); i++) {
    const yaml_node_t *segment =
        value_of(reading, list_at(reading, content, i), "segment");
    for (uint32_t k = 0; k < list_count(segment); k++)
      read_waypoint(
          reading, value_of(reading, list_at(reading, segment, k), "waypoint"));
  }
}

// Invariants

static void read_invariant(struct reading *reading, const yaml_node_t *node) {
  const yaml_node_t *place = value_of(reading, node, "location");
  const char *type = text_of(reading, node, "type");
  struct told_invariant told = {
      .is_loop = !strcmp(type, "loop_invariant"),
      .line = (uint32_t)strtoul(text_of(reading, place, "line"), NULL, 10),
      .column = (uint32_t)strtoul(text_of(reading, place, "column"), NULL, 10)};
  if (!told.is_loop && strcmp(type, "location_invariant") != 0)
    refuse(reading, "invariants other than of loops and locations");
  else if (strcmp(text_of(reading, node, "format"), "c_expression") != 0)
    refuse(reading, "invariants that are no C expressions");
  else {
    told.file = memory_copy_string(text_of(reading, place, "file_name"));
    told.text = memory_copy_string(text_of(reading, node, "value"));
    told_invariant_vec_push(&reading->witness->invariants, told);
  }
}

static void read_invariants(struct reading *reading,
                            const yaml_node_t *content) {
  for (uint32_t i = 0; i < list_count(content); i++)
    read_invariant(
        reading, value_of(reading, list_at(reading, content, i), "invariant"));
}

static bool read_entry(struct reading *reading, struct strbuf *why) {
  const yaml_node_t *root = yaml_document_get_root_node(&reading->document);
  const yaml_node_t *entry =
      list_count(root) ? list_at(reading, root, 0) : NULL;
  const char *type = text_of(reading, entry, "entry_type");
  const char *version =
      text_of(reading, value_of(reading, entry, "metadata"), "format_version");
  if (strncmp(version, "2.", 2) != 0) {
    strbuf_add(why, "it is no witness of version 2");
    return false;
  }
  const yaml_node_t *task =
      value_of(reading, value_of(reading, entry, "metadata"), "task");
  reading->witness->is_of_calls =
      strstr(text_of(reading, task, "specification"), "call(");
  reading->witness->is_violation = !strcmp(type, "violation_sequence");
  if (reading->witness->is_violation)
    read_segments(reading, value_of(reading, entry, "content"));
  else if (!strcmp(type, "invariant_set"))
    read_invariants(reading, value_of(reading, entry, "content"));
  else
    refuse(reading, "entries other than violation sequences and invariants");
  return true;
}

bool told_witness_read(struct told_witness *witness, const char *path,
                       struct strbuf *why) {
  struct reading reading = {.witness = witness};
  struct strbuf text = {0};
  yaml_parser_t parser;
  *witness = (struct told_witness){0};
  if (!file_read(path, &text)) {
    strbuf_add(why, strerror(errno));
    return false;
  }
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(
      &parser, (const unsigned char *)strbuf_text(&text), text.length);
  bool ok = yaml_parser_load(&parser, &reading.document);
  if (ok) {
    ok = read_entry(&reading, why);
    yaml_document_delete(&reading.document);
  } else {
    strbuf_format(why, "line %zu: %s", parser.problem_mark.line + 1,
                  parser.problem ? parser.problem : "no YAML");
  }
  yaml_parser_delete(&parser);
  strbuf_release(&text);
  return ok;
}

void told_witness_release(struct told_witness *witness) {
  waypoint_vec_release(&witness->waypoints);
  for (uint32_t i = 0; i < witness->invariants.count; i++) {
    free(witness->invariants.at[i].file);
    free(witness->invariants.at[i].text);
  }
  told_invariant_vec_release(&witness->invariants);
  strbuf_release(&witness->unsupported);
}
