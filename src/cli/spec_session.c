#include "cli/spec_session.h"

#include <stdlib.h>
#include <string.h>

#include "base/exit_code.h"
#include "cli/specs_folder.h"
#include "program/draft.h"

static int load_program(struct session *session, const struct syntax *syntax,
                        const char *const *files, uint32_t count,
                        struct declaration_vec *declarations) {
  if (!count && !session->options->build_dir)
    return EXIT_TRUE;
  struct name *functions = NULL;
  spec_functions(syntax, &functions, &session->frontend.options.opaque_count);
  session->frontend.options.opaque = functions;
  struct name *texts = NULL;
  struct frontend_query query = {.answers = declarations};
  spec_c_texts(syntax, session->names, &texts, &query.text_count);
  query.texts = texts;
  int code = session_load(session, files, count, &query);
  free(texts);
  session->frontend.options.opaque = NULL;
  session->frontend.options.opaque_count = 0;
  free(functions);
  return code;
}

static bool read_source(struct syntax *syntax, struct spec_source source,
                        const struct syntax_options *options,
                        struct session *session) {
  return source.text ? syntax_read_text(syntax, source.path, source.text,
                                        strlen(source.text), options,
                                        session->names, session->diag)
                     : syntax_read(syntax, source.path, options, session->names,
                                   session->diag);
}

int spec_session_init(struct spec_session *spec_session,
                      struct session *session, struct spec_source source,
                      const char *const *files, uint32_t count) {
  *spec_session = (struct spec_session){
      .session = session, .library = specs_folder(session->options->specs)};
  struct syntax_options options = {.library = spec_session->library};
  if (!read_source(&spec_session->syntax, source, &options, session))
    return EXIT_BAD_INPUT;
  int code = load_program(session, &spec_session->syntax, files, count,
                          &spec_session->declarations);
  if (code != EXIT_TRUE)
    return code;
  if (session->hook && session->program)
    session->hook->loaded(session->hook->context, session,
                          &spec_session->syntax, &spec_session->declarations);
  bool ok;
  spec_session->spec = spec_new(&spec_session->syntax, session->program,
                                &spec_session->declarations,
                                options_bits(session->options), &ok);
  if (session->program)
    program_freeze(session->program);
  return ok ? EXIT_TRUE : EXIT_BAD_INPUT;
}

void spec_session_release(struct spec_session *spec_session) {
  if (spec_session->spec)
    spec_free(spec_session->spec);
  syntax_release(&spec_session->syntax);
  declaration_vec_release(&spec_session->declarations);
  free(spec_session->library);
}
