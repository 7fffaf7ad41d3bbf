import type { RowStep, Step, StepResult } from '../database.ts';
import type { Statement } from '../statement.ts';
import { type Command, runSteps, type StatementResult } from '../writes/run-steps.ts';
import { mapError } from './map-error.ts';
import type { StoreHandle } from './store-handle.ts';

export interface Progress {
  hasChanged: boolean;
}

/** Runs the steps of one request on a connection that is in a transaction. Throws `DatabaseFailure`. */
export function driveSteps(handle: StoreHandle, steps: readonly Step[], progress: Progress): StepResult[] {
  const run = runSteps(steps);
  const looks = new Set(steps.flatMap(looksOf));
  const upserts = upsertsByStatement(steps);
  let next = run.next();
  while (next.done !== true) {
    let ran: StatementResult;
    try {
      ran = execute(handle, next.value, upserts);
    } catch (error) {
      next = run.throw(mapError(error, handle.directory));
      continue;
    }
    const isLook = next.value.kind === 'run' && looks.has(next.value.statement);
    if (!isLook && (ran.touched > 0 || ran.rows.length > 0)) progress.hasChanged = true;
    next = run.next(ran);
  }
  return next.value;
}

function execute(handle: StoreHandle, command: Command, upserts: ReadonlyMap<Statement, RowStep>): StatementResult {
  switch (command.kind) {
    case 'run': {
      const upsert = upserts.get(command.statement);
      return upsert === undefined ? handle.run(command.statement) : runUpsert(handle, upsert, command.statement);
    }
    case 'savepoint':
      handle.exec('SAVEPOINT attempt');
      break;
    case 'release':
      handle.exec('RELEASE attempt');
      break;
    case 'rollback':
      handle.exec('ROLLBACK TO attempt');
      handle.exec('RELEASE attempt');
  }
  return { rows: [], touched: 0 };
}

/** Callers may choose the ids of new rows, so an existing id must not count as a created row. */
function runUpsert(handle: StoreHandle, { table, newIds = [] }: RowStep, statement: Statement): StatementResult {
  const text = `SELECT id FROM "${table.physical}" WHERE id IN (SELECT value FROM json_each(?))`;
  const known = new Set(handle.arrays(text, [newIds]).map(([id]) => id));
  const { rows, touched } = handle.run(statement);
  return { rows: rows.map((row) => (known.has(row['id'] ?? null) ? { ...row, was_there: 1 } : row)), touched };
}

function looksOf(step: Step): unknown[] {
  if (step.kind === 'plain') return [];
  const { checks = [], onNoMatch, bulk, preImage: look } = step.kind === 'attempt' ? step.step : step;
  return [...checks.map(({ statement }) => statement), onNoMatch, bulk?.probe, look?.rows, look?.count];
}

function upsertsByStatement(steps: readonly Step[]): Map<Statement, RowStep> {
  const upserts = new Map<Statement, RowStep>();
  for (const each of steps) {
    const step = each.kind === 'attempt' ? each.step : each;
    if (step.kind !== 'rows' || step.action !== 'upsert') continue;
    for (const statement of step.statements) upserts.set(statement, step);
  }
  return upserts;
}
