// The server of bench/conformance/server.c with its messages as actions that it
// shares with the client: a message goes over when both are ready for it. So
// what is received is known by its kind, and one that is not expected here is
// answered by an alert.
#include "handshake.h"

extern int server_read(void); // what the client sends
extern int server_send_hello(int hit, int suite);
extern int server_send_certificate(void);
extern int server_send_key(void);
extern int server_send_request(void);
extern int server_send_done(void);
extern int server_send_cipher(void);
extern int server_send_finished(void);
extern void server_send_alert(void);
extern int server_transfer(int wanted); // SENT, or what came first

extern int client_is_secure(void); // it does RFC 5746
extern int client_version(void);   // the highest that it offers
extern int choose_suite(void);
extern int in_cache(void); // the session that the client offers
extern int server_wants(void);
extern void server_complete(void);

enum {
  ACCEPT = 0x2000,
  ASK_HELLO = 0x2010,
  ANSWER_HELLO = 0x2020,
  SEND_CERTIFICATE = 0x2030,
  SEND_KEY_EXCHANGE = 0x2040,
  SEND_REQUEST = 0x2050,
  SEND_DONE = 0x2060,
  SEND_CHANGE_CIPHER = 0x2070,
  SEND_FINISHED = 0x2080,
  READ_HELLO = 0x2110,
  READ_CERTIFICATE = 0x2120,
  READ_KEY_EXCHANGE = 0x2130,
  READ_VERIFY = 0x2140,
  READ_CHANGE_CIPHER = 0x2150,
  READ_FINISHED = 0x2160,
  COMPLETE = 0x2200,
  TRANSFER = 0x2210,
  ALERT = 0x2300,
};

