/* Any text of two bytes, as mosquitto is given it: bench/found. */
unsigned char __VERIFIER_nondet_uchar(void);
int mosquitto_validate_utf8(const char *str, int len);

int main(void) {
  char text[2] = {(char)__VERIFIER_nondet_uchar(),
                  (char)__VERIFIER_nondet_uchar()};
  return mosquitto_validate_utf8(text, 2);
}
