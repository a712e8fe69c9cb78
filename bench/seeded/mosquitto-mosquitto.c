/* Scenarios of mosquitto's clients and topics. */
#include "harness.h"

#include UNIT

SCENARIO(client) {
  mosquitto_lib_init();
  struct mosquitto *mosq = mosquitto_new("id", true, NULL);
  mosquitto_destroy(mosq);
  mosq = mosquitto_new(NULL, true, NULL);
  if (mosq)
    mosquitto_reinitialise(mosq, "id", true, NULL);
  mosquitto_destroy(mosq);
  mosquitto_lib_cleanup();
}

SCENARIO(none) {
  mosquitto_new(NULL, false, NULL);
  mosquitto_reinitialise(NULL, "id", true, NULL);
  mosquitto_destroy(NULL);
  mosquitto__destroy(NULL);
  mosquitto_socket(NULL);
  mosquitto_lib_version(NULL, NULL, NULL);
  mosquitto_want_write(NULL);
}

SCENARIO(tokens) {
  char **topics = NULL;
  int count = 0;
  static const char *const texts[] = {"a/b/c", "/a", "a/", "a", "//", ""};
  for (int i = 0; i < 6; i++) {
    if (mosquitto_sub_topic_tokenise(texts[i], &topics, &count) == 0) {
      mosquitto_sub_topic_tokens_free(&topics, count);
    }
  }
  mosquitto_sub_topic_tokenise(NULL, &topics, &count);
  mosquitto_sub_topic_tokenise("a", NULL, &count);
  mosquitto_sub_topic_tokenise("a", &topics, NULL);
  mosquitto_sub_topic_tokens_free(NULL, 1);
}
