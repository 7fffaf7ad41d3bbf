import type { AttemptStep, CheckBefore, PlainStep, Row, RowStep, Step, StepResult } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Statement } from '../statement.ts';

export type Command =
  | { readonly kind: 'run'; readonly statement: Statement }
  | { readonly kind: 'savepoint' | 'release' | 'rollback' };

export interface StatementResult {
  readonly rows: readonly Row[];
  /** Rows touched by a statement that returns none. */
  readonly touched: number;
}

type Run<Result> = Generator<Command, Result, StatementResult>;

/**
 * One logic for both engines: SQLite runs it synchronously, PostgreSQL with a round trip for each command. The engine
 * throws a failed command into the generator; an error that leaves it fails the whole transaction.
 */
export function* runSteps(steps: readonly Step[]): Run<StepResult[]> {
  const results: StepResult[] = [];
  for (const [index, step] of steps.entries()) {
    try {
      results.push(yield* runStep(step));
    } catch (error) {
      throw error instanceof DatabaseFailure ? new DatabaseFailure({ ...error.error, step: index }, error) : error;
    }
  }
  return results;
}

function* runStep(step: Step): Run<StepResult> {
  switch (step.kind) {
    case 'plain':
      return yield* runPlain(step);
    case 'rows':
      return yield* runRows(step);
    case 'attempt':
      return yield* runAttempt(step);
  }
}

function* runPlain(step: PlainStep): Run<StepResult> {
  const ran = yield { kind: 'run', statement: step.statement };
  const touched = Math.max(ran.touched, ran.rows.length);
  if (touched < (step.atLeast ?? 0) || touched > (step.atMost ?? Number.POSITIVE_INFINITY)) {
    const name = step.name === undefined ? {} : { name: step.name };
    throw new DatabaseFailure({ kind: 'not_applied', message: `touched ${touched} rows`, ...name });
  }
  return { kind: 'plain', rows: ran.rows, touched };
}

function* runAttempt(step: AttemptStep): Run<StepResult> {
  yield { kind: 'savepoint' };
  try {
    const result = yield* runRows(step.step);
    yield { kind: 'release' };
    return result;
  } catch (error) {
    if (!(error instanceof DatabaseFailure) || !failsOnlyThisStep(error)) throw error;
    yield { kind: 'rollback' };
    return { kind: 'failed', error: error.error };
  }
}

/** Other kinds mean that the database itself is in trouble, which fails the whole transaction. */
function failsOnlyThisStep({ kind }: DatabaseFailure): boolean {
  return (
    kind === 'unique_violation' ||
    kind === 'foreign_key_violation' ||
    kind === 'rule_failed' ||
    kind === 'row_hidden' ||
    kind === 'out_of_range'
  );
}

function* runRows(step: RowStep): Run<StepResult> {
  for (const check of step.checks ?? []) yield* requireOk(check);
  const isBulk = step.bulk !== undefined && (yield* countsMoreThan(step.bulk.probe, step.bulk.shownMax));
  if (step.preImage !== undefined) return yield* runBehindPreImage(step, step.preImage, isBulk);
  const statements = isBulk && step.bulk !== undefined ? [step.bulk.statement] : step.statements;
  const isUpdate = step.existing !== undefined && (yield* finds(step.existing));
  const newIds = new Set(isUpdate ? [] : step.newIds);
  const rows: (string | null)[] = [];
  const ids: string[] = [];
  let touched = 0;
  let created = 0;
  for (const [index, statement] of statements.entries()) {
    const ran = yield* runStatement(statement, index);
    if (ran.rows.length === 0 && ran.touched === 0) yield* requireSome(step, index);
    for (const row of ran.rows) {
      if (row['ok'] === 0)
        throw new DatabaseFailure({ kind: 'rule_failed', message: 'a new row fails the rule', statement: index });
      if (!isBulk) rows.push(jsonOf(row));
      if (step.shownAfter !== undefined) ids.push(String(row['id']));
      if (newIds.size > 0 && newIds.has(String(row['id'])) && row['was_there'] !== 1) created += 1;
    }
    touched += Math.max(ran.rows.length, ran.touched);
  }
  return {
    kind: 'rows',
    rows: isBulk ? undefined : (step.knownRows ?? (yield* findShown(step, ids)) ?? rows),
    touched,
    created: step.action === 'insert' ? touched : created,
  };
}

function* requireOk({ statement, row }: CheckBefore): Run<void> {
  const { rows } = yield { kind: 'run', statement };
  if (!rows.some(({ ok }) => ok === 0)) return;
  throw new DatabaseFailure({ kind: 'rule_failed', message: 'a new row fails the rule', statement: row });
}

function* findShown({ shownAfter }: RowStep, ids: readonly string[]): Run<(string | null)[] | undefined> {
  if (shownAfter === undefined) return undefined;
  const values = [...shownAfter.values.slice(0, -1), ids];
  const { rows } = yield { kind: 'run', statement: { text: shownAfter.text, values } };
  const shown = new Map(rows.map((row) => [row['id'], jsonOf(row)]));
  return ids.map((id) => shown.get(id) ?? null);
}

/** A cascade of the first row may delete the second before the statement reaches it, so both are read first. */
function* runBehindPreImage(
  step: RowStep,
  preImage: NonNullable<RowStep['preImage']>,
  isBulk: boolean,
): Run<StepResult> {
  const { rows: seen } = yield { kind: 'run', statement: isBulk ? preImage.count : preImage.rows };
  const touched = isBulk ? Number(seen[0]?.['count'] ?? 0) : seen.length;
  if (touched === 0) yield* requireSome(step, 0);
  else for (const [index, statement] of step.statements.entries()) yield* runStatement(statement, index);
  return { kind: 'rows', rows: isBulk ? undefined : seen.map(jsonOf), touched, created: 0 };
}

function jsonOf({ json = null }: Row): string | null {
  return json === null ? null : String(json);
}

function* runStatement(statement: Statement, index: number): Run<StatementResult> {
  try {
    return yield { kind: 'run', statement };
  } catch (error) {
    throw error instanceof DatabaseFailure ? new DatabaseFailure({ ...error.error, statement: index }, error) : error;
  }
}

function* finds(statement: Statement): Run<boolean> {
  const { rows } = yield { kind: 'run', statement };
  return rows.length > 0;
}

function* countsMoreThan(probe: Statement, max: number): Run<boolean> {
  const { rows } = yield { kind: 'run', statement: probe };
  return Number(rows[0]?.['count'] ?? 0) > max;
}

function* requireSome(step: RowStep, statement: number): Run<void> {
  if (step.onNoMatch === 'nothing') return;
  if (step.onNoMatch === 'duplicate') {
    throw new DatabaseFailure({
      kind: 'unique_violation',
      message: 'the row may not be updated',
      columns: [],
      statement,
    });
  }
  const { rows } = yield { kind: 'run', statement: step.onNoMatch };
  throw rows.length > 0
    ? new DatabaseFailure({ kind: 'rule_failed', message: 'the row may be read but not changed', statement })
    : new DatabaseFailure({ kind: 'row_hidden', message: 'no such row for this caller', statement });
}
