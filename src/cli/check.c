// `vouch check`: proves a property of a program or shows a violation.
#include <stdio.h>
#include <string.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "cli/apart.h"
#include "cli/commands.h"
#include "cli/conform.h"
#include "cli/option_use.h"
#include "cli/request.h"
#include "cli/watch.h"
#include "program/function_name.h"
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
  uint64_t start_ms;
};

// One question about the program: a property, or what the options ask for.
struct inquiry {
  struct asked *asked;
  const struct property *property; // or null
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

static bool is_supported(const struct property *property) {
  return property->kind == PROPERTY_UNREACH_CALL ||
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
  default: return property_kind_text(property->kind);
  }
}

static void take_options(const struct options *options,
                         struct target_rules *rules) {
  rules->label = options->label;
  rules->checks_overflow = options->overflow;
  rules->checks_div0 = options->div0;
  rules->checks_deref = options->deref;
}

// The entry that the property names, unless the command line names another.
static const char *entry_name(const struct inquiry *question) {
  const struct session *session = &question->asked->session;
  if (session->options->function)
    return session->options->function;
  return question->property
             ? name_text(session->names, question->property->entry)
             : "main";
}

static void warn_entry(const struct inquiry *question) {
  const struct session *session = &question->asked->session;
  const char *given = session->options->function;
  const char *named = question->property
                          ? name_text(session->names, question->property->entry)
                          : "main";
  if (given && strcmp(named, "main") && strcmp(given, named))
    diag_report(session->diag, SEVERITY_WARNING, question->property->position,
                "the property is about %s, but --function %s is given and "
                "counts",
                named, given);
}

// Assertions are checked unless a property file asks for something else.
static const char *choose_targets(const struct inquiry *question,
                                  struct target_rules *rules) {
  struct session *session = &question->asked->session;
  const char *unsupported = NULL;
  *rules =
      (struct target_rules){.checks_calls = !question->asked->properties.count};
  if (question->takes_options)
    take_options(session->options, rules);
  if (question->property)
    unsupported = take_property(session->names, question->property, rules);
  struct frontend_options *frontend = &session->frontend.options;
  frontend->checks_overflow = rules->checks_overflow;
  frontend->splits_failures = rules->checks_overflow || rules->checks_div0;
  frontend->checked_label = rules->label;
  frontend->wanted = function_name_base(entry_name(question));
  if (question->asked->has_task && frontend->volatility == VOLATILE_AUTO)
    frontend->volatility = VOLATILE_MEMORY;
  return unsupported;
}

// The check

static bool choose_entry(const struct inquiry *question,
                         struct component_options *options) {
  struct session *session = &question->asked->session;
  const char *name = entry_name(question);
  warn_entry(question);
  const struct procedure *entry = session_function_called(session, name, true);
  if (!entry)
    return false;
  options->entry = entry->self;
  options->starts_program = !strcmp(name, "main");
  return true;
}

// The program once more, as it was before anything was made of it. Null: it
// cannot be loaded.
static struct program *load_again(struct asked *asked) {
  struct session *session = &asked->session;
  struct program *first = session->program;
  struct diag *told = session->diag;
  FILE *nowhere = fopen("/dev/null", "w");
  session->diag = session->frontend.diag = diag_new(session->names, nowhere);
  session->program = NULL;
  int code = session_load(session, asked->files.at, asked->files.count, NULL);
  struct program *again = session->program;
  diag_free(session->diag);
  fclose(nowhere);
  session->diag = session->frontend.diag = told;
  session->program = first;
  if (code == EXIT_TRUE)
    return again;
  if (again)
    program_free(again);
  return NULL;
}

// Tasks follow pointers that nobody initialised.
static void try_own_objects(const struct inquiry *question,
                            struct request *request) {
  if (!(question->asked->has_task || question->property) ||
      !request_may_adopt(request))
    return;
  struct program *again = load_again(question->asked);
  if (again)
    request_adopt(request, again);
}

// EXIT_TRUE when there is a verdict.
static int load_and_check(const struct inquiry *question,
                          struct request *request) {
  struct asked *asked = question->asked;
  const char *unsupported = choose_targets(question, &request->options.rules);
  if (unsupported) {
    request_refuse(request, unsupported);
    return EXIT_TRUE;
  }
  int code =
      session_load(&asked->session, asked->files.at, asked->files.count, NULL);
  if (code != EXIT_TRUE)
    return code;
  if (!choose_entry(question, &request->options))
    return EXIT_BAD_INPUT;
  request->is_task = asked->has_task;
  request->has_model = asked->has_task;
  request_check(request);
  try_own_objects(question, request);
  return EXIT_TRUE;
}

// By the rules of the tasks the answer is true or false.
static void warn_vacuous(const struct asked *asked, struct request *request) {
  if (!asked->has_task || !request->result.vacuity.length)
    return;
  diag_file(asked->session.diag, SEVERITY_WARNING, NULL,
            "the check is vacuous: %s", strbuf_text(&request->result.vacuity));
}

