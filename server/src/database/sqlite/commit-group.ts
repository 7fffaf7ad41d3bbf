import type { Step, StepResult } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import { type Command, type Ran, runSteps } from '../writes/run-steps.ts';
import { mapError } from './map-error.ts';
import type { Reply, RequestOf } from './protocol.ts';
import { readSchemaVersion, writeSchemaVersion } from './schema-version.ts';
import type { StoreHandle } from './store-handle.ts';
import { findStoredAnswer, storeAnswer } from './stored-answer.ts';
import { noteRowCount, StatsChanges } from './table-stats.ts';
import { decodeSteps } from './wire-steps.ts';

export type WriteRequest = RequestOf<'write'> | RequestOf<'note_count'>;

export interface WriteContext {
  readonly handle: StoreHandle;
  readonly textOf: (statement: number) => string;
  readonly directory: string;
}

const RISKY_MAX = 1_000;
/** Texts of single statements whose change had to be taken back once: they get a savepoint from then on. */
const risky = new Set<string>();

/** Thrown to run a whole group again with a savepoint around every request. */
const AGAIN = Symbol('again');

/**
 * Runs writes that came together in one transaction with one sync of the disk; each takes effect or fails alone. The
 * answers may leave only after this returns: what they say is durable then.
 */
export function commitGroup(context: WriteContext, requests: readonly WriteRequest[]): Reply[] {
  try {
    return runGroup(context, requests, false);
  } catch (error) {
    context.handle.rollback();
    if (error === AGAIN) return runGuarded(context, requests);
    throw mapError(error, context.directory);
  }
}

function runGuarded(context: WriteContext, requests: readonly WriteRequest[]): Reply[] {
  try {
    return runGroup(context, requests, true);
  } catch (error) {
    context.handle.rollback();
    throw mapError(error, context.directory);
  }
}

function runGroup(context: WriteContext, requests: readonly WriteRequest[], isGuarded: boolean): Reply[] {
  const { handle } = context;
  handle.exec('BEGIN IMMEDIATE');
  const group = new Group(context, isGuarded);
  const replies = requests.map((request) => group.answer(request));
  group.finish();
  handle.exec('COMMIT');
  return replies;
}

class Group {
  readonly #context: WriteContext;
  readonly #isGuarded: boolean;
  readonly #stats = new StatsChanges();
  #schemaVersion: number | undefined;

  constructor(context: WriteContext, isGuarded: boolean) {
    this.#context = context;
    this.#isGuarded = isGuarded;
  }

