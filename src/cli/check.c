// `vouch check`: proves a property of a program or shows a violation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "cli/apart.h"
#include "cli/commands.h"
#include "cli/conform.h"
#include "cli/linear.h"
#include "cli/option_use.h"
#include "cli/outputs.h"
#include "cli/request.h"
#include "cli/watch.h"
#include "program/function_name.h"
#include "project/former.h"
#include "report/result_text.h"
#include "spec/property.h"
#include "spec/task.h"

// What the operands ask for: C files, a task, properties, a specification.
struct asked {
  struct session session;
  struct task task;
  struct property_vec properties;
  struct text_vec files;
  const char *specification; // or null
  bool has_task;
  struct bitset kept; // functions that --keep names
  uint64_t start_ms;
};

// One wish about the program: a property, or what the options ask for.
struct wish {
  struct asked *asked;
  const struct property *property; // or null
  uint32_t count;                  // of properties from there on, as one
  bool takes_options;              // --overflow and the like add to it
};

// Tasks and properties

// The data model of a task counts, unless the command line has another one.
static void choose_model(struct asked *asked, const char *path) {
  struct session *session = &asked->session;
  enum data_model model = asked->task.data_model;
  unsigned width = model == DATA_MODEL_ILP32 ? 32 : 64;
  if (model == DATA_MODEL_NOT_GIVEN)
    return;
  if (!session->options->bits)
    session->frontend.options.pointer_width = width;
  else if ((unsigned)session->options->bits != width)
    diag_file(session->diag, SEVERITY_WARNING, path,
              "the task is for %s, but --%d is given and counts",
              model == DATA_MODEL_ILP32 ? "ILP32" : "LP64",
              session->options->bits);
}

static bool read_task(struct asked *asked, const char *path) {
  struct session *session = &asked->session;
  if (!task_read(&asked->task, path, session->names, session->diag))
    return false;
  asked->has_task = true;
  for (uint32_t i = 0; i < asked->task.inputs.count; i++)
    text_vec_push(&asked->files,
                  name_text(session->names, asked->task.inputs.at[i].path));
  choose_model(asked, path);
  return true;
}

// Memory safety: asked together, because lives of objects are followed for all
// of them.
static bool is_about_memory(const struct property *property) {
  return property->kind == PROPERTY_VALID_DEREF ||
         property->kind == PROPERTY_VALID_FREE ||
         property->kind == PROPERTY_VALID_MEMTRACK;
}

static bool is_supported(const struct property *property) {
  return is_about_memory(property) || property->kind == PROPERTY_MEMCLEANUP ||
         property->kind == PROPERTY_UNREACH_CALL ||
         property->kind == PROPERTY_UNREACH_LABEL ||
         property->kind == PROPERTY_OVERFLOW;
}

// Of a task's properties those are checked that can be, and the others are
// told. If there is none that can be, the first stays, to be unknown.
static void drop_unsupported(struct asked *asked) {
  struct property_vec *properties = &asked->properties;
  uint32_t kept = 0;
  bool has_any = false;
  for (uint32_t i = 0; i < properties->count; i++)
    has_any |= is_supported(&properties->at[i]);
  for (uint32_t i = 0; has_any && i < properties->count; i++) {
    struct property property = properties->at[i];
    if (is_supported(&property))
      properties->at[kept++] = property;
    else if (property.kind != PROPERTY_COVERAGE)
      diag_report(asked->session.diag, SEVERITY_WARNING, property.position,
                  "%s is not checked", property_kind_text(property.kind));
  }
  if (properties->count)
    properties->count = has_any ? kept : 1;
}

// How many properties from the first on are asked as one.
static uint32_t together(const struct property_vec *properties,
                         uint32_t first) {
  const struct property *property = &properties->at[first];
  uint32_t count = 1;
  while (is_about_memory(property) && first + count < properties->count &&
         is_about_memory(&property[count]) &&
         name_equal(property->entry, property[count].entry))
    count++;
  return count;
}

