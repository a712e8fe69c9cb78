/* Scenarios of libyaml's dumper. */
#include "harness.h"

#include UNIT

#define TEXT(text) ((yaml_char_t *)(text))

static void dump(int shared) {
  yaml_emitter_t emitter;
  yaml_document_t document;
  unsigned char room[400];
  size_t written;
  if (!yaml_emitter_initialize(&emitter))
    return;
  yaml_emitter_set_output_string(&emitter, room, sizeof room, &written);
  if (yaml_emitter_open(&emitter) &&
      yaml_document_initialize(&document, NULL, NULL, NULL, 1, 1)) {
    int list = yaml_document_add_sequence(&document, NULL, 0);
    int item = yaml_document_add_scalar(&document, NULL, TEXT("v"), 1, 0);
    int map = yaml_document_add_mapping(&document, NULL, 0);
    if (list && item && map) {
      yaml_document_append_sequence_item(&document, list, item);
      yaml_document_append_sequence_item(&document, list, map);
      yaml_document_append_mapping_pair(&document, map, item, item);
      if (shared)
        yaml_document_append_sequence_item(&document, list, item);
    }
    yaml_emitter_dump(&emitter, &document);
    yaml_emitter_close(&emitter);
  }
  yaml_emitter_delete(&emitter);
}

SCENARIO(plain) {
  dump(0);
}
SCENARIO(shared) {
  dump(1);
}
SCENARIO(empty) {
  yaml_emitter_t emitter;
  yaml_document_t document;
  unsigned char room[400];
  size_t written;
  if (!yaml_emitter_initialize(&emitter))
    return;
  yaml_emitter_set_output_string(&emitter, room, sizeof room, &written);
  if (yaml_document_initialize(&document, NULL, NULL, NULL, 1, 1)) {
    yaml_emitter_dump(&emitter, &document);
  }
  yaml_emitter_delete(&emitter);
}
