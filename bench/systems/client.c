// The client of bench/conformance/client.c with its messages as actions that it
// shares with the server.
#include "handshake.h"

extern int client_read(void); // what the server sends
extern int client_send_hello(int offered);
extern int client_send_certificate(int present); // 0: an empty one
extern int client_send_key(void);
extern int client_send_verify(void);
extern int client_send_cipher(void);
extern int client_send_finished(void);
extern void client_send_alert(void);
extern int client_transfer(int wanted, int offered);

extern int find_session(void);     // 1: there is one to offer
extern int server_version(void);   // what the ServerHello says
extern int certificate_good(void); // that of the server
extern int client_wants(void);
extern void client_complete(void);

enum {
  CONNECT = 0x1000,
  SEND_HELLO = 0x1010,
  SEND_CERTIFICATE = 0x1020,
  SEND_KEY_EXCHANGE = 0x1030,
  SEND_VERIFY = 0x1040,
  SEND_CHANGE_CIPHER = 0x1050,
  SEND_FINISHED = 0x1060,
  READ_HELLO = 0x1110,
  READ_CERTIFICATE = 0x1120,
  READ_KEY_EXCHANGE = 0x1130,
  READ_REQUEST = 0x1140,
  READ_DONE = 0x1150,
  READ_CHANGE_CIPHER = 0x1170,
  READ_FINISHED = 0x1180,
  COMPLETE = 0x1200,
  TRANSFER = 0x1210,
  ALERT = 0x1300,
};

// 0 when the connection was closed after a handshake, 1 after a failure.
int connect_to(int has_certificate, int can_resume, int lowest_version,
               int highest_version) {
  int state = CONNECT;
  int got = 0; // what came, or how a message went
  int renegotiating = 0;

  int hit = 0; // a session is resumed
  int suite = SUITE_RSA;
  int version = VERSION_1_0;
  int offered = 0;   // a session
  int requested = 0; // a certificate, by the server

  if (lowest_version < VERSION_1_0 || highest_version > VERSION_1_2 ||
      lowest_version > highest_version)
    state = ALERT;
  for (;;) {
    switch (state) {
    case CONNECT:
      hit = 0;
      requested = 0;
      offered = 0;
      if (can_resume && find_session())
        offered = 1;
      state = SEND_HELLO;
      break;

    case SEND_HELLO:
      got = client_send_hello(offered);
      if (got == FAILED)
        return 1;
      if (got == HELLO_REQUEST)
        break; // a hello is on its way
      state = READ_HELLO;
      break;

    case READ_HELLO:
      got = client_read();
      if (got == FAILED)
        return BUG == 7 && renegotiating ? 0 : 1;
      if (got < SERVER_HELLO) {
        state = ALERT;
        break;
      }
      suite = got - SERVER_HELLO;
      if (suite == SUITE_RESUMED)
        hit = 1;
      version = server_version();
      if (version > highest_version || version < lowest_version)
        state = ALERT;
      else if (hit && !offered && BUG != 12)
        state = ALERT;
      else if (BUG == 4 && hit && renegotiating)
        state = SEND_CHANGE_CIPHER;
      else if (hit)
        state = READ_CHANGE_CIPHER;
      else if (suite == SUITE_ANONYMOUS)
        state = READ_KEY_EXCHANGE;
      else
        state = READ_CERTIFICATE;
      break;

    case READ_CERTIFICATE:
      got = client_read();
      if (got == FAILED)
        return 1;
      state = READ_REQUEST;
      if (suite == SUITE_DHE)
        state = READ_KEY_EXCHANGE;
      if (got != CERTIFICATE || !certificate_good())
        state = ALERT;
      break;

    case READ_KEY_EXCHANGE:
      got = client_read();
      if (got == FAILED)
        return 1;
      state = READ_REQUEST;
      if (got != KEY_EXCHANGE)
        state = ALERT;
      break;

    case READ_REQUEST: // or what follows, if there is none
      got = client_read();
      if (got == FAILED)
        return 1;
      state = ALERT;
      if (got == REQUEST && suite != SUITE_ANONYMOUS) {
        requested = 1;
        state = READ_DONE;
      } else if (got == DONE) {
        state = SEND_KEY_EXCHANGE;
      }
      break;

    case READ_DONE:
      got = client_read();
      if (got == FAILED)
        return 1;
      state = SEND_CERTIFICATE;
      if (BUG == 6 && renegotiating && !has_certificate)
        state = CONNECT;
      if (got != DONE)
        state = ALERT;
      break;

    case SEND_CERTIFICATE: // an empty list, if there is none
      if (client_send_certificate(has_certificate) == FAILED)
        return 1;
      state = SEND_KEY_EXCHANGE;
      break;

    case SEND_KEY_EXCHANGE:
      got = client_send_key();
      if (got == FAILED && BUG == 5)
        break;
      if (got == FAILED)
        return 1;
      if (BUG == 3 && version == VERSION_1_0 && client_send_key() == FAILED)
        return 1;
      state = SEND_CHANGE_CIPHER;
      if (requested && (has_certificate || BUG == 9))
        state = SEND_VERIFY;
      break;

    case SEND_VERIFY:
      if (client_send_verify() == FAILED)
        return 1;
      state = SEND_CHANGE_CIPHER;
      break;

    case SEND_CHANGE_CIPHER:
      if (!(BUG == 14 && hit && renegotiating) &&
          client_send_cipher() == FAILED)
        return 1;
      if (BUG == 2 && suite == SUITE_DHE &&
          client_transfer(SEND_DATA, 0) == FAILED)
        return 1;
      state = SEND_FINISHED;
      break;

    case SEND_FINISHED:
      if (client_send_finished() == FAILED)
        return 1;
      state = READ_CHANGE_CIPHER;
      if (hit && !(BUG == 4 && renegotiating))
        state = COMPLETE;
      break;

    case READ_CHANGE_CIPHER:
      got = client_read();
      if (got == FAILED)
        return 1;
      state = READ_FINISHED;
      if (got != CHANGE_CIPHER)
        state = ALERT;
      break;

    case READ_FINISHED:
      got = client_read();
      if (got == FAILED)
        return 1;
      state = COMPLETE;
      if (hit && !(BUG == 4 && renegotiating))
        state = SEND_CHANGE_CIPHER;
      if (got != FINISHED)
        state = ALERT;
      break;

    case COMPLETE:
      client_complete();
      state = TRANSFER;
      break;

    case TRANSFER: {
      int wanted = client_wants();
      offered = 0;
      if (can_resume && find_session())
        offered = 1;
      got = client_transfer(wanted, offered);
      if (got == FAILED)
        return 1;
      if (got == NOTHING || got == DATA)
        break;
      if (got == CLOSE)
        return 0;
      if (got == SENT && wanted == SEND_DATA)
        break;
      if (got == SENT && wanted == SEND_CLOSE)
        return 0;
      renegotiating = 1;
      state = CONNECT;
      if (got == SENT) { // the hello
        hit = 0;
        requested = 0;
        state = READ_HELLO;
      }
      break;
    }

    case ALERT:
      client_send_alert();
      return 1;
    }
  }
}
