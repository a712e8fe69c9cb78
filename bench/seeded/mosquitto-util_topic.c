/* Scenarios of mosquitto's topics, in blocks of exactly their size. */
#include "harness.h"

#include UNIT

static void check(const char *sub, const char *topic) {
  bool result;
  size_t sub_length = strlen(sub), length = strlen(topic);
  char *one = malloc(sub_length + 1), *two = malloc(length + 1);
  if (one && two) {
    strcpy(one, sub);
    strcpy(two, topic);
    mosquitto_pub_topic_check(two);
    mosquitto_sub_topic_check(one);
    mosquitto_pub_topic_check2(two, length);
    mosquitto_sub_topic_check2(one, sub_length);
    mosquitto_topic_matches_sub(one, two, &result);
    mosquitto_topic_matches_sub2(one, sub_length, two, length, &result);
  }
  free(one);
  free(two);
}

SCENARIO(topics) {
  static const char *const subs[] = {"a/b", "a/+", "+", "#",
                                     "a/#", "+/+", "a", "a/b/#",
                                     "a+",  "#a",  "",  "$SYS/a"};
  static const char *const topics[] = {"a/b", "a", "a/b/c", "", "$SYS/a", "b"};
  for (int i = 0; i < 12; i++) {
    for (int j = 0; j < 6; j++)
      check(subs[i], topics[j]);
  }
}

SCENARIO(none) {
  bool result;
  mosquitto_pub_topic_check(NULL);
  mosquitto_pub_topic_check2(NULL, 3);
  mosquitto_sub_topic_check(NULL);
  mosquitto_sub_topic_check2(NULL, 3);
  mosquitto_topic_matches_sub(NULL, "a", &result);
  mosquitto_topic_matches_sub("a", NULL, &result);
  mosquitto_topic_matches_sub("a", "a", NULL);
  mosquitto_topic_matches_sub2(NULL, 1, "a", 1, &result);
}
