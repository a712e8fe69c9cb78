/* Scenarios of tinyproxy's messages. */
#include "harness.h"

#include UNIT

SCENARIO(message) {
  http_message_t message = http_message_create(200, "OK");
  if (!message)
    return;
  const char *headers[] = {"A: b", "C: d", "E: f"};
  http_message_set_body(message, "text", 4);
  for (int i = 0; i < 50; i++)
    http_message_add_headers(message, headers, 3);
  int null = open("/dev/null", O_WRONLY);
  if (null >= 0) {
    http_message_send(message, null);
    close(null);
  }
  http_message_destroy(message);
}

SCENARIO(bad) {
  http_message_t message = http_message_create(0, "OK");
  if (message)
    http_message_destroy(message);
  message = http_message_create(200, NULL);
  if (message)
    http_message_destroy(message);
  message = http_message_create(200, "");
  if (message)
    http_message_destroy(message);
  http_message_set_response(NULL, 200, "x");
  http_message_set_body(NULL, "x", 1);
  http_message_add_headers(NULL, NULL, 1);
  http_message_destroy(NULL);
  http_message_send(NULL, 1);
}

SCENARIO(no_headers) {
  http_message_t message = http_message_create(200, "OK");
  if (!message)
    return;
  http_message_add_headers(message, NULL, 1);
  http_message_set_body(message, NULL, 1);
  http_message_set_response(message, 200, NULL);
  http_message_destroy(message);
}
