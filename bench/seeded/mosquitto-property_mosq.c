/* Scenarios of mosquitto's properties. */
#include "harness.h"

#include UNIT

static mosquitto_property *example(void) {
  mosquitto_property *list = NULL;
  mosquitto_property_add_byte(&list, MQTT_PROP_PAYLOAD_FORMAT_INDICATOR, 1);
  mosquitto_property_add_int16(&list, MQTT_PROP_TOPIC_ALIAS, 3);
  mosquitto_property_add_int32(&list, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, 9);
  mosquitto_property_add_varint(&list, MQTT_PROP_SUBSCRIPTION_IDENTIFIER, 2);
  mosquitto_property_add_binary(&list, MQTT_PROP_CORRELATION_DATA, "ab", 2);
  mosquitto_property_add_string(&list, MQTT_PROP_CONTENT_TYPE, "text");
  mosquitto_property_add_string_pair(&list, MQTT_PROP_USER_PROPERTY, "a", "b");
  return list;
}

SCENARIO(add) {
  mosquitto_property *list = example();
  property__get_length_all(list);
  mosquitto_property_check_all(CMD_PUBLISH, list);
  mosquitto_property_free_all(&list);
}

SCENARIO(copy) {
  mosquitto_property *list = example(), *copy = NULL;
  if (list)
    mosquitto_property_copy_all(&copy, list);
  mosquitto_property_free_all(&copy);
  mosquitto_property_free_all(&list);
}

SCENARIO(add_none) {
  mosquitto_property *list = NULL;
  mosquitto_property_add_byte(NULL, MQTT_PROP_MAXIMUM_QOS, 1);
  mosquitto_property_add_int16(NULL, MQTT_PROP_TOPIC_ALIAS, 1);
  mosquitto_property_add_int32(NULL, MQTT_PROP_MAXIMUM_PACKET_SIZE, 1);
  mosquitto_property_add_varint(NULL, MQTT_PROP_SUBSCRIPTION_IDENTIFIER, 1);
  mosquitto_property_add_binary(NULL, MQTT_PROP_CORRELATION_DATA, "a", 1);
  mosquitto_property_add_string(NULL, MQTT_PROP_CONTENT_TYPE, "a");
  mosquitto_property_add_string(&list, MQTT_PROP_CONTENT_TYPE, NULL);
  mosquitto_property_add_string_pair(NULL, MQTT_PROP_USER_PROPERTY, "a", "b");
  mosquitto_property_add_string_pair(&list, MQTT_PROP_USER_PROPERTY, NULL, "b");
  mosquitto_property_add_string_pair(&list, MQTT_PROP_USER_PROPERTY, "a", NULL);
  mosquitto_property_copy_all(NULL, NULL);
  mosquitto_property_free_all(NULL);
  mosquitto_property_free_all(&list);
  property__free(NULL);
  mosquitto_property_identifier(NULL);
  mosquitto_property_read_byte(NULL, 1, NULL, false);
  mosquitto_property_read_string(NULL, 3, NULL, false);
  mosquitto_property_read_binary(NULL, 9, NULL, NULL, false);
  mosquitto_property_read_string_pair(NULL, 38, NULL, NULL, false);
  mosquitto_string_to_property_info(NULL, NULL, NULL);
  property__get_length(NULL);
}

SCENARIO(read) {
  mosquitto_property *list = example();
  uint8_t byte;
  uint16_t word, length;
  uint32_t number;
  void *data = NULL;
  char *text = NULL, *name = NULL;
  mosquitto_property_read_byte(list, MQTT_PROP_PAYLOAD_FORMAT_INDICATOR, &byte,
                               false);
  mosquitto_property_read_byte(list, MQTT_PROP_PAYLOAD_FORMAT_INDICATOR, NULL,
                               false);
  mosquitto_property_read_int16(list, MQTT_PROP_TOPIC_ALIAS, &word, false);
  mosquitto_property_read_int16(list, MQTT_PROP_TOPIC_ALIAS, NULL, false);
  mosquitto_property_read_int32(list, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL,
                                &number, false);
  mosquitto_property_read_varint(list, MQTT_PROP_SUBSCRIPTION_IDENTIFIER,
                                 &number, true);
  mosquitto_property_read_binary(list, MQTT_PROP_CORRELATION_DATA, &data,
                                 &length, false);
  mosquitto_property_read_string(list, MQTT_PROP_CONTENT_TYPE, &text, false);
  free(text);
  mosquitto_property_read_string(list, MQTT_PROP_CONTENT_TYPE, NULL, false);
  text = NULL;
  if (mosquitto_property_read_string_pair(list, MQTT_PROP_USER_PROPERTY, &name,
                                          &text, false)) {
    free(name);
    free(text);
  }
  free(data);
  mosquitto_property_free_all(&list);
}

static void read_packet(const void *bytes, size_t length) {
  struct mosquitto__packet packet = {0};
  mosquitto_property *list = NULL;
  packet.payload = malloc(length);
  if (!packet.payload)
    return;
  memcpy(packet.payload, bytes, length);
  packet.remaining_length = (uint32_t)length;
  if (property__read_all(CMD_PUBLISH, &packet, &list) == 0) {
    mosquitto_property_free_all(&list);
  }
  free(packet.payload);
}

SCENARIO(read_string) {
  read_packet("\x04\x03\x00\x01t", 5);
}
SCENARIO(read_pair) {
  read_packet("\x07\x26\x00\x01t\x00\x01u", 8);
}
SCENARIO(read_pair_cut) {
  read_packet("\x07\x26\x00\x01t\x00\x09u", 8);
}
SCENARIO(read_binary) {
  read_packet("\x04\x09\x00\x01t", 5);
}
SCENARIO(read_unknown) {
  read_packet("\x04\x7f\x00\x01t", 5);
}
SCENARIO(read_bytes) {
  read_packet("\x02\x01\x01", 3);
}