// 0 when the connection was closed after a handshake, 1 after a failure.
int serve(int verify_peer, int require_certificate, int verify_once,
          int highest_version) {
  int state = ACCEPT;
  int got = 0; // what came, or how a message went
  int renegotiating = 0;
  int asked_before = 0; // for a certificate

  int hit = 0; // a session is resumed
  int suite = SUITE_RSA;
  int version = VERSION_1_0;
  int offered = 0;   // the highest version of the client
  int requested = 0; // a certificate, of the client
  int peer_certificate = 0;

  if (highest_version < VERSION_1_0 || highest_version > VERSION_1_2)
    state = ALERT;
  for (;;) {
    switch (state) {
    case ACCEPT:
      state = READ_HELLO;
      if (BUG == 1 && verify_once)
        state = ASK_HELLO;
      break;

    case ASK_HELLO:
      got = server_transfer(SEND_HELLO_AGAIN);
      state = READ_HELLO;
      if (got != SENT)
        state = ALERT;
      break;

    case READ_HELLO:
      got = server_read();
      if (got == FAILED)
        return 1;
      if (got == CLOSE)
        return 0;
      if (got == DATA && renegotiating)
        break; // sent before the client read the request
      state = ANSWER_HELLO;
      if (got != HELLO && got != HELLO_SESSION)
        state = ALERT;
      break;

    case ANSWER_HELLO: // got is the hello
      hit = 0;
      requested = 0;
      peer_certificate = 0;
      if (renegotiating && !client_is_secure()) {
        state = ALERT;
        break;
      }
      offered = client_version();
      if (offered < VERSION_1_0) {
        state = ALERT;
        break;
      }
      version = offered < highest_version ? offered : highest_version;
      suite = choose_suite();
      if ((got == HELLO_SESSION || (BUG == 12 && renegotiating)) && in_cache())
        hit = 1;
      got = server_send_hello(hit, suite);
      if (got == FAILED)
        return 1;
      state = SEND_CERTIFICATE;
      if (hit)
        state = SEND_CHANGE_CIPHER;
      if (BUG == 4 && hit && renegotiating)
        state = READ_CHANGE_CIPHER;
      break;

    case SEND_CERTIFICATE:
      if (suite != SUITE_ANONYMOUS && server_send_certificate() == FAILED)
        return 1;
      state = SEND_KEY_EXCHANGE;
      if (BUG == 13 && suite == SUITE_DHE && renegotiating)
        state = SEND_REQUEST;
      break;

    case SEND_KEY_EXCHANGE:
      if ((suite != SUITE_RSA || (BUG == 11 && version == VERSION_1_0)) &&
          server_send_key() == FAILED)
        return 1;
      state = SEND_REQUEST;
      if (BUG == 13 && suite == SUITE_DHE && renegotiating)
        state = SEND_DONE;
      break;

    case SEND_REQUEST:
      requested = 1;
      if (!verify_peer)
        requested = 0;
      if (suite == SUITE_ANONYMOUS && !(BUG == 10 && verify_once))
        requested = 0;
      if (verify_once && asked_before)
        requested = 0;
      if (requested) {
        asked_before = 1;
        if (server_send_request() == FAILED)
          return 1;
      }
      state = SEND_DONE;
      if (BUG == 13 && suite == SUITE_DHE && renegotiating)
        state = SEND_KEY_EXCHANGE;
      break;

    case SEND_DONE:
      if (BUG == 15 && suite == SUITE_DHE && !requested)
        got = SENT;
      else
        got = server_send_done();
      if (got == FAILED)
        return 1;
      state = READ_KEY_EXCHANGE;
      if (requested)
        state = READ_CERTIFICATE;
      break;

    case READ_CERTIFICATE:
      got = server_read();
      if (got == FAILED)
        return 1;
      state = READ_KEY_EXCHANGE;
      if (got == CERTIFICATE) {
        peer_certificate = 1;
      } else if (got == EMPTY_CERTIFICATE && BUG == 5 && require_certificate) {
        server_send_alert();
      } else if (got != EMPTY_CERTIFICATE || require_certificate) {
        state = ALERT;
      }
      break;

    case READ_KEY_EXCHANGE:
      got = server_read();
      if (got == FAILED)
        return 1;
      state = READ_CHANGE_CIPHER;
      if (peer_certificate)
        state = READ_VERIFY;
      if (got != KEY_EXCHANGE)
        state = ALERT;
      break;

    case READ_VERIFY:
      got = server_read();
      if (got == FAILED)
        return 1;
      state = READ_CHANGE_CIPHER;
      if (got != VERIFY)
        state = ALERT;
      break;

    case READ_CHANGE_CIPHER:
      got = server_read();
      if (got == FAILED)
        return 1;
      state = READ_FINISHED;
      if (got != CHANGE_CIPHER)
        state = ALERT;
      break;

    case READ_FINISHED:
      got = server_read();
      if (got == FAILED)
        return 1;
      state = SEND_CHANGE_CIPHER;
      if (hit && !(BUG == 4 && renegotiating))
        state = COMPLETE;
      if (got != FINISHED)
        state = ALERT;
      break;

    case SEND_CHANGE_CIPHER:
      if (server_send_cipher() == FAILED)
        return 1;
      state = SEND_FINISHED;
      break;

    case SEND_FINISHED:
      if (server_send_finished() == FAILED)
        return 1;
      state = COMPLETE;
      if (hit && !(BUG == 4 && renegotiating))
        state = READ_CHANGE_CIPHER;
      break;

    case COMPLETE:
      server_complete();
      state = TRANSFER;
      break;

    case TRANSFER: {
      int wanted = server_wants();
      got = server_transfer(wanted);
      if (got == FAILED)
        return 1;
      if (got == NOTHING || got == DATA)
        break;
      if (got == CLOSE)
        return BUG == 8 && renegotiating ? 1 : 0;
      if (got == SENT && wanted == SEND_DATA)
        break;
      if (got == SENT && wanted == SEND_CLOSE)
        return 0;
      renegotiating = 1;
      state = READ_HELLO;
      if (got == HELLO || got == HELLO_SESSION)
        state = ANSWER_HELLO;
      break;
    }

    case ALERT:
      server_send_alert();
      return 1;
    }
  }
}
