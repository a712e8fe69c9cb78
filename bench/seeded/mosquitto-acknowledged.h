/* Scenarios of mosquitto's incoming packets that begin with the number of a
 * message. PACKET is their first byte, HANDLE(mosq) takes one. */
#include "mosquitto-client.h"

#include <utlist.h>

static void handle(const void *bytes, size_t length, int state) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  struct mosquitto_message_all *message = message_of(7, 2);
  if (message)
    DL_APPEND(mosq->msgs_out.inflight, message);
  message = message_of(8, 1);
  if (message)
    DL_APPEND(mosq->msgs_out.inflight, message);
  message = message_of(7, 2);
  if (message)
    DL_APPEND(mosq->msgs_in.inflight, message);
  mosq->state = state;
  if (receive(mosq, PACKET, bytes, length))
    HANDLE(mosq);
  mosquitto_destroy(mosq);
}

SCENARIO(known) {
  handle("\x00\x07", 2, mosq_cs_active);
}
SCENARIO(known_too) {
  handle("\x00\x08", 2, mosq_cs_active);
}
SCENARIO(unknown) {
  handle("\x00\x09", 2, mosq_cs_active);
}
SCENARIO(zero) {
  handle("\x00\x00", 2, mosq_cs_active);
}
SCENARIO(reason) {
  handle("\x00\x07\x00", 3, mosq_cs_active);
}
SCENARIO(failed) {
  handle("\x00\x07\x80", 3, mosq_cs_active);
}
SCENARIO(properties) {
  handle("\x00\x07\x00\x04\x1f\x00\x01r", 8, mosq_cs_active);
}
SCENARIO(more) {
  handle("\x00\x07\x04\x1f\x00\x01r\x01\x02", 9, mosq_cs_active);
}
SCENARIO(bad_properties) {
  handle("\x00\x07\x00\x09x", 5, mosq_cs_active);
}
SCENARIO(cut) {
  handle("\x00", 1, mosq_cs_active);
}
SCENARIO(inactive) {
  handle("\x00\x07", 2, mosq_cs_new);
}
