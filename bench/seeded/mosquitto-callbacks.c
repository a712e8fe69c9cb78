/* Scenarios of mosquitto's callbacks. */
#include "harness.h"

#include UNIT
#include "mosquitto-client.h"

SCENARIO(set) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  mosquitto_connect_callback_set(mosq, NULL);
  mosquitto_connect_with_flags_callback_set(mosq, NULL);
  mosquitto_connect_v5_callback_set(mosq, NULL);
  mosquitto_disconnect_callback_set(mosq, NULL);
  mosquitto_disconnect_v5_callback_set(mosq, NULL);
  mosquitto_publish_callback_set(mosq, NULL);
  mosquitto_publish_v5_callback_set(mosq, NULL);
  mosquitto_message_callback_set(mosq, NULL);
  mosquitto_message_v5_callback_set(mosq, NULL);
  mosquitto_subscribe_callback_set(mosq, NULL);
  mosquitto_subscribe_v5_callback_set(mosq, NULL);
  mosquitto_unsubscribe_callback_set(mosq, NULL);
  mosquitto_unsubscribe_v5_callback_set(mosq, NULL);
  mosquitto_log_callback_set(mosq, NULL);
  mosquitto_destroy(mosq);
}
