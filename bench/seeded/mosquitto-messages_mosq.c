/* Scenarios of mosquitto's queues of messages. */
#include "harness.h"

#include UNIT
#include "mosquitto-client.h"

static struct mosquitto *client_with_messages(void) {
  struct mosquitto *mosq = client();
  for (int i = 1; mosq && i <= 3; i++) {
    struct mosquitto_message_all *out = message_of(i, i % 2 + 1);
    if (out)
      DL_APPEND(mosq->msgs_out.inflight, out);
    struct mosquitto_message_all *in = message_of(i, i % 2 + 1);
    if (in)
      DL_APPEND(mosq->msgs_in.inflight, in);
  }
  return mosq;
}

SCENARIO(remove) {
  struct mosquitto *mosq = client_with_messages();
  if (!mosq)
    return;
  message__delete(mosq, 1, mosq_md_out, 2);
  message__delete(mosq, 2, mosq_md_out, 2);
  message__delete(mosq, 9, mosq_md_out, 2);
  message__delete(mosq, 1, mosq_md_in, 2);
  message__delete(mosq, 2, mosq_md_in, 2);
  message__delete(mosq, 9, mosq_md_in, 2);
  mosquitto_destroy(mosq);
}

SCENARIO(reset) {
  struct mosquitto *mosq = client_with_messages();
  if (!mosq)
    return;
  message__reconnect_reset(mosq, false);
  message__retry_check(mosq);
  mosquitto_destroy(mosq);
}

SCENARIO(update) {
  struct mosquitto *mosq = client_with_messages();
  if (!mosq)
    return;
  message__out_update(mosq, 1, mosq_ms_wait_for_pubcomp, 2);
  message__out_update(mosq, 2, mosq_ms_wait_for_pubcomp, 2);
  message__out_update(mosq, 9, mosq_ms_wait_for_pubcomp, 2);
  message__retry_check(mosq);
  mosquitto_destroy(mosq);
}

SCENARIO(queue) {
  struct mosquitto *mosq = client();
  struct mosquitto_message_all *message = mosq ? message_of(1, 1) : NULL;
  if (message)
    message__queue(mosq, message, mosq_md_out);
  message = mosq ? message_of(1, 1) : NULL;
  if (message)
    message__queue(mosq, message, mosq_md_in);
  mosquitto_destroy(mosq);
}

SCENARIO(copy) {
  struct mosquitto_message source = {0}, target = {0};
  source.topic = (char *)"topic";
  source.payload = (char *)"payload";
  source.payloadlen = 7;
  if (mosquitto_message_copy(&target, &source) == MOSQ_ERR_SUCCESS) {
    mosquitto_message_free_contents(&target);
  }
  source.payloadlen = 0;
  if (mosquitto_message_copy(&target, &source) == MOSQ_ERR_SUCCESS) {
    mosquitto_message_free_contents(&target);
  }
}

SCENARIO(none) {
  struct mosquitto_message source = {0}, *null = NULL;
  struct mosquitto_message_all *nothing = NULL;
  mosquitto_message_copy(NULL, &source);
  mosquitto_message_copy(&source, NULL);
  mosquitto_message_free(NULL);
  mosquitto_message_free(&null);
  mosquitto_message_free_contents(NULL);
  message__cleanup(NULL);
  message__cleanup(&nothing);
}

SCENARIO(free) {
  struct mosquitto_message *message = calloc(1, sizeof *message);
  if (!message)
    return;
  message->topic = strdup("topic");
  message->payload = strdup("payload");
  mosquitto_message_free(&message);
}
