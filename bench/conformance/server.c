// The server of bench/programs/handshake_server.c with its messages as calls:
// what goes over the wire and what the peer chooses is the business of external
// functions, whose procedure abstractions are in server.spec. The properties
// there are about the order of the calls; -DBUG=n seeds a mistake that violates
// the n-th of them.
//
// What is received: 1 it came, 0 nothing came yet, -1 something else came,
// which stays where it is.
#ifndef BUG
#define BUG 0
#endif

extern int recv_client_hello(void);
extern int recv_certificate(void); // 2: an empty one
extern int recv_key_exchange(void);
extern int recv_verify(void); // -1 also when the signature is wrong
extern int recv_change_cipher(void);
extern int recv_finished(void); // -1 also when the digest is wrong
extern int recv_record(void);   // one of RECORD_..

extern void send_hello_request(void);
extern void send_server_hello(int version, int offered, int session);
extern void send_certificate(void);
extern void send_key_exchange(void);
extern void send_certificate_request(int once, int required);
extern void send_hello_done(void);
extern void send_change_cipher(void);
extern void send_finished(void);
extern int flush_output(void); // 1: all is written

extern int peer_is_secure(void);      // it does RFC 5746
extern int peer_version(void);        // the highest that it offers
extern int choose_suite(void);        // one of SUITE_..
extern int find_session(void);        // 1: it is in the cache
extern int session_version(void);     // and was made with this version
extern void resume_session(int hit);  // tell the record layer
extern int wants_new_keys(void);      // the application does
extern void handshake_complete(void); // tell the application

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
};

enum { RECORD_NONE, RECORD_DATA, RECORD_HANDSHAKE, RECORD_CLOSE };
enum { SUITE_RSA, SUITE_DHE, SUITE_ANONYMOUS, SUITE_SHARED_KEY };
enum { VERSION_1_0 = 0x301, VERSION_1_1 = 0x302, VERSION_1_2 = 0x303 };

