/* Scenarios of mosquitto's options. */
#include "harness.h"

#include UNIT
#include "mosquitto-client.h"

SCENARIO(password) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  mosquitto_username_pw_set(mosq, "user", "pass");
  mosquitto_username_pw_set(mosq, "other", NULL);
  mosquitto_username_pw_set(mosq, NULL, "pass");
  mosquitto_username_pw_set(mosq, "\xff", "pass");
  mosquitto_destroy(mosq);
}

SCENARIO(values) {
  struct mosquitto *mosq = client();
  if (!mosq)
    return;
  int version = MQTT_PROTOCOL_V311;
  mosquitto_opts_set(mosq, MOSQ_OPT_PROTOCOL_VERSION, &version);
  mosquitto_opts_set(mosq, MOSQ_OPT_PROTOCOL_VERSION, NULL);
  mosquitto_int_option(mosq, MOSQ_OPT_RECEIVE_MAXIMUM, -3);
  mosquitto_int_option(mosq, MOSQ_OPT_SEND_MAXIMUM, 3);
  mosquitto_string_option(mosq, MOSQ_OPT_BIND_ADDRESS, "10.0.0.1");
  mosquitto_string_option(mosq, MOSQ_OPT_BIND_ADDRESS, NULL);
  mosquitto_reconnect_delay_set(mosq, 1, 2, true);
  mosquitto_will_set(mosq, "topic", 1, "x", 0, false);
  mosquitto_will_clear(mosq);
  mosquitto_destroy(mosq);
}

SCENARIO(none) {
  mosquitto_username_pw_set(NULL, "a", "b");
  mosquitto_will_set(NULL, "topic", 1, "x", 0, false);
  mosquitto_will_clear(NULL);
  mosquitto_reconnect_delay_set(NULL, 1, 2, true);
  mosquitto_opts_set(NULL, MOSQ_OPT_PROTOCOL_VERSION, NULL);
  mosquitto_int_option(NULL, MOSQ_OPT_SEND_MAXIMUM, 1);
  mosquitto_string_option(NULL, MOSQ_OPT_BIND_ADDRESS, "x");
  mosquitto_void_option(NULL, MOSQ_OPT_SSL_CTX, NULL);
  mosquitto_user_data_set(NULL, NULL);
  mosquitto_userdata(NULL);
}