// What a task asks for counts unless the command line asks for something else.
static bool read_task_properties(struct asked *asked) {
  struct session *session = &asked->session;
  if (!asked->has_task || asked->properties.count)
    return true;
  for (uint32_t i = 0; i < asked->task.properties.count; i++)
    if (!property_read(
            &asked->properties,
            name_text(session->names, asked->task.properties.at[i].path),
            session->names, session->diag))
      return false;
  drop_unsupported(asked);
  return true;
}

static bool read_operands(struct asked *asked) {
  const struct options *options = asked->session.options;
  for (uint32_t i = 0; i < options->operands.count; i++) {
    const char *operand = options->operands.at[i];
    const char *suffix = file_suffix(operand);
    if (!strcmp(suffix, ".yml") || !strcmp(suffix, ".yaml")) {
      if (!read_task(asked, operand))
        return false;
    } else if (!strcmp(suffix, ".prp")) {
      if (!property_read(&asked->properties, operand, asked->session.names,
                         asked->session.diag))
        return false;
    } else if (!strcmp(suffix, ".spec")) {
      asked->specification = operand;
    } else {
      text_vec_push(&asked->files, operand);
    }
  }
  const char *spec = options->spec;
  if (spec && !strcmp(file_suffix(spec), ".spec"))
    asked->specification = spec;
  else if (spec && !property_read(&asked->properties, spec,
                                  asked->session.names, asked->session.diag))
    return false;
  return read_task_properties(asked);
}

// What a question asks for. Null, or the word for something that is not
// checked.
static const char *take_property(const struct interner *names,
                                 const struct property *property,
                                 struct target_rules *rules) {
  switch (property->kind) {
  case PROPERTY_UNREACH_CALL:
    rules->checks_calls = true;
    rules->error_function = name_text(names, property->function);
    return NULL;
  case PROPERTY_UNREACH_LABEL:
    rules->label = name_text(names, property->function);
    return NULL;
  case PROPERTY_OVERFLOW: rules->checks_overflow = true; return NULL;
  case PROPERTY_DATA_RACE: rules->checks_races = true; return NULL;
  case PROPERTY_TERMINATION: rules->checks_calls = true; return NULL;
  case PROPERTY_VALID_DEREF: rules->checks_deref = true; return NULL;
  case PROPERTY_VALID_FREE: rules->checks_free = true; return NULL;
  case PROPERTY_VALID_MEMTRACK:
    if (!rules->leaks) // what is freed is not lost
      rules->leaks = LEAKS_TRACKED;
    return NULL;
  case PROPERTY_MEMCLEANUP: rules->leaks = LEAKS_FREED; return NULL;
  default: return property_kind_text(property->kind);
  }
}

// All of the wish.
static const char *take_properties(const struct interner *names,
                                   const struct wish *wish,
                                   struct target_rules *rules) {
  const char *unsupported = NULL;
  for (uint32_t i = 0; i < wish->count && !unsupported; i++)
    unsupported = take_property(names, &wish->property[i], rules);
  return unsupported;
}

static void take_options(const struct options *options,
                         struct target_rules *rules) {
  rules->label = options->label;
  rules->checks_overflow = options->overflow;
  rules->checks_div0 = options->div0;
  rules->checks_deref = options->deref;
  rules->checks_requirements = options->deref && options->attributes;
  rules->checks_leaks = options->leaks;
  rules->checks_lost = options->lost;
  rules->checks_free = options->deref || options->free;
  rules->leaks = options->cleanup    ? LEAKS_FREED
                 : options->memtrack ? LEAKS_TRACKED
                                     : LEAKS_ALLOWED;
  rules->checks_races = options->races;
  rules->checks_deadlock = options->deadlock;
}

// The entry that the property names, unless the command line names another.
static const char *entry_name(const struct wish *wish) {
  const struct session *session = &wish->asked->session;
  if (session->options->function)
    return session->options->function;
  return wish->property ? name_text(session->names, wish->property->entry)
                        : "main";
}

static void warn_entry(const struct wish *wish) {
  const struct session *session = &wish->asked->session;
  const char *given = session->options->function;
  const char *named = wish->property
                          ? name_text(session->names, wish->property->entry)
                          : "main";
  if (given && strcmp(named, "main") && strcmp(given, named))
    diag_report(session->diag, SEVERITY_WARNING, wish->property->position,
                "the property is about %s, but --function %s is given and "
                "counts",
                named, given);
}