// 0 when the connection was closed after a handshake, 1 after a failure.
int serve(int verify_peer, int require_certificate, int verify_once,
          int highest_version) {
  int state = ACCEPT;
  int next_state = ACCEPT; // after a flush
  int got = 0;             // what a recv_.. said
  int renegotiating = 0;
  int asked_by_client = 0; // a renegotiation that the client started
  int asked_before = 0;    // for a certificate

  int hit = 0; // a session is resumed
  int suite = SUITE_RSA;
  int version = 0;
  int offered = 0;          // the highest version of the client
  int session = 0;          // the version of the session found
  int requested = 0;        // a certificate, of the client
  int peer_certificate = 0; // and there is one

  if (highest_version < VERSION_1_0 || highest_version > VERSION_1_2)
    return 1;
  for (;;) {
    switch (state) {
    case ACCEPT:
      hit = 0;
      requested = 0;
      peer_certificate = 0;
      if (BUG == 7 && asked_by_client)
        state = SEND_HELLO;
      else if (renegotiating && !asked_by_client)
        state = SEND_HELLO_REQUEST;
      else
        state = READ_HELLO;
      break;

    case SEND_HELLO_REQUEST:
      send_hello_request();
      next_state = READ_HELLO;
      state = FLUSH;
      break;

    case READ_HELLO:
      got = recv_client_hello();
      if (got == 0)
        break;
      if (got < 0)
        return 1;
      if (!peer_is_secure() && renegotiating &&
          !(BUG == 17 && !asked_by_client))
        return 1;
      offered = peer_version();
      if (offered < VERSION_1_0)
        return 1;
      if (offered < highest_version && !(BUG == 20 && renegotiating))
        version = offered;
      else
        version = highest_version;
      suite = choose_suite();
      session = version;
      if (find_session()) {
        session = session_version();
        if (session == version || (BUG == 19 && renegotiating))
          hit = 1;
        else
          session = version;
      }
      resume_session(hit);
      state = SEND_HELLO;
      break;

    case SEND_HELLO:
      send_server_hello(version, offered, session);
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
          (suite == SUITE_DHE && !(BUG == 24 && verify_once)))
        send_certificate();
      if (BUG == 27 && suite == SUITE_DHE && verify_peer &&
          !(verify_once && asked_before)) {
        requested = 1;
        asked_before = 1;
        send_certificate_request(verify_once, require_certificate);
      }
      state = SEND_KEY_EXCHANGE;
      break;

    case SEND_KEY_EXCHANGE:
      if (suite == SUITE_DHE || suite == SUITE_ANONYMOUS ||
          (BUG == 8 && suite == SUITE_RSA && version == VERSION_1_0))
        send_key_exchange();
      state = SEND_REQUEST;
      if (BUG == 27 && requested)
        state = SEND_DONE;
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
        asked_before = 1;
        send_certificate_request(verify_once, require_certificate);
      }
      state = SEND_DONE;
      if (BUG == 9 && suite == SUITE_SHARED_KEY) {
        next_state = READ_KEY_EXCHANGE;
        state = FLUSH;
      }
      break;

    case SEND_DONE:
      send_hello_done();
      if (BUG == 28 && version == VERSION_1_0)
        send_hello_done();
      if (requested || (BUG == 5 && verify_peer))
        next_state = READ_CERTIFICATE;
      else
        next_state = READ_KEY_EXCHANGE;
      state = FLUSH;
      if (BUG == 23 && !requested)
        state = next_state;
      break;

    case FLUSH:
      if (flush_output())
        state = next_state;
      break;

    case READ_CERTIFICATE:
      got = recv_certificate();
      if (got == 0)
        break;
      if (got < 0)
        return 1;
      if (got == 1)
        peer_certificate = 1;
      else if (require_certificate && !(BUG == 13 && version < VERSION_1_2))
        return 1;
      state = READ_KEY_EXCHANGE;
      break;

    case READ_KEY_EXCHANGE:
      got = recv_key_exchange();
      if (got == 0)
        break;
      if (BUG == 18 && got < 0) {
        state = READ_CHANGE_CIPHER;
        break;
      }
      if (got < 0)
        return 1;
      if (peer_certificate || (BUG == 4 && requested))
        state = READ_VERIFY;
      else
        state = READ_CHANGE_CIPHER;
      break;

    case READ_VERIFY:
      got = recv_verify();
      if (got == 0)
        break;
      if (BUG == 14 && got < 0) {
        state = READ_CHANGE_CIPHER;
        break;
      }
      if (got < 0)
        return 1;
      state = READ_CHANGE_CIPHER;
      break;

    case READ_CHANGE_CIPHER:
      got = recv_change_cipher();
      if (got == 0)
        break;
      if (BUG == 1 && got < 0 && !hit) {
        got = recv_finished();
        if (got <= 0)
          return 1;
        state = SEND_CHANGE_CIPHER;
        break;
      }
      if (got < 0)
        return 1;
      state = READ_FINISHED;
      if (BUG == 16 && !hit && suite == SUITE_DHE)
        state = SEND_CHANGE_CIPHER;
      break;

    case READ_FINISHED:
      if (BUG == 22 && recv_record() == RECORD_DATA)
        break;
      got = recv_finished();
      if (got == 0)
        break;
      if (got < 0)
        return BUG == 26 && hit ? 0 : 1;
      if (hit || (BUG == 12 && renegotiating))
        state = COMPLETE;
      else
        state = SEND_CHANGE_CIPHER;
      break;

    case SEND_CHANGE_CIPHER:
      send_change_cipher();
      state = SEND_FINISHED;
      break;

    case SEND_FINISHED:
      send_finished();
      if (BUG == 25 && !hit && verify_once)
        send_finished();
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
      handshake_complete();
      state = TRANSFER;
      break;

    case TRANSFER:
      got = recv_record();
      if (got == RECORD_NONE)
        break;
      if (got == RECORD_DATA) {
        if (wants_new_keys()) {
          renegotiating = 1;
          asked_by_client = 0;
          state = ACCEPT;
        }
      } else if (got == RECORD_HANDSHAKE) {
        renegotiating = 1;
        asked_by_client = 1;
        state = ACCEPT;
      } else {
        return 0;
      }
      break;
    }
  }
}
