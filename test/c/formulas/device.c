// Conditions on volatile objects: as a device, each read gives any value, so that
// what the program wrote there says nothing.
volatile int port;
int got;

void down(int n) {
  if (n > 0)
    down(n - 1);
}

int main(void) {
  port = 1;
#ifdef DEEP
  down(port);
#endif
  got = port;
  return 0;
}

/* test: check --spec $dir/device.spec $file
 * exit: 5
 * timeout: 20
 * stdout-contains: check held: main ctl AG "port <= 1": unknown ('port' is volatile: each read gives any value
 * stdout-contains: check seen: main ctl EF "port == 5": unknown ('port' is volatile: each read gives any value
 * stdout-contains: check read: main ctl EF "got == 5": true
 */
/* test: check -DDEEP --spec $dir/device.spec --check held $file
 * exit: 5
 * timeout: 20
 * stdout-contains: RESULT: unknown ('port' is volatile: each read gives any value
 */
/* test: check --volatile=memory --spec $dir/device.spec $file
 * exit: 10
 * timeout: 20
 * stdout-contains: check held: main ctl AG "port <= 1": true
 * stdout-contains: check seen: main ctl EF "port == 5": false
 */