static void answer(void *context, struct outcome *outcome) {
  const struct inquiry *question = context;
  struct asked *asked = question->asked;
  struct request request = {.session = &asked->session,
                            .start_ms = asked->start_ms};
  request_watch(&request);
  int code = load_and_check(question, &request);
  watch_end();
  if (code == EXIT_TRUE) {
    request_report(&request);
    warn_vacuous(asked, &request);
    fflush(request.text);
  }
  request_outcome(&request, outcome);
  if (code != EXIT_TRUE)
    outcome->code = code;
  if (asked->has_task)
    *outcome->vacuity = '\0';
  request_release(&request);
}

static FILE *report_stream(const struct options *options) {
  return options->json && !strcmp(options->json, "-") ? stderr : stdout;
}

static int answer_one(struct asked *asked) {
  const struct property_vec *properties = &asked->properties;
  struct inquiry question = {.asked = asked,
                              .property =
                                  properties->count ? properties->at : NULL,
                              .takes_options = true};
  struct outcome outcome;
  answer(&question, &outcome);
  return outcome.code != EXIT_TRUE
             ? outcome.code
             : outcome_result(&outcome, report_stream(asked->session.options));
}

// Several questions

static void tell(const struct inquiry *question,
                 const struct outcome *outcome) {
  const struct interner *names = question->asked->session.names;
  const struct property *property = question->property;
  if (property)
    printf("property %s (%s:%u): ", property_kind_text(property->kind),
           name_text(names, property->position.file), property->position.line);
  else
    printf("what the options ask for: ");
  printf("%s", verdict_name(outcome->verdict));
  if (outcome->verdict == VERDICT_UNKNOWN)
    printf(" (%s)", outcome->reason);
  else if (*outcome->vacuity)
    printf(" (vacuous: %s)", outcome->vacuity);
  puts("");
}

// What two answers come to: the first violation, then the first doubt.
static void add_outcome(struct outcome *sum, const struct outcome *outcome) {
  static const int weights[] = {
      [VERDICT_TRUE] = 0, [VERDICT_UNKNOWN] = 2, [VERDICT_FALSE] = 3};
  int old = *sum->vacuity ? 1 : weights[sum->verdict];
  int new = *outcome->vacuity ? 1 : weights[outcome->verdict];
  if (new > old)
    *sum = *outcome;
}

static bool asks_more(const struct options *options) {
  return options->label || options->overflow || options->div0 || options->deref;
}

// False when there is no point in going on.
static bool answer_next(struct inquiry *question, struct outcome *sum) {
  struct outcome outcome;
  apart_run(answer, question, &outcome, &question->asked->session.stats);
  if (outcome.code != EXIT_TRUE) {
    *sum = outcome;
    return false;
  }
  if (outcome.verdict == VERDICT_FALSE && !*outcome.property)
    outcome_text(outcome.property, sizeof outcome.property,
                 question->property
                     ? property_kind_text(question->property->kind)
                     : "options");
  tell(question, &outcome);
  add_outcome(sum, &outcome);
  return strcmp(outcome.reason, "interrupted") != 0;
}

static int answer_several(struct asked *asked) {
  const struct options *options = asked->session.options;
  struct outcome sum = {.verdict = VERDICT_TRUE};
  if (options->json) {
    diag_file(asked->session.diag, SEVERITY_ERROR, NULL,
              "--json is about one property: which? (give a .prp file)");
    return EXIT_USAGE;
  }
  bool goes_on = true;
  for (uint32_t i = 0; goes_on && i < asked->properties.count; i++) {
    struct inquiry question = {.asked = asked,
                                .property = &asked->properties.at[i]};
    goes_on = answer_next(&question, &sum);
  }
  struct inquiry rest = {.asked = asked, .takes_options = true};
  if (goes_on && asks_more(options))
    answer_next(&rest, &sum);
  return sum.code != EXIT_TRUE ? sum.code : outcome_result(&sum, stdout);
}

static int check_asked(struct asked *asked) {
  if (!options_have_effect(asked->session.options, "check",
                           asked->specification ? "spec" : "program"))
    return EXIT_USAGE;
  if (asked->specification)
    return conform(&asked->session, asked->specification, asked->files.at,
                   asked->files.count);
  return asked->properties.count > 1 ? answer_several(asked)
                                     : answer_one(asked);
}

int command_check(const struct options *options) {
  struct asked asked = {.start_ms = stats_now_ms()};
  session_init(&asked.session, options);
  int code = EXIT_BAD_INPUT;
  if (read_operands(&asked))
    code = check_asked(&asked);
  session_release(&asked.session);
  task_release(&asked.task);
  property_vec_release(&asked.properties);
  text_vec_release(&asked.files);
  return code;
}