// Is it asked whether every execution ends? That is asked alone.
static bool asks_termination(const struct wish *wish) {
  return wish->property
             ? wish->property->kind == PROPERTY_TERMINATION
             : wish->takes_options && wish->asked->session.options->termination;
}

// What the front end has to keep visible. Executions do not go on behind a
// signed overflow.
static void show_rules(struct session *session,
                       const struct target_rules *rules, const char *entry,
                       bool is_termination) {
  struct frontend_options *frontend = &session->frontend.options;
  frontend->checks_overflow = rules->checks_overflow || is_termination;
  frontend->splits_failures = frontend->checks_overflow || rules->checks_div0;
  frontend->checked_label = rules->label;
  frontend->error_function = rules->error_function;
  frontend->wanted = function_name_base(entry);
}

// Assertions are checked unless a property file asks for something else.
static const char *choose_targets(const struct wish *wish,
                                  struct target_rules *rules) {
  struct session *session = &wish->asked->session;
  const char *unsupported = NULL;
  *rules =
      (struct target_rules){.checks_calls = !wish->asked->properties.count};
  if (wish->takes_options)
    take_options(session->options, rules);
  if (wish->property)
    unsupported = take_properties(session->names, wish, rules);
  show_rules(session, rules, entry_name(wish), asks_termination(wish));
  struct frontend_options *frontend = &session->frontend.options;
  if (wish->asked->has_task && frontend->volatility == VOLATILE_AUTO)
    frontend->volatility = VOLATILE_MEMORY;
  return unsupported;
}

// The check

static bool choose_entry(const struct wish *wish,
                         struct component_options *options) {
  struct session *session = &wish->asked->session;
  const char *name = entry_name(wish);
  warn_entry(wish);
  const struct procedure *entry = session_function_called(session, name, true);
  if (!entry)
    return false;
  options->entry = entry->self;
  options->starts_program = !strcmp(name, "main");
  return true;
}

// Calls of the function that a property names stay calls, also where we or the
// compiler know what it does.
static void keep_calls(const struct wish *wish) {
  const struct property *property = wish->property;
  bool names_one = property && property->kind == PROPERTY_UNREACH_CALL;
  struct frontend_options *options = &wish->asked->session.frontend.options;
  options->opaque = names_one ? &property->function : NULL;
  options->opaque_count = names_one;
}

// EXIT_TRUE when there is a verdict.
static int load_and_check(const struct wish *wish, struct request *request) {
  struct asked *asked = wish->asked;
  struct demand *demand = &request->demand;
  struct strbuf why = {0};
  demand->beyond = choose_targets(wish, &demand->component.rules);
  demand->is_termination = asks_termination(wish);
  demand->certificate = asked->session.certificate;
  demand->has_witness = asked->session.has_witness;
  demand->is_task = demand->has_model = asked->has_task;
  // Tasks follow pointers that nobody initialised.
  demand->may_adopt = asked->has_task || wish->property;
  keep_calls(wish);
  int code = EXIT_TRUE;
  if (engine_for(demand, &why)) // otherwise there is nothing to load for
    code = session_load(&asked->session, asked->files.at, asked->files.count,
                        NULL);
  if (code == EXIT_TRUE && asked->session.program &&
      (!choose_entry(wish, &demand->component) ||
       !session_kept(&asked->session, &asked->kept)))
    code = EXIT_BAD_INPUT;
  if (asked->session.options->kept)
    demand->component.kept = &asked->kept;
  if (code == EXIT_TRUE)
    request_ask(request);
  strbuf_release(&why);
  return code;
}

// By the rules of the tasks the answer is true or false.
static void take_vacuity(const struct asked *asked, struct strbuf *vacuity) {
  if (!asked->has_task || !vacuity->length)
    return;
  diag_file(asked->session.diag, SEVERITY_WARNING, NULL,
            "the check is vacuous: %s", strbuf_text(vacuity));
  strbuf_clear(vacuity);
}

