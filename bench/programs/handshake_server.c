// The server's side of a handshake in the manner of TLS 1.0 to 1.2 (RFC 5246,
// section 7.3, RFC 5746 for renegotiation), as implementations write it: one
// loop over an integer state. Messages, signatures, the peer's choices and
// whether a write goes through are arbitrary; contents of messages are not
// modelled.
//
//   -DPROPERTY=n   the assertion to check after each step, 1 to 24
//   -DBUG=n        seeds a mistake that violates property n
//
// The variables named sent_* and got_* and those said to be ghosts are read by
// the properties only.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef PROPERTY
#define PROPERTY 1
#endif
#ifndef BUG
#define BUG 0
#endif

#define IMPLIES(a, b) (!(a) || (b))

// The server's Finished in a full handshake waits for the client's
// ChangeCipherSpec.
#define PROPERTY_1 IMPLIES(sent_finished && !hit, got_change_cipher)
// Finished is sent under the new cipher.
#define PROPERTY_2 IMPLIES(sent_finished, sent_change_cipher)
// A Finished is accepted under the new cipher only.
#define PROPERTY_3 IMPLIES(got_finished, got_change_cipher)
// No CertificateVerify without a client certificate.
#define PROPERTY_4 IMPLIES(got_verify, got_certificate)
// No client certificate that was not asked for.
#define PROPERTY_5 IMPLIES(got_certificate, sent_request)
// Anonymous servers may not ask for a certificate.
#define PROPERTY_6 IMPLIES(sent_request, suite != SUITE_ANONYMOUS)
// ServerHello answers a ClientHello.
#define PROPERTY_7 IMPLIES(sent_hello, got_hello)
// ServerKeyExchange is for suites with an ephemeral key.
#define PROPERTY_8                                                             \
  IMPLIES(sent_key_exchange, suite == SUITE_DHE || suite == SUITE_ANONYMOUS)
// The client's key exchange comes after ServerHelloDone.
#define PROPERTY_9 IMPLIES(got_key_exchange, sent_done)
// A resumed session sends no certificate.
#define PROPERTY_10 IMPLIES(hit, !sent_certificate)
// A resumed session has no key exchange.
#define PROPERTY_11 IMPLIES(hit, !got_key_exchange)
// Complete means that Finished went both ways.
#define PROPERTY_12 IMPLIES(state == COMPLETE, sent_finished && got_finished)
// Complete with a certificate asked for and required means that it came.
#define PROPERTY_13                                                            \
  IMPLIES(state == COMPLETE && sent_request && require_certificate,            \
          got_certificate)
// Complete with a client certificate means that possession was proved.
#define PROPERTY_14                                                            \
  IMPLIES(state == COMPLETE && got_certificate, got_verify)
// In a resumed session the server's Finished is first.
#define PROPERTY_15 IMPLIES(hit && got_finished, sent_finished)
// In a full handshake the client's Finished is first.
#define PROPERTY_16 IMPLIES(!hit && sent_finished, got_finished)
// No renegotiation with a client that does not do it securely. (ACCEPT has not
// yet forgotten the handshake before.)
#define PROPERTY_17                                                            \
  IMPLIES(sent_hello && renegotiating && state != ACCEPT, secure)
// In a full handshake ChangeCipherSpec comes after the key exchange.
#define PROPERTY_18 IMPLIES(!hit && got_change_cipher, got_key_exchange)
// A session is resumed with its own protocol version only.
#define PROPERTY_19 IMPLIES(sent_hello && hit, version == session_version)
// The version chosen is one that the client offered.
#define PROPERTY_20 IMPLIES(sent_hello, version <= client_version)
// With verify_once a connection asks for a certificate once.
#define PROPERTY_21 IMPLIES(verify_once, requests <= 1)
// Application data is accepted after the first handshake only.
#define PROPERTY_22 IMPLIES(got_data, handshakes >= 1)
// The server waits for the client with nothing left to write.
#define PROPERTY_23                                                            \
  IMPLIES(state >= FIRST_READ && state <= LAST_READ, !unwritten)
// ServerHelloDone ends a flight with a certificate, if the suite has one.
#define PROPERTY_24                                                            \
  IMPLIES(sent_done && (suite == SUITE_RSA || suite == SUITE_DHE),             \
          sent_certificate)

#define PASTE(a, b) a##b
#define CHOOSE(a, b) PASTE(a, b)
#define HOLDS CHOOSE(PROPERTY_, PROPERTY)

enum {
  ACCEPT = 0x2000,
  SEND_HELLO_REQUEST = 0x2010,
  SEND_HELLO = 0x2020,
  SEND_CERTIFICATE = 0x2030,
  SEND_KEY_EXCHANGE = 0x2040,
  SEND_REQUEST = 0x2050,
  SEND_DONE = 0x2060,
  SEND_CHANGE_CIPHER = 0x2070,
  SEND_FINISHED = 0x2080,
  FLUSH = 0x2090,
  READ_HELLO = 0x2110,
  READ_CERTIFICATE = 0x2120,
  READ_KEY_EXCHANGE = 0x2130,
  READ_VERIFY = 0x2140,
  READ_CHANGE_CIPHER = 0x2150,
  READ_FINISHED = 0x2160,
  COMPLETE = 0x2200,
  TRANSFER = 0x2210,
  FIRST_READ = READ_HELLO,
  LAST_READ = READ_FINISHED,
};

