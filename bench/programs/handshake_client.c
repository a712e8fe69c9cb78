// The client's side of the handshake in handshake_server.c, with session
// tickets (RFC 5077). Messages, the server's choices, what the user configured
// and whether a write goes through are arbitrary.
//
//   -DPROPERTY=n   the assertion to check after each step, 1 to 10
//   -DBUG=n        seeds a mistake that violates property n
//
// The variables named sent_* and got_* are ghosts: only the properties read
// them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef PROPERTY
#define PROPERTY 1
#endif
#ifndef BUG
#define BUG 0
#endif

#define IMPLIES(a, b) (!(a) || (b))

// In a full handshake Finished waits for ServerHelloDone.
#define PROPERTY_1 IMPLIES(sent_finished && !hit, got_done)
// CertificateVerify follows a certificate of the client.
#define PROPERTY_2 IMPLIES(sent_verify, sent_certificate)
// Complete means that the server showed a certificate, unless the session is
// resumed or the suite has none.
#define PROPERTY_3                                                             \
  IMPLIES(state == COMPLETE && !hit &&                                         \
              (suite == SUITE_RSA || suite == SUITE_DHE),                      \
          got_certificate)
// A Finished is accepted under the new cipher only.
#define PROPERTY_4 IMPLIES(got_finished, got_change_cipher)
// ServerKeyExchange is accepted for suites with an ephemeral key only.
#define PROPERTY_5                                                             \
  IMPLIES(got_key_exchange, suite == SUITE_DHE || suite == SUITE_ANONYMOUS)
// A certificate is sent only if the server asked for one.
#define PROPERTY_6 IMPLIES(sent_certificate, got_request)
// The version is one that was offered.
#define PROPERTY_7                                                             \
  IMPLIES(got_hello, version >= lowest_version && version <= highest_version)
// In a full handshake ChangeCipherSpec is accepted after the key exchange.
#define PROPERTY_8 IMPLIES(got_change_cipher && !hit, sent_key_exchange)
// The server resumes no session but the one that was offered.
#define PROPERTY_9 IMPLIES(hit, offered_session)
// A ticket is accepted only if the ServerHello announced it.
#define PROPERTY_10 IMPLIES(got_ticket, ticket_announced)

#define PASTE(a, b) a##b
#define CHOOSE(a, b) PASTE(a, b)
#define HOLDS CHOOSE(PROPERTY_, PROPERTY)

enum {
  CONNECT = 0x1000,
  SEND_HELLO = 0x1010,
  SEND_CERTIFICATE = 0x1020,
  SEND_KEY_EXCHANGE = 0x1030,
  SEND_VERIFY = 0x1040,
  SEND_CHANGE_CIPHER = 0x1050,
  SEND_FINISHED = 0x1060,
  FLUSH = 0x1070,
  READ_HELLO = 0x1110,
  READ_CERTIFICATE = 0x1120,
  READ_KEY_EXCHANGE = 0x1130,
  READ_REQUEST = 0x1140,
  READ_DONE = 0x1150,
  READ_TICKET = 0x1160,
  READ_CHANGE_CIPHER = 0x1170,
  READ_FINISHED = 0x1180,
  COMPLETE = 0x1200,
  TRANSFER = 0x1210,
};

// What arrives. The handshake messages have the numbers of RFC 5246.
enum {
  MESSAGE_HELLO_REQUEST = 0,
  MESSAGE_HELLO = 2,
  MESSAGE_TICKET = 4,
  MESSAGE_CERTIFICATE = 11,
  MESSAGE_KEY_EXCHANGE = 12,
  MESSAGE_REQUEST = 13,
  MESSAGE_DONE = 14,
  MESSAGE_FINISHED = 20,
  MESSAGE_CHANGE_CIPHER = 101,
  MESSAGE_DATA = 102,
  NOTHING_YET = 103,
};

enum { SUITE_RSA, SUITE_DHE, SUITE_ANONYMOUS, SUITE_SHARED_KEY };
enum { VERSION_1_0 = 0x301, VERSION_1_1 = 0x302, VERSION_1_2 = 0x303 };

