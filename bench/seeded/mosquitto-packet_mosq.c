/* Scenarios of mosquitto's packets. */
#include "harness.h"

#include UNIT
#include "mosquitto-client.h"

#include <sys/socket.h>

static struct mosquitto__packet *packet_of(uint8_t command, int length) {
  struct mosquitto__packet *packet = calloc(1, sizeof *packet);
  if (!packet)
    return NULL;
  packet->command = command;
  packet->remaining_length = (uint32_t)length;
  if (packet__alloc(packet)) {
    free(packet);
    return NULL;
  }
  return packet;
}

SCENARIO(alloc) {
  static const uint32_t lengths[] = {0, 127, 128, 70000, 3000000, 0xffffffff};
  for (int i = 0; i < 6; i++) {
    struct mosquitto__packet packet = {0};
    packet.remaining_length = lengths[i];
    packet__alloc(&packet);
    packet__cleanup(&packet);
  }
  packet__cleanup(NULL);
}

SCENARIO(queue) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  for (int i = 0; i < 3; i++) {
    struct mosquitto__packet *packet = packet_of(CMD_PINGREQ, 2);
    if (packet)
      packet__queue(mosq, packet);
  }
  packet__check_oversize(mosq, 10);
  mosq->maximum_packet_size = 5;
  packet__check_oversize(mosq, 10);
  packet__write(mosq);
  packet__cleanup_all(mosq);
  mosquitto_destroy(mosq);
}

static void write_packets(uint8_t command, int state) {
  struct mosquitto *mosq = client();
  int ends[2];
  if (!mosq)
    return;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends))
    return;
  for (int i = 0; i < 3; i++) {
    struct mosquitto__packet *packet = packet_of(command, 2);
    if (packet)
      packet__queue(mosq, packet);
  }
  mosq->sock = ends[0];
  mosq->state = state;
  packet__write(mosq);
  mosq->sock = INVALID_SOCKET;
  mosquitto_destroy(mosq);
}

SCENARIO(write) {
  write_packets(CMD_PINGREQ, mosq_cs_active);
}
SCENARIO(write_publish) {
  write_packets(CMD_PUBLISH, mosq_cs_active);
}
SCENARIO(write_pending) {
  write_packets(CMD_PINGREQ, mosq_cs_connect_pending);
}

SCENARIO(write_closed) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  struct mosquitto__packet *packet = packet_of(CMD_PINGREQ, 2);
  if (packet)
    packet__queue(mosq, packet);
  mosq->sock = 9999;
  packet__write(mosq);
  mosq->sock = INVALID_SOCKET;
  mosquitto_destroy(mosq);
}

SCENARIO(none) {
  packet__write(NULL);
  packet__read(NULL);
}

static void read_packet(const void *bytes, size_t length) {
  struct mosquitto *mosq = client();
  int ends[2];
  if (!mosq)
    return;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends))
    return;
  send(ends[1], bytes, length, 0);
  mosq->sock = ends[0];
  packet__read(mosq);
  packet__read(mosq);
  mosq->sock = INVALID_SOCKET;
  mosquitto_destroy(mosq);
}

SCENARIO(read) {
  read_packet("\xd0\x00", 2);
}
SCENARIO(read_part) {
  read_packet("\x30\x09\x00", 3);
}
SCENARIO(read_long) {
  read_packet("\x30\xff\xff\xff\xff\xff\xff", 7);
}
SCENARIO(read_publish) {
  read_packet("\x30\x06\x00\x01t\x00xy", 8);
}
