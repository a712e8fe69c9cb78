#include "bp/code.h"

#include <string.h>

// Rows

static void add_label_rows(struct bp_code *code, uint32_t procedure,
                           const char *wanted) {
  const struct bp *bp = code->bp;
  const struct bp_procedure *p = &bp->procedures.at[procedure];
  for (uint32_t i = 0; i < p->labels.count; i++) {
    const char *text = name_text(bp->names, p->labels.at[i].name);
    uint32_t statement = p->labels.at[i].statement;
    if (!strcmp(text, "SLIC_ERROR") || (wanted && !strcmp(text, wanted)))
      bp_row_vec_push(
          &code->rows,
          (struct bp_row){.kind = BP_ROW_LABEL,
                          .procedure = procedure,
                          .statement = statement,
                          .label = p->labels.at[i].name,
                          .position = p->statements.at[statement].position});
  }
}

static void add_assert_rows(struct bp_code *code, uint32_t procedure) {
  const struct bp_procedure *p = &code->bp->procedures.at[procedure];
  for (uint32_t i = 0; i < p->statements.count; i++) {
    const struct bp_statement *s = &p->statements.at[i];
    if (s->kind == BP_ASSERT)
      bp_row_vec_push(
          &code->rows,
          (struct bp_row){.kind = BP_ROW_ASSERT,
                          .procedure = procedure,
                          .statement = i,
                          .failed = bp_expr_not(code->bp->exprs, s->condition),
                          .position = s->position});
  }
}

static void add_abortif_row(struct bp_code *code, uint32_t procedure) {
  const struct bp_procedure *p = &code->bp->procedures.at[procedure];
  if (!bp_expr_is_none(p->abortif))
    bp_row_vec_push(&code->rows,
                    (struct bp_row){.kind = BP_ROW_ABORTIF,
                                    .procedure = procedure,
                                    .failed = p->abortif,
                                    .position = p->abortif_position});
}

static int compare_rows(const void *a, const void *b) {
  const struct bp_row *x = a, *y = b;
  if (x->position.line != y->position.line)
    return x->position.line < y->position.line ? -1 : 1;
  if (x->position.column != y->position.column)
    return x->position.column < y->position.column ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return (x->label.id > y->label.id) - (x->label.id < y->label.id);
}

static void add_rows(struct bp_code *code, const char *label) {
  for (uint32_t i = 0; i < code->bp->procedures.count; i++) {
    add_abortif_row(code, i);
    add_label_rows(code, i, label);
    add_assert_rows(code, i);
  }
  if (code->rows.count)
    qsort(code->rows.at, code->rows.count, sizeof *code->rows.at, compare_rows);
}

// Edges

struct builder {
  struct bp_code *code;
  uint32_t procedure, statement;
  uint32_t from;
};

static struct bp_edge *add_edge(const struct builder *builder,
                                enum bp_edge_kind kind, struct bp_expr guard) {
  struct bp_code *code = builder->code;
  bp_edge_vec_push(&code->graph.edges,
                   (struct bp_edge){.kind = kind, .from = builder->from});
  bp_origin_vec_push(
      &code->origins,
      (struct bp_origin){builder->procedure, builder->statement, guard});
  return bp_edge_vec_last(&code->graph.edges);
}

static void add_step(const struct builder *builder, uint32_t statement,
                     struct bp_expr guard) {
  uint32_t to = bp_code_location(builder->code, builder->procedure, statement);
  add_edge(builder, BP_EDGE_STEP, guard)->to = to;
}

static void add_call(const struct builder *builder,
                     const struct bp_statement *s) {
  struct bp_edge *edge = add_edge(builder, BP_EDGE_CALL, (struct bp_expr){0});
  edge->to = builder->from + 1;
  edge->callee = s->callee;
}

static void add_violations(const struct builder *builder) {
  const struct bp_row_vec *rows = &builder->code->rows;
  for (uint32_t i = 0; i < rows->count; i++) {
    const struct bp_row *row = &rows->at[i];
    if (row->procedure == builder->procedure &&
        (row->kind == BP_ROW_ABORTIF || row->statement == builder->statement))
      add_edge(builder, BP_EDGE_VIOLATION, row->failed)->row = i;
  }
}

// Alone, nobody wakes who waits, and nobody comes to meet.
static void add_edges(const struct builder *builder,
                      const struct bp_statement *s) {
  struct bp_exprs *exprs = builder->code->bp->exprs;
  const struct bp_expr always = {0};
  uint32_t next = builder->statement + 1;
  switch (s->kind) {
  case BP_GOTO:
    for (uint32_t i = 0; i < s->target_count; i++)
      add_step(builder, s->targets[i], always);
    return;
  case BP_BRANCH:
    add_step(builder, s->targets[0], s->condition);
    add_step(builder, next, bp_expr_not(exprs, s->condition));
    return;
  case BP_ASSUME:
  case BP_ASSERT: add_step(builder, next, s->condition); return;
  case BP_CALL: add_call(builder, s); return;
  case BP_RETURN: add_edge(builder, BP_EDGE_RETURN, always); return;
  case BP_END_THREAD:
  case BP_WAIT:
  case BP_SYNC: return;
  case BP_SKIP:
  case BP_ASSIGN:
  case BP_START_THREAD:
  case BP_ATOMIC_BEGIN:
  case BP_ATOMIC_END:
  case BP_BROADCAST: add_step(builder, next, always); return;
  }
}

static void add_parts(struct bp_code *code) {
  struct bp_graph *graph = &code->graph;
  uint32_t entry = 0;
  for (uint32_t i = 0; i < code->bp->procedures.count; i++) {
    uint32_t count = code->bp->procedures.at[i].statements.count;
    bp_part_vec_push(&graph->parts, (struct bp_part){entry, count});
    for (uint32_t k = 0; k < count; k++)
      u32_vec_push(&graph->part_of, i);
    entry += count;
  }
}

static void add_all_edges(struct bp_code *code) {
  struct builder builder = {.code = code};
  for (uint32_t i = 0; i < code->bp->procedures.count; i++) {
    const struct bp_statement_vec *list =
        &code->bp->procedures.at[i].statements;
    for (uint32_t k = 0; k < list->count; k++) {
      builder.procedure = i;
      builder.statement = k;
      builder.from = bp_code_location(code, i, k);
      u32_vec_push(&code->graph.first, code->graph.edges.count);
      add_violations(&builder);
      add_edges(&builder, &list->at[k]);
    }
  }
  u32_vec_push(&code->graph.first, code->graph.edges.count);
}

void bp_code_init(struct bp_code *code, struct bp *bp, const char *label) {
  *code = (struct bp_code){.bp = bp, .graph.main = bp->main};
  add_rows(code, label);
  code->graph.row_count = code->rows.count;
  add_parts(code);
  add_all_edges(code);
}

void bp_code_release(struct bp_code *code) {
  bp_graph_release(&code->graph);
  bp_origin_vec_release(&code->origins);
  bp_row_vec_release(&code->rows);
}
