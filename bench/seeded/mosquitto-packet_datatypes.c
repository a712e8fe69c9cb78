/* Scenarios of mosquitto's fields, in packets of exactly their size. */
#include "harness.h"

#include UNIT

static void read_all(const void *bytes, size_t length, size_t pos) {
  for (int what = 0; what < 7; what++) {
    struct mosquitto__packet packet = {0};
    packet.payload = malloc(length ? length : 1);
    if (!packet.payload)
      return;
    memcpy(packet.payload, bytes, length);
    packet.remaining_length = (uint32_t)length;
    packet.pos = (uint32_t)pos;
    uint8_t byte, *data = NULL, room[4];
    uint16_t word, size;
    uint32_t number;
    char *text = NULL;
    switch (what) {
    case 0: packet__read_byte(&packet, &byte); break;
    case 1: packet__read_uint16(&packet, &word); break;
    case 2: packet__read_uint32(&packet, &number); break;
    case 3: packet__read_varint(&packet, &number, &byte); break;
    case 4: packet__read_bytes(&packet, room, 4); break;
    case 5:
      if (packet__read_binary(&packet, &data, &size) == 0)
        free(data);
      break;
    case 6:
      if (packet__read_string(&packet, &text, &size) == 0)
        free(text);
      break;
    }
    free(packet.payload);
  }
}

SCENARIO(read) {
  read_all("\x00\x03xyz", 5, 0);
}
SCENARIO(read_nothing) {
  read_all("", 0, 0);
}
SCENARIO(read_end) {
  read_all("\x00\x03xyz", 5, 5);
}
SCENARIO(read_cut) {
  read_all("\x00\x09xyz", 5, 0);
}
SCENARIO(read_empty) {
  read_all("\x00\x00", 2, 0);
}
SCENARIO(read_bad) {
  read_all("\x00\x03\xff\xff\xff", 5, 0);
}
SCENARIO(read_varint) {
  read_all("\xff\xff\xff\xff\x01", 5, 0);
}
SCENARIO(read_varint_cut) {
  read_all("\xff", 1, 0);
}
SCENARIO(no_count) {
  struct mosquitto__packet packet = {0};
  uint32_t number;
  packet.payload = (uint8_t *)"\x05";
  packet.remaining_length = 1;
  packet__read_varint(&packet, &number, NULL);
}
