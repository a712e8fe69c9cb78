/* Scenarios of mosquitto's incoming PUBREC packets. */
#include "harness.h"

#include UNIT

#define PACKET 0x50
#define HANDLE(mosq) handle__pubrec(mosq)
#include "mosquitto-acknowledged.h"
