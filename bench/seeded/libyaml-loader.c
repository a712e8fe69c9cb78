/* Scenarios of libyaml's loader. */
#include "harness.h"

#include UNIT

static void load(const char *text) {
  yaml_parser_t parser;
  yaml_document_t document;
  if (!yaml_parser_initialize(&parser))
    return;
  yaml_parser_set_input_string(&parser, (const unsigned char *)text,
                               strlen(text));
  while (yaml_parser_load(&parser, &document)) {
    int done = !yaml_document_get_root_node(&document);
    yaml_document_delete(&document);
    if (done)
      break;
  }
  yaml_parser_delete(&parser);
}

SCENARIO(scalar) {
  load("a");
}
SCENARIO(sequence) {
  load("[a, b, [c]]");
}
SCENARIO(mapping) {
  load("{a: b, c: {d: e}}");
}
SCENARIO(anchors) {
  load("[&x a, &y [b], *x, *y, &z {a: b}, *z]");
}
SCENARIO(duplicate) {
  load("[&x a, &x b]");
}
SCENARIO(unknown) {
  load("[*x]");
}
SCENARIO(tags) {
  load("[!!str a, !t [b], !t {c: d}]");
}
SCENARIO(directives) {
  load("%YAML 1.1\n%TAG !a! tag:a\n---\n!a!x y\n...\nb");
}
SCENARIO(bad) {
  load("[a");
}
