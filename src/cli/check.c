// `vouch check`: proves a property of a program or shows a violation.
#include <stdio.h>
#include <string.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/conform.h"
#include "cli/request.h"
#include "cli/watch.h"
#include "spec/property.h"
#include "spec/task.h"

// What the operands ask for: C files, a task, properties, a specification.
struct asked {
  struct session session;
  struct request request;
  struct task task;
  struct property_vec properties;
  struct text_vec files;
  const char *specification; // or null
  bool has_task;
};

// Tasks and properties

static bool read_task(struct asked *asked, const char *path) {
  struct session *session = &asked->session;
  if (!task_read(&asked->task, path, session->names, session->diag))
    return false;
  asked->has_task = true;
  for (uint32_t i = 0; i < asked->task.inputs.count; i++)
    text_vec_push(&asked->files,
                  name_text(session->names, asked->task.inputs.at[i].path));
  enum data_model model = asked->task.data_model;
  if (model != DATA_MODEL_NOT_GIVEN)
    session->frontend.options.pointer_width =
        model == DATA_MODEL_ILP32 ? 32 : 64;
  return true;
}

// What a task asks for counts unless the command line asks for something else.
static bool read_task_properties(struct asked *asked) {
  struct session *session = &asked->session;
  if (!asked->has_task || asked->properties.count)
    return true;
  for (uint32_t i = 0; i < asked->task.properties.count; i++) {
    const char *path =
        name_text(session->names, asked->task.properties.at[i].path);
    struct property_vec listed = {0};
    bool ok = property_read(&listed, path, session->names, session->diag);
    bool is_ours = ok && listed.at[0].kind == PROPERTY_UNREACH_CALL;
    bool is_first = asked->properties.count == 0;
    if (is_ours || (ok && is_first)) {
      property_vec_clear(&asked->properties);
      property_vec_append(&asked->properties, listed.at, listed.count);
    }
    property_vec_release(&listed);
    if (!ok || is_ours)
      return ok;
  }
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

// What the properties ask for, besides the options. Null, or the word for
// something that is not checked.
static const char *take_properties(struct asked *asked) {
  const struct interner *names = asked->session.names;
  struct target_rules *rules = &asked->request.options.rules;
  for (uint32_t i = 0; i < asked->properties.count; i++) {
    const struct property *property = &asked->properties.at[i];
    switch (property->kind) {
    case PROPERTY_UNREACH_CALL:
      rules->checks_calls = true;
      rules->error_function = name_text(names, property->function);
      break;
    case PROPERTY_UNREACH_LABEL:
      rules->label = name_text(names, property->function);
      break;
    case PROPERTY_OVERFLOW: rules->checks_overflow = true; break;
    default: return property_kind_text(property->kind);
    }
  }
  return NULL;
}

// Assertions are checked unless a property file asks for something else.
static const char *choose_targets(struct asked *asked) {
  const struct options *options = asked->session.options;
  struct target_rules *rules = &asked->request.options.rules;
  *rules = (struct target_rules){.checks_calls = !asked->properties.count,
                                 .label = options->label,
                                 .checks_overflow = options->overflow,
                                 .checks_div0 = options->div0,
                                 .checks_deref = options->deref};
  const char *unsupported = take_properties(asked);
  struct frontend_options *frontend = &asked->session.frontend.options;
  frontend->checks_overflow = rules->checks_overflow;
  frontend->splits_failures = rules->checks_overflow || rules->checks_div0;
  frontend->checked_label = rules->label;
  if (asked->has_task && frontend->volatility == VOLATILE_AUTO)
    frontend->volatility = VOLATILE_MEMORY;
  return unsupported;
}

// The check

static bool choose_entry(struct asked *asked) {
  const char *name = asked->session.options->function;
  const struct procedure *entry = session_function(&asked->session, true);
  if (!entry)
    return false;
  asked->request.options.entry = entry->self;
  asked->request.options.starts_program = !name || !strcmp(name, "main");
  return true;
}

static int report(struct request *request) {
  request_report(request);
  return request_result(request);
}

static int load_and_check(struct asked *asked) {
  struct request *request = &asked->request;
  const char *unsupported = choose_targets(asked);
  if (unsupported) {
    request_refuse(request, unsupported);
    return report(request);
  }
  int code =
      session_load(&asked->session, asked->files.at, asked->files.count, NULL);
  if (code != EXIT_TRUE)
    return code;
  if (!choose_entry(asked))
    return EXIT_BAD_INPUT;
  request->is_task = asked->has_task;
  request->has_model = asked->has_task;
  request_check(request);
  watch_end();
  return report(request);
}

static int check_asked(struct asked *asked) {
  if (asked->specification)
    return conform(&asked->session, asked->specification, asked->files.at,
                   asked->files.count);
  request_watch(&asked->request);
  int code = load_and_check(asked);
  watch_end();
  return code;
}

int command_check(const struct options *options) {
  struct asked asked = {.request = {.session = &asked.session}};
  session_init(&asked.session, options);
  int code = EXIT_BAD_INPUT;
  if (read_operands(&asked))
    code = check_asked(&asked);
  request_release(&asked.request);
  session_release(&asked.session);
  task_release(&asked.task);
  property_vec_release(&asked.properties);
  text_vec_release(&asked.files);
  return code;
}
