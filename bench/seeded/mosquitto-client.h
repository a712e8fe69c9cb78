/* A client without a connection, for the scenarios of mosquitto. */
static struct mosquitto *client(void) {
  struct mosquitto *mosq = mosquitto_new("client", true, NULL);
  if (mosq) {
    mosq->state = mosq_cs_active;
    mosq->protocol = mosq_p_mqtt5;
    mosq->msgs_out.inflight_quota = mosq->msgs_in.inflight_quota = 5;
    mosq->msgs_out.inflight_maximum = mosq->msgs_in.inflight_maximum = 5;
  }
  return mosq;
}

/* A packet of exactly these bytes has come in. */
__attribute__((unused)) static int receive(struct mosquitto *mosq, int command,
                                           const void *bytes, size_t length) {
  mosq->in_packet.command = (uint8_t)command;
  mosq->in_packet.remaining_length = (uint32_t)length;
  mosq->in_packet.pos = 0;
  mosq->in_packet.payload = malloc(length ? length : 1);
  if (!mosq->in_packet.payload)
    return 0;
  memcpy(mosq->in_packet.payload, bytes, length);
  return 1;
}

/* A message that waits in one direction. */
__attribute__((unused)) static struct mosquitto_message_all *
message_of(int mid, int qos) {
  struct mosquitto_message_all *message = calloc(1, sizeof *message);
  if (!message)
    return NULL;
  message->msg.mid = mid;
  message->msg.qos = qos;
  message->msg.topic = strdup("topic");
  message->msg.payload = strdup("payload");
  message->msg.payloadlen = message->msg.payload ? 7 : 0;
  if (!message->msg.topic) {
    free(message->msg.payload);
    free(message);
    return NULL;
  }
  return message;
}
