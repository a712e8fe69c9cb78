/* Scenarios of tinyproxy's ports. */
#include "harness.h"

#include UNIT

SCENARIO(ports) {
  sblist *ports = NULL;
  check_allowed_connect_ports(443, ports);
  add_connect_port_allowed(443, &ports);
  add_connect_port_allowed(563, &ports);
  check_allowed_connect_ports(443, ports);
  check_allowed_connect_ports(80, ports);
  free_connect_ports_list(ports);
}

SCENARIO(none) {
  free_connect_ports_list(NULL);
}
