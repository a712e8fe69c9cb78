/* Scenarios of mosquitto's incoming messages. */
#include "harness.h"

#include UNIT
#include "mosquitto-client.h"

static void heard(struct mosquitto *mosq, void *data,
                  const struct mosquitto_message *message) {
}

static void publish(int command, const void *bytes, size_t length) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  mosq->on_message = heard;
  if (receive(mosq, command, bytes, length))
    handle__publish(mosq);
  mosquitto_destroy(mosq);
}

SCENARIO(qos0) {
  publish(0x30, "\x00\x01t\x00xy", 6);
}
SCENARIO(qos1) {
  publish(0x32, "\x00\x01t\x00\x07\x00xy", 8);
}
SCENARIO(qos2) {
  publish(0x34, "\x00\x01t\x00\x07\x00xy", 8);
}
SCENARIO(qos3) {
  publish(0x36, "\x00\x01t\x00\x07\x00xy", 8);
}
SCENARIO(mid0) {
  publish(0x34, "\x00\x01t\x00\x00\x00xy", 8);
}
SCENARIO(no_topic) {
  publish(0x30, "\x00\x00\x00xy", 5);
}
SCENARIO(cut) {
  publish(0x34, "\x00\x01t\x00", 4);
}
SCENARIO(no_properties) {
  publish(0x30, "\x00\x01t", 3);
}
SCENARIO(empty) {
  publish(0x30, "\x00\x01t\x00", 4);
}
SCENARIO(inactive) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  mosq->state = mosq_cs_new;
  handle__publish(mosq);
  mosquitto_destroy(mosq);
}