  answer(request: WriteRequest): Reply {
    if (request[1] === 'note_count') {
      noteRowCount(this.#context.handle, request[3], request[4], request[5]);
      return [request[0], null];
    }
    try {
      return [request[0], this.#write(request)];
    } catch (error) {
      if (error === AGAIN) throw error;
      const failure = mapError(error, this.#context.directory);
      // These end the transaction, or leave nothing to trust in it: the others of the group fail too.
      if (failure.kind === 'storage_full' || failure.kind === 'unavailable') throw failure;
      if (!this.#context.handle.db.isTransaction) throw failure;
      return [request[0], null, failure.error];
    }
  }

  finish(): void {
    this.#stats.flush(this.#context.handle);
  }

  #write(request: RequestOf<'write'>): { results: readonly StepResult[]; replayed: boolean } {
    const [, , , schemaVersion, nextSchemaVersion, wireSteps, idempotency] = request;
    const { handle, textOf } = this.#context;
    if (schemaVersion !== 0) this.#requireSchema(schemaVersion);
    const stored = idempotency === null ? undefined : findStoredAnswer(handle, idempotency);
    if (stored !== undefined) return { results: stored, replayed: true };

    const steps = decodeSteps(wireSteps, textOf);
    const single =
      idempotency === null && nextSchemaVersion === 0 && !this.#isGuarded ? singleStatement(steps) : undefined;
    if (single !== undefined && !risky.has(single)) return { results: this.#runSingle(steps, single), replayed: false };

    const run = (): readonly StepResult[] => {
      const results = this.#runCounted(steps);
      if (idempotency !== null) storeAnswer(handle, idempotency, results);
      if (nextSchemaVersion !== 0) writeSchemaVersion(handle, nextSchemaVersion);
      return results;
    };
    const results = withSavepoint(handle, run);
    this.#stats.add(steps, results);
    if (nextSchemaVersion !== 0) this.#schemaVersion = nextSchemaVersion;
    return { results, replayed: false };
  }

  /** A statement that fails takes back its own change; one that worked against the rules needs the group to start again. */
  #runSingle(steps: readonly Step[], text: string): readonly StepResult[] {
    const state = { hasChanged: false };
    try {
      const results = this.#runCounted(steps, state);
      this.#stats.add(steps, results);
      return results;
    } catch (error) {
      if (!state.hasChanged) throw error;
      if (risky.size >= RISKY_MAX) risky.clear();
      risky.add(text);
      throw AGAIN;
    }
  }

  /** Notices rows that foreign keys changed beside those the steps touched. */
  #runCounted(steps: readonly Step[], state?: { hasChanged: boolean }): StepResult[] {
    const { handle } = this.#context;
    const cascades = steps.flatMap(cascadesOf);
    if (cascades.length === 0) return drive(handle, steps, state);
    const before = totalChanges(handle);
    const results = drive(handle, steps, state);
    const touched = results.reduce((sum, result) => sum + (result.kind === 'failed' ? 0 : result.touched), 0);
    if (totalChanges(handle) - before > touched) this.#stats.forget(cascades);
    return results;
  }

  #requireSchema(expected: number): void {
    this.#schemaVersion ??= readSchemaVersion(this.#context.handle);
    if (this.#schemaVersion === expected) return;
    const message = `prepared for catalogue version ${expected}, which is ${this.#schemaVersion}`;
    throw new DatabaseFailure({ kind: 'stale_schema', message });
  }
}

function drive(handle: StoreHandle, steps: readonly Step[], state?: { hasChanged: boolean }): StepResult[] {
  const run = runSteps(steps);
  const looks = looksOf(steps);
  let next = run.next();
  while (next.done !== true) {
    let ran: Ran;
    try {
      ran = execute(handle, next.value);
    } catch (error) {
      next = run.throw(mapError(error, ''));
      continue;
    }
    const isLook = next.value.kind === 'run' && looks.includes(next.value.statement);
    if (state !== undefined && !isLook && (ran.touched > 0 || ran.rows.length > 0)) state.hasChanged = true;
    next = run.next(ran);
  }
  return next.value;
}

function execute(handle: StoreHandle, command: Command): Ran {
  switch (command.kind) {
    case 'run':
      return handle.run(command.statement);
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

function withSavepoint<Result>(handle: StoreHandle, run: () => Result): Result {
  handle.exec('SAVEPOINT request');
  try {
    const result = run();
    handle.exec('RELEASE request');
    return result;
  } catch (error) {
    if (handle.db.isTransaction) {
      handle.exec('ROLLBACK TO request');
      handle.exec('RELEASE request');
    }
    throw error;
  }
}

/** The text of the one changing statement, or undefined when there are several. */
function singleStatement(steps: readonly Step[]): string | undefined {
  const [step] = steps;
  if (steps.length !== 1 || step === undefined || step.kind === 'attempt') return undefined;
  if (step.kind === 'plain') return step.statement.text;
  return step.statements.length === 1 ? step.statements[0]?.text : undefined;
}

/** The statements that only look. */
function looksOf(steps: readonly Step[]): unknown[] {
  return steps.flatMap((step) => (step.kind === 'rows' ? [step.whenNone, step.bulk?.probe] : []));
}

function cascadesOf(step: Step): readonly string[] {
  const rows = step.kind === 'attempt' ? step.step : step;
  return rows.kind === 'rows' && rows.action === 'delete' ? rows.table.cascadesTo : [];
}

function totalChanges(handle: StoreHandle): number {
  return Number(handle.arrays('SELECT total_changes()', [])[0]?.[0] ?? 0);
}