// The properties as a file has them.
static struct name property_text(const struct wish *wish) {
  struct interner *names = wish->asked->session.names;
  struct strbuf text = {0};
  for (uint32_t i = 0; wish->property && i < wish->count; i++)
    strbuf_format(&text, "%sCHECK( init(%s()), LTL(%s) )", i ? "\n" : "",
                  name_text(names, wish->property[i].entry),
                  name_text(names, wish->property[i].formula));
  struct name name = intern(names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

static void respond(void *context, struct outcome *outcome) {
  const struct wish *wish = context;
  struct asked *asked = wish->asked;
  struct request request = {.session = &asked->session,
                            .start_ms = asked->start_ms,
                            .property = property_text(wish),
                            .outcome = outcome};
  request_watch(&request);
  outcome->code = load_and_check(wish, &request);
  if (outcome->code == EXIT_TRUE) {
    request_report(&request);
    take_vacuity(asked, &outcome->result.vacuity);
  } else {
    watch_end();
  }
  outcome->result.stats = asked->session.stats;
}

static struct outcome no_outcome(const struct asked *asked) {
  return (struct outcome){.result = {.names = asked->session.names}};
}

static int answer_one(struct asked *asked) {
  const struct property_vec *properties = &asked->properties;
  struct wish wish = {.asked = asked,
                      .property = properties->count ? properties->at : NULL,
                      .count = properties->count,
                      .takes_options = true};
  struct outcome outcome = no_outcome(asked);
  respond(&wish, &outcome);
  int code =
      outcome.code != EXIT_TRUE
          ? outcome.code
          : outcome_conclude(&outcome, request_style(asked->session.options),
                             request_stream(asked->session.options));
  result_release(&outcome.result);
  return code;
}

// Several questions

static void tell(const struct wish *wish, const struct result *result) {
  const struct interner *names = wish->asked->session.names;
  const struct property *property = wish->property;
  if (property)
    printf("property %s (%s:%u): ", property_kind_text(property->kind),
           name_text(names, property->position.file), property->position.line);
  else
    printf("what the options ask for: ");
  struct strbuf text = {0};
  verdict_print_inline(result, &text);
  puts(strbuf_text(&text));
  strbuf_release(&text);
}

static bool asks_more(const struct options *options) {
  return options->label || options->overflow || options->div0 ||
         options->deref || options->free || options->leaks || options->lost ||
         options->memtrack || options->cleanup || options->termination;
}

// False when there is no point in going on.
static bool answer_next(struct wish *wish, struct outcome *sum) {
  struct session *session = &wish->asked->session;
  struct outcome outcome = no_outcome(wish->asked);
  struct result *result = &outcome.result;
  apart_run(respond, wish, &outcome, &session->stats);
  bool goes_on = outcome.code == EXIT_TRUE &&
                 strcmp(strbuf_text(&result->reason), "interrupted") != 0;
  if (outcome.code == EXIT_TRUE) {
    if (name_is_none(result->property))
      result->property =
          intern(session->names, wish->property
                                     ? property_kind_text(wish->property->kind)
                                     : "options");
    tell(wish, result);
    result_add(&sum->result, result);
  }
  sum->code = outcome.code;
  sum->is_lost |= outcome.is_lost;
  result_release(result);
  return goes_on;
}

static int answer_several(struct asked *asked) {
  const struct options *options = asked->session.options;
  struct outcome sum = no_outcome(asked);
  sum.result.verdict = VERDICT_TRUE;
  if (outputs_are_wanted(options)) {
    diag_file(asked->session.diag, SEVERITY_ERROR, NULL,
              "--json and other files are about one property: which? (give a "
              ".prp file)");
    return EXIT_USAGE;
  }
  bool goes_on = true;
  uint32_t next = 0;
  while (goes_on && next < asked->properties.count) {
    struct wish wish = {.asked = asked,
                        .property = &asked->properties.at[next],
                        .count = together(&asked->properties, next)};
    goes_on = answer_next(&wish, &sum);
    next += wish.count;
  }
  struct wish rest = {.asked = asked, .takes_options = true};
  if (goes_on && asks_more(options))
    answer_next(&rest, &sum);
  int code = sum.code != EXIT_TRUE
                 ? sum.code
                 : outcome_conclude(&sum, request_style(options), stdout);
  result_release(&sum.result);
  return code;
}

// The checks of the specification, or one function by what it says.
static int check_specified(struct asked *asked) {
  struct session *session = &asked->session;
  struct target_rules rules = {0};
  const char *function = session->options->function;
  if (function) {
    rules.checks_calls = true;
    take_options(session->options, &rules);
    show_rules(session, &rules, function, false);
  }
  return conform(session, (struct spec_source){.path = asked->specification},
                 &rules, asked->files.at, asked->files.count);
}

// LTL with atoms in C: a specification with one check.
static bool asks_formula(const struct asked *asked) {
  return asked->properties.count == 1 &&
         asked->properties.at[0].kind == PROPERTY_LTL;
}

static int check_formula(struct asked *asked) {
  struct session *session = &asked->session;
  struct target_rules rules = {0};
  struct strbuf text = {0};
  linear_specify(session->names, &asked->properties.at[0], &text);
  struct spec_source source = {.path = "LTL", .text = strbuf_text(&text)};
  int code =
      conform(session, source, &rules, asked->files.at, asked->files.count);
  strbuf_release(&text);
  return code;
}

static const char *kind_of(const struct asked *asked) {
  if (!asked->specification)
    return "program";
  return asked->session.options->function ? "function" : "spec";
}

static int check_asked(struct asked *asked) {
  const struct options *options = asked->session.options;
  if (!options_have_effect(options, "check", kind_of(asked)))
    return EXIT_USAGE;
  if (options->memtrack && options->cleanup) {
    diag_file(asked->session.diag, SEVERITY_ERROR, NULL,
              "--memtrack and --cleanup are asked one after the other");
    return EXIT_USAGE;
  }
  if (asked->specification)
    return check_specified(asked);
  if (asks_formula(asked))
    return check_formula(asked);
  bool is_one = !asked->properties.count ||
                together(&asked->properties, 0) == asked->properties.count;
  return is_one ? answer_one(asked) : answer_several(asked);
}

// What a check is told besides its options.
struct circumstances {
  const char *certificate; // or null
  bool has_witness;
  const struct session_hook *hook; // or null
};

// False after telling why.
static bool read_former(struct session *session) {
  const char *path = session->options->former;
  struct strbuf text = {0};
  bool ok = true;
  if (path) {
    session->former = interner_new();
    ok = file_read(path, &text) &&
         former_read(strbuf_text(&text), session->former);
  }
  if (!ok)
    diag_file(session->diag, SEVERITY_ERROR, path,
              "this is no report that --json wrote");
  strbuf_release(&text);
  return ok;
}

static int check(const struct options *options,
                 const struct circumstances *circumstances) {
  struct asked asked = {.start_ms = stats_now_ms()};
  session_init(&asked.session, options);
  asked.session.certificate = circumstances->certificate;
  asked.session.has_witness = circumstances->has_witness;
  asked.session.hook = circumstances->hook;
  int code = EXIT_BAD_INPUT;
  if (read_former(&asked.session) && read_operands(&asked))
    code = check_asked(&asked);
  session_release(&asked.session);
  task_release(&asked.task);
  property_vec_release(&asked.properties);
  text_vec_release(&asked.files);
  bitset_release(&asked.kept);
  return code;
}

int command_check(const struct options *options) {
  return check(options, &(struct circumstances){0});
}

int check_annotated(const struct options *options) {
  return check(options, &(struct circumstances){.has_witness = true});
}

int check_hooked(const struct options *options,
                 const struct session_hook *hook) {
  return check(options, &(struct circumstances){.hook = hook});
}

// The first operand is the certificate.
int command_certify(const struct options *options) {
  if (options->operands.count < 2) {
    fprintf(stderr, "vouch: error: a certificate and a file are needed\n");
    return EXIT_USAGE;
  }
  struct options rest = *options; // shallow
  rest.operands.at++;
  rest.operands.count--;
  return check(&rest,
               &(struct circumstances){.certificate = options->operands.at[0]});
}
