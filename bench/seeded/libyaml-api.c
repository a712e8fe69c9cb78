/* Scenarios of libyaml's objects, events and documents. */
#include "harness.h"

#include UNIT

#define TEXT(text) ((yaml_char_t *)(text))

SCENARIO(parser) {
  yaml_parser_t parser;
  if (yaml_parser_initialize(&parser)) {
    yaml_parser_set_input_string(&parser, TEXT("a: [b, c]"), 9);
    yaml_parser_delete(&parser);
  }
}

SCENARIO(emitter) {
  yaml_emitter_t emitter;
  unsigned char room[10];
  size_t written;
  if (yaml_emitter_initialize(&emitter)) {
    yaml_emitter_set_output_string(&emitter, room, sizeof room, &written);
    yaml_string_write_handler(&emitter, TEXT("0123456"), 7);
    yaml_string_write_handler(&emitter, TEXT("0123456"), 7);
    yaml_emitter_delete(&emitter);
  }
}

SCENARIO(read) {
  yaml_parser_t parser;
  unsigned char room[4];
  size_t got;
  if (yaml_parser_initialize(&parser)) {
    yaml_parser_set_input_string(&parser, TEXT("abcdef"), 6);
    for (int i = 0; i < 3; i++) {
      yaml_string_read_handler(&parser, room, sizeof room, &got);
    }
    yaml_parser_delete(&parser);
  }
}

SCENARIO(read_small) {
  yaml_parser_t parser;
  unsigned char room[64];
  size_t got;
  char *text = malloc(3);
  if (!text)
    return;
  memcpy(text, "abc", 3);
  if (yaml_parser_initialize(&parser)) {
    yaml_parser_set_input_string(&parser, TEXT(text), 3);
    yaml_string_read_handler(&parser, room, sizeof room, &got);
    yaml_parser_delete(&parser);
  }
  free(text);
}

SCENARIO(events) {
  yaml_event_t event;
  if (yaml_alias_event_initialize(&event, TEXT("a")))
    yaml_event_delete(&event);
  if (yaml_scalar_event_initialize(&event, TEXT("a"), TEXT("!t"), TEXT("v"), 1,
                                   0, 0, YAML_PLAIN_SCALAR_STYLE)) {
    yaml_event_delete(&event);
  }
  if (yaml_scalar_event_initialize(&event, NULL, NULL, TEXT("v"), -1, 1, 1,
                                   YAML_PLAIN_SCALAR_STYLE)) {
    yaml_event_delete(&event);
  }
  if (yaml_sequence_start_event_initialize(&event, TEXT("a"), TEXT("!t"), 0,
                                           YAML_ANY_SEQUENCE_STYLE)) {
    yaml_event_delete(&event);
  }
  if (yaml_mapping_start_event_initialize(&event, TEXT("a"), TEXT("!t"), 0,
                                          YAML_ANY_MAPPING_STYLE)) {
    yaml_event_delete(&event);
  }
}

SCENARIO(events_bad) {
  yaml_event_t event;
  yaml_char_t *bad = malloc(2);
  if (!bad)
    return;
  memcpy(bad, "\xc3", 2);
  yaml_alias_event_initialize(&event, bad);
  yaml_scalar_event_initialize(&event, TEXT("a"), bad, TEXT("v"), 1, 0, 0,
                               YAML_PLAIN_SCALAR_STYLE);
  yaml_scalar_event_initialize(&event, TEXT("a"), TEXT("t"), bad, 1, 0, 0,
                               YAML_PLAIN_SCALAR_STYLE);
  yaml_sequence_start_event_initialize(&event, TEXT("a"), bad, 0,
                                       YAML_ANY_SEQUENCE_STYLE);
  yaml_mapping_start_event_initialize(&event, TEXT("a"), bad, 0,
                                      YAML_ANY_MAPPING_STYLE);
  free(bad);
}

SCENARIO(document_event) {
  yaml_event_t event;
  yaml_version_directive_t version = {1, 1};
  yaml_tag_directive_t tags[] = {{TEXT("!a!"), TEXT("tag:a")},
                                 {TEXT("!b!"), TEXT("tag:b")}};
  if (yaml_document_start_event_initialize(&event, &version, tags, tags + 2,
                                           0)) {
    yaml_event_delete(&event);
  }
  tags[1].prefix = TEXT("\xc3");
  if (yaml_document_start_event_initialize(&event, &version, tags, tags + 2,
                                           0)) {
    yaml_event_delete(&event);
  }
}

SCENARIO(document) {
  yaml_document_t document;
  yaml_version_directive_t version = {1, 1};
  yaml_tag_directive_t tags[] = {{TEXT("!a!"), TEXT("tag:a")},
                                 {TEXT("!b!"), TEXT("tag:b")}};
  if (yaml_document_initialize(&document, &version, tags, tags + 2, 0, 0)) {
    int list = yaml_document_add_sequence(&document, TEXT("!l"), 0);
    int map = yaml_document_add_mapping(&document, NULL, 0);
    for (int i = 0; i < 20; i++) {
      int item = yaml_document_add_scalar(&document, NULL, TEXT("v"), 1, 0);
      if (item && list) {
        yaml_document_append_sequence_item(&document, list, item);
      }
      if (item && map) {
        yaml_document_append_mapping_pair(&document, map, item, item);
      }
    }
    yaml_document_get_root_node(&document);
    yaml_document_get_node(&document, 999);
    yaml_document_get_node(&document, 0);
    yaml_document_delete(&document);
  }
}

SCENARIO(document_bad) {
  yaml_document_t document;
  if (yaml_document_initialize(&document, NULL, NULL, NULL, 0, 0)) {
    yaml_document_add_scalar(&document, TEXT("\xc3"), TEXT("v"), 1, 0);
    yaml_document_add_scalar(&document, NULL, TEXT("\xc3"), 1, 0);
    yaml_document_add_sequence(&document, TEXT("\xc3"), 0);
    yaml_document_add_mapping(&document, TEXT("\xc3"), 0);
    yaml_document_get_root_node(&document);
    yaml_document_delete(&document);
  }
}

SCENARIO(utf8) {
  static const char *const texts[] = {"a",           "\xc3\xa9",         "\xc3",
                                      "\xe2\x82",    "\xf0\x9d\x84\x9e", "\x80",
                                      "\xe0\x80\x80"};
  for (int i = 0; i < 7; i++) {
    size_t length = strlen(texts[i]);
    yaml_char_t *block = malloc(length);
    if (!block)
      return;
    memcpy(block, texts[i], length);
    yaml_check_utf8(block, length);
    free(block);
  }
}

SCENARIO(strings) {
  yaml_char_t *text = yaml_strdup(NULL);
  yaml_free(text);
  text = yaml_strdup(TEXT("text"));
  yaml_free(text);
  yaml_free(NULL);
  void *block = yaml_realloc(NULL, 3);
  yaml_free(block);
  block = yaml_malloc(0);
  yaml_free(block);
}

SCENARIO(extend) {
  yaml_char_t *start = malloc(4), *pointer = start, *end = start + 4;
  if (!start)
    return;
  if (yaml_string_extend(&start, &pointer, &end))
    start[7] = 0;
  free(start);
}