// What arrives. The handshake messages have the numbers of RFC 5246.
enum {
  MESSAGE_HELLO = 1,
  MESSAGE_CERTIFICATE = 11,
  MESSAGE_VERIFY = 15,
  MESSAGE_KEY_EXCHANGE = 16,
  MESSAGE_FINISHED = 20,
  MESSAGE_CHANGE_CIPHER = 101,
  MESSAGE_DATA = 102,
  NOTHING_YET = 103,
};

enum { SUITE_RSA, SUITE_DHE, SUITE_ANONYMOUS, SUITE_SHARED_KEY };
enum { VERSION_1_0 = 0x301, VERSION_1_1 = 0x302, VERSION_1_2 = 0x303 };

int main(void) {
  // The configuration.
  int verify_peer = __VERIFIER_nondet_int() != 0;
  int require_certificate = __VERIFIER_nondet_int() != 0;
  int verify_once = __VERIFIER_nondet_int() != 0;
  int highest_version = __VERIFIER_nondet_int();
  if (highest_version < VERSION_1_0 || highest_version > VERSION_1_2)
    return 1;

  // The connection.
  int state = ACCEPT;
  int next_state = ACCEPT; // after a flush
  int message = NOTHING_YET;
  int renegotiating = 0;
  int asked_by_client = 0; // a renegotiation that the client started
  int asked_before = 0;    // for a certificate
  int unwritten = 0;

  // The handshake.
  int hit = 0; // a session is resumed
  int suite = SUITE_RSA;
  int version = 0;
  int client_version = 0;
  int session_version = 0;
  int secure = 0;
  int requested = 0;        // a certificate, of the client
  int peer_certificate = 0; // and there is one

  // Ghosts of the handshake.
  int sent_hello = 0, sent_certificate = 0, sent_key_exchange = 0;
  int sent_request = 0, sent_done = 0, sent_change_cipher = 0;
  int sent_finished = 0, got_hello = 0, got_certificate = 0;
  int got_key_exchange = 0, got_verify = 0, got_change_cipher = 0;
  int got_finished = 0;

  // Ghosts of the connection. The counts stop at 2, which is as good as more.
  int requests = 0, handshakes = 0, got_data = 0;

  for (;;) {
    switch (state) {
    case ACCEPT:
      hit = 0;
      requested = 0;
      peer_certificate = 0;
      sent_hello = sent_certificate = sent_key_exchange = 0;
      sent_request = sent_done = sent_change_cipher = sent_finished = 0;
      got_hello = got_certificate = got_key_exchange = got_verify = 0;
      got_change_cipher = got_finished = 0;
      if (BUG == 7 && asked_by_client)
        state = SEND_HELLO;
      else if (renegotiating && !asked_by_client)
        state = SEND_HELLO_REQUEST;
      else
        state = READ_HELLO;
      break;

    case SEND_HELLO_REQUEST:
      unwritten = 1;
      next_state = READ_HELLO;
      state = FLUSH;
      break;

    case READ_HELLO:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (message != MESSAGE_HELLO)
        return 1;
      got_hello = 1;
      secure = __VERIFIER_nondet_int() != 0;
      if (renegotiating && !secure && !(BUG == 17 && !asked_by_client))
        return 1;
      client_version = __VERIFIER_nondet_int();
      if (client_version < VERSION_1_0)
        return 1;
      if (client_version < highest_version && !(BUG == 20 && renegotiating))
        version = client_version;
      else
        version = highest_version;
      suite = __VERIFIER_nondet_int();
      if (suite < SUITE_RSA || suite > SUITE_SHARED_KEY)
        return 1;
      if (__VERIFIER_nondet_int()) { // the session is in the cache
        session_version = __VERIFIER_nondet_int();
        if (session_version == version || (BUG == 19 && renegotiating))
          hit = 1;
      }
      state = SEND_HELLO;
      break;

    case SEND_HELLO:
      sent_hello = 1;
      unwritten = 1;
      if (BUG == 2 && hit && renegotiating)
        state = SEND_FINISHED;
      else if (BUG == 10 && hit && renegotiating)
        state = SEND_CERTIFICATE;
      else if (BUG == 15 && hit && version == VERSION_1_0) {
        next_state = READ_CHANGE_CIPHER;
        state = FLUSH;
      } else if (hit)
        state = SEND_CHANGE_CIPHER;
      else
        state = SEND_CERTIFICATE;
      break;

    case SEND_CERTIFICATE:
      if (suite == SUITE_RSA ||
          (suite == SUITE_DHE && !(BUG == 24 && verify_once))) {
        sent_certificate = 1;
        unwritten = 1;
      }
      state = SEND_KEY_EXCHANGE;
      break;

    case SEND_KEY_EXCHANGE:
      if (suite == SUITE_DHE || suite == SUITE_ANONYMOUS ||
          (BUG == 8 && suite == SUITE_RSA && version == VERSION_1_0)) {
        sent_key_exchange = 1;
        unwritten = 1;
      }
      state = SEND_REQUEST;
      break;

    case SEND_REQUEST:
      requested = 1;
      if (!verify_peer || suite == SUITE_SHARED_KEY)
        requested = 0;
      if (suite == SUITE_ANONYMOUS && BUG != 6)
        requested = 0;
      if (verify_once && asked_before && BUG != 21)
        requested = 0;
      if (requested) {
        sent_request = 1;
        asked_before = 1;
        if (requests < 2)
          requests++;
        unwritten = 1;
      }
      state = SEND_DONE;
      if (BUG == 9 && suite == SUITE_SHARED_KEY) {
        next_state = READ_KEY_EXCHANGE;
        state = FLUSH;
      }
      break;

    case SEND_DONE:
      sent_done = 1;
      unwritten = 1;
      if (requested || (BUG == 5 && verify_peer))
        next_state = READ_CERTIFICATE;
      else
        next_state = READ_KEY_EXCHANGE;
      state = FLUSH;
      if (BUG == 23 && !requested)
        state = next_state;
      break;

    case FLUSH:
      if (__VERIFIER_nondet_int()) { // the write went through
        unwritten = 0;
        state = next_state;
      }
      break;

    case READ_CERTIFICATE:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (message != MESSAGE_CERTIFICATE)
        return 1;
      if (__VERIFIER_nondet_int()) { // the list is not empty
        peer_certificate = 1;
        got_certificate = 1;
      } else if (require_certificate &&
                 !(BUG == 13 && version < VERSION_1_2)) {
        return 1;
      }
      state = READ_KEY_EXCHANGE;
      break;

    case READ_KEY_EXCHANGE:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (BUG == 18 && message == MESSAGE_CHANGE_CIPHER) {
        got_change_cipher = 1;
        state = READ_FINISHED;
        break;
      }
      if (message != MESSAGE_KEY_EXCHANGE)
        return 1;
      got_key_exchange = 1;
      if (peer_certificate || (BUG == 4 && requested))
        state = READ_VERIFY;
      else
        state = READ_CHANGE_CIPHER;
      break;

    case READ_VERIFY:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (BUG == 14 && message == MESSAGE_CHANGE_CIPHER) {
        got_change_cipher = 1;
        state = READ_FINISHED;
        break;
      }
      if (message != MESSAGE_VERIFY)
        return 1;
      if (!__VERIFIER_nondet_int()) // the signature is wrong
        return 1;
      got_verify = 1;
      state = READ_CHANGE_CIPHER;
      break;

    case READ_CHANGE_CIPHER:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (BUG == 1 && message == MESSAGE_FINISHED) {
        got_finished = 1;
        state = SEND_CHANGE_CIPHER;
        break;
      }
      if (message != MESSAGE_CHANGE_CIPHER)
        return 1;
      got_change_cipher = 1;
      state = READ_FINISHED;
      if (BUG == 16 && !hit && suite == SUITE_DHE)
        state = SEND_CHANGE_CIPHER;
      break;

    case READ_FINISHED:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (BUG == 22 && message == MESSAGE_DATA) {
        got_data = 1;
        break;
      }
      if (message != MESSAGE_FINISHED)
        return 1;
      if (!__VERIFIER_nondet_int()) // the digest is wrong
        return 1;
      got_finished = 1;
      if (hit || (BUG == 12 && renegotiating))
        state = COMPLETE;
      else
        state = SEND_CHANGE_CIPHER;
      break;

    case SEND_CHANGE_CIPHER:
      sent_change_cipher = 1;
      unwritten = 1;
      state = SEND_FINISHED;
      break;

    case SEND_FINISHED:
      sent_finished = 1;
      unwritten = 1;
      if (BUG == 3 && hit && version == VERSION_1_1)
        next_state = READ_FINISHED;
      else if (BUG == 11 && hit && suite == SUITE_SHARED_KEY)
        next_state = READ_KEY_EXCHANGE;
      else if (hit)
        next_state = READ_CHANGE_CIPHER;
      else
        next_state = COMPLETE;
      state = FLUSH;
      break;

    case COMPLETE:
      if (handshakes < 2)
        handshakes++;
      state = TRANSFER;
      break;

    case TRANSFER:
      message = __VERIFIER_nondet_int();
      if (message == NOTHING_YET)
        break;
      if (message == MESSAGE_DATA) {
        got_data = 1;
        if (__VERIFIER_nondet_int()) { // the server wants new keys
          renegotiating = 1;
          asked_by_client = 0;
          state = ACCEPT;
        }
      } else if (message == MESSAGE_HELLO) {
        renegotiating = 1;
        asked_by_client = 1;
        state = ACCEPT;
      } else {
        return 0;
      }
      break;
    }
    assert(HOLDS);
  }
}