int main(void) {
  // The configuration.
  int has_certificate = __VERIFIER_nondet_int() != 0;
  int can_resume = __VERIFIER_nondet_int() != 0;
  int lowest_version = __VERIFIER_nondet_int();
  int highest_version = __VERIFIER_nondet_int();
  if (lowest_version < VERSION_1_0 || highest_version > VERSION_1_2 ||
      lowest_version > highest_version)
    return 1;

  // The connection.
  int state = CONNECT;
  int next_state = CONNECT; // after a flush
  int message = NOTHING_YET;
  int renegotiating = 0;
  int waiting = 0; // `message` holds one that the state before left unread

  // The handshake.
  int hit = 0; // a session is resumed
  int suite = SUITE_RSA;
  int version = VERSION_1_0;
  int offered_session = 0;
  int ticket_announced = 0;
  int requested = 0; // a certificate, by the server

  // Ghosts of the handshake.
  int sent_certificate = 0, sent_key_exchange = 0, sent_verify = 0;
  int sent_finished = 0, got_hello = 0, got_certificate = 0;
  int got_key_exchange = 0, got_request = 0, got_done = 0, got_ticket = 0;
  int got_change_cipher = 0, got_finished = 0;

  for (;;) {
    switch (state) {
    case CONNECT:
      hit = 0;
      requested = 0;
      ticket_announced = 0;
      waiting = 0;
      sent_certificate = sent_key_exchange = sent_verify = sent_finished = 0;
      got_hello = got_certificate = got_key_exchange = got_request = 0;
      got_done = got_ticket = got_change_cipher = got_finished = 0;
      state = SEND_HELLO;
      break;

    case SEND_HELLO:
      offered_session = 0;
      if (can_resume && __VERIFIER_nondet_int()) // there is a fresh session
        offered_session = 1;
      next_state = READ_HELLO;
      state = FLUSH;
      break;

    case FLUSH:
      if (__VERIFIER_nondet_int()) // the write went through
        state = next_state;
      break;

    case READ_HELLO:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (message != MESSAGE_HELLO)
        return 1;
      version = __VERIFIER_nondet_int();
      if (version > highest_version)
        return 1;
      if (version < lowest_version &&
          !(BUG == 7 && renegotiating && version >= VERSION_1_0))
        return 1;
      got_hello = 1;
      suite = __VERIFIER_nondet_int();
      if (suite < SUITE_RSA || suite > SUITE_SHARED_KEY)
        return 1;
      ticket_announced = __VERIFIER_nondet_int() != 0;
      if (__VERIFIER_nondet_int()) { // the server says it is the old session
        if (!offered_session && !(BUG == 9 && can_resume))
          return 1;
        hit = 1;
      }
      if (hit && ticket_announced)
        state = READ_TICKET;
      else if (hit)
        state = READ_CHANGE_CIPHER;
      else
        state = READ_CERTIFICATE;
      break;

    // The messages up to ServerHelloDone may be left out, each by its rule. A
    // state that leaves its message out passes what came on to the next.
    case READ_CERTIFICATE:
      if (suite == SUITE_ANONYMOUS || suite == SUITE_SHARED_KEY) {
        state = READ_KEY_EXCHANGE;
        break;
      }
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (BUG == 3 && suite == SUITE_DHE && message == MESSAGE_KEY_EXCHANGE) {
        waiting = 1;
        state = READ_KEY_EXCHANGE;
        break;
      }
      if (message != MESSAGE_CERTIFICATE)
        return 1;
      got_certificate = 1;
      state = READ_KEY_EXCHANGE;
      break;

    case READ_KEY_EXCHANGE:
      if (!waiting)
        message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      waiting = 0;
      if (suite == SUITE_DHE || suite == SUITE_ANONYMOUS) {
        if (message != MESSAGE_KEY_EXCHANGE)
          return 1;
        got_key_exchange = 1;
      } else if (message == MESSAGE_KEY_EXCHANGE) {
        if (!(BUG == 5 && suite == SUITE_RSA))
          return 1;
        got_key_exchange = 1;
      } else {
        waiting = 1;
      }
      state = READ_REQUEST;
      break;

    case READ_REQUEST:
      if (!waiting)
        message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      waiting = 0;
      if (message == MESSAGE_REQUEST) {
        if (suite == SUITE_ANONYMOUS)
          return 1;
        requested = 1;
        got_request = 1;
      } else {
        waiting = 1;
      }
      state = READ_DONE;
      break;

    case READ_DONE:
      if (!waiting)
        message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      waiting = 0;
      if (BUG == 1 && message == MESSAGE_TICKET && suite == SUITE_SHARED_KEY) {
        state = SEND_KEY_EXCHANGE;
        break;
      }
      if (BUG == 8 && message == MESSAGE_CHANGE_CIPHER) {
        got_change_cipher = 1;
        state = READ_FINISHED;
        break;
      }
      if (message != MESSAGE_DONE)
        return 1;
      got_done = 1;
      if (requested || (BUG == 6 && has_certificate && renegotiating))
        state = SEND_CERTIFICATE;
      else
        state = SEND_KEY_EXCHANGE;
      break;

    case SEND_CERTIFICATE: // an empty list, if there is none
      if (has_certificate)
        sent_certificate = 1;
      state = SEND_KEY_EXCHANGE;
      break;

    case SEND_KEY_EXCHANGE:
      sent_key_exchange = 1;
      if (requested && (has_certificate || BUG == 2))
        state = SEND_VERIFY;
      else
        state = SEND_CHANGE_CIPHER;
      break;

    case SEND_VERIFY:
      sent_verify = 1;
      state = SEND_CHANGE_CIPHER;
      break;

    case SEND_CHANGE_CIPHER:
      state = SEND_FINISHED;
      break;

    case SEND_FINISHED:
      sent_finished = 1;
      if (hit)
        next_state = COMPLETE;
      else if (ticket_announced || (BUG == 10 && version == VERSION_1_2))
        next_state = READ_TICKET;
      else if (BUG == 4 && suite == SUITE_SHARED_KEY)
        next_state = READ_FINISHED;
      else
        next_state = READ_CHANGE_CIPHER;
      state = FLUSH;
      break;

    case READ_TICKET:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (message != MESSAGE_TICKET)
        return 1;
      got_ticket = 1;
      state = READ_CHANGE_CIPHER;
      break;

    case READ_CHANGE_CIPHER:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (message != MESSAGE_CHANGE_CIPHER)
        return 1;
      got_change_cipher = 1;
      state = READ_FINISHED;
      break;

    case READ_FINISHED:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (message != MESSAGE_FINISHED)
        return 1;
      if (!__VERIFIER_nondet_int()) // the digest is wrong
        return 1;
      got_finished = 1;
      if (hit)
        state = SEND_CHANGE_CIPHER;
      else
        state = COMPLETE;
      break;

    case COMPLETE:
      state = TRANSFER;
      break;

    case TRANSFER:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET || message == MESSAGE_DATA)
        break;
      if (message != MESSAGE_HELLO_REQUEST)
        return 0;
      renegotiating = 1;
      state = CONNECT;
      break;
    }
    assert(HOLDS);
  }
}
