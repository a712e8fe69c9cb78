/* Scenarios of tinyproxy's access lists. */
#include "harness.h"

#include UNIT

SCENARIO(list) {
  acl_list_t list = NULL;
  union sockaddr_union address = {0};
  char one[] = "10.0.0.0/8", two[] = "192.168.1.1", bad[] = "x/y";
  insert_acl(one, ACL_ALLOW, &list);
  insert_acl(two, ACL_DENY, &list);
  insert_acl(bad, ACL_DENY, &list);
  check_acl("10.1.1.1", &address, list);
  check_acl("192.168.1.1", &address, list);
  check_acl("1.1.1.1", &address, list);
  check_acl("", &address, list);
  flush_access_list(list);
}

SCENARIO(none) {
  union sockaddr_union address = {0};
  check_acl("10.1.1.1", &address, NULL);
  flush_access_list(NULL);
}

SCENARIO(names) {
  acl_list_t list = NULL;
  union sockaddr_union address = {0};
  char text[8] = "x";
  struct acl_s acl = {0};
  acl.h.type = HST_STRING;
  acl.h.address.string = (char *)".example.org";
  acl_string_processing(&acl, "10.0.0.1", &address, text);
  char name[] = ".example.org";
  insert_acl(name, ACL_ALLOW, &list);
  flush_access_list(list);
}
