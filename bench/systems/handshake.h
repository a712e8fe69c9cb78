// Messages of the handshake, as the two sides see them. -DBUG=n seeds a mistake
// that violates the n-th property of handshake.spec.
#ifndef BUG
#define BUG 0
#endif

// What is received; FAILED: an alert of the other side came instead, and there
// is nothing more to say.
enum {
  FAILED = -1,
  NOTHING,
  SENT,
  HELLO,
  HELLO_SESSION, // with a session to resume
  HELLO_REQUEST,
  CERTIFICATE,
  EMPTY_CERTIFICATE,
  KEY_EXCHANGE,
  REQUEST,
  DONE,
  VERIFY,
  CHANGE_CIPHER,
  FINISHED,
  DATA,
  CLOSE,
  SERVER_HELLO = 0x40, // and the suite
};

enum { SUITE_RSA, SUITE_DHE, SUITE_ANONYMOUS, SUITE_RESUMED };
enum { VERSION_1_0 = 0x301, VERSION_1_1 = 0x302, VERSION_1_2 = 0x303 };

// What the application wants between handshakes.
enum { WAIT, SEND_DATA, SEND_CLOSE, SEND_HELLO_AGAIN };
