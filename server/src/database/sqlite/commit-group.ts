import { cascadesOf, TableChanges } from '../counts/table-changes.ts';
import type { Step, StepResult } from '../database.ts';
import { driveSteps, type Progress } from './drive-steps.ts';
import { mapError } from './map-error.ts';
import type { Reply, RequestOf } from './protocol.ts';
import { SchemaVersion } from './schema-version.ts';
import type { StoreHandle } from './store-handle.ts';
import { findStoredAnswer, storeAnswer } from './stored-answer.ts';
import { noteRowCount, writeTableChanges } from './table-stats.ts';
import { decodeSteps } from './wire-steps.ts';

export type WriteRequest = RequestOf<'write'> | RequestOf<'note_count'>;

export interface WriteContext {
  readonly handle: StoreHandle;
  readonly textOf: (statement: number) => string;
}

const RISKY_MAX = 1_000;
/** Texts of single statements whose change once had to be undone. From then on they get a savepoint. */
const risky = new Set<string>();

/** Thrown to run a whole group again with a savepoint around every request. */
const AGAIN = Symbol('again');

/** Runs writes in one transaction; each fails alone. They are durable only when this returns, so answers must wait. */
export function commitGroup(context: WriteContext, requests: readonly WriteRequest[]): Reply[] {
  try {
    return runGroup(context, requests, false);
  } catch (error) {
    if (error !== AGAIN) throw error;
    return runGroup(context, requests, true);
  }
}

function runGroup(context: WriteContext, requests: readonly WriteRequest[], isGuarded: boolean): Reply[] {
  const { handle } = context;
  try {
    handle.exec('BEGIN IMMEDIATE');
    const group = new Group(context, { isGuarded, isAlone: requests.length === 1 });
    const replies = requests.map((request) => group.answer(request));
    group.finish();
    handle.commit();
    return replies;
  } catch (error) {
    handle.rollback();
    throw error === AGAIN ? error : mapError(error, handle.directory);
  }
}

interface GroupOptions {
  /** Every request gets a savepoint. */
  readonly isGuarded: boolean;
  /** A failure undoes the whole transaction, because it has only one request. */
  readonly isAlone: boolean;
}

class Group {
  readonly #handle: StoreHandle;
  readonly #textOf: WriteContext['textOf'];
  readonly #isGuarded: boolean;
  readonly #isAlone: boolean;
  readonly #schemaVersion: SchemaVersion;
  readonly #changes = new TableChanges();

  constructor({ handle, textOf }: WriteContext, { isGuarded, isAlone }: GroupOptions) {
    this.#handle = handle;
    this.#textOf = textOf;
    this.#isGuarded = isGuarded;
    this.#isAlone = isAlone;
    this.#schemaVersion = new SchemaVersion(handle);
  }

  answer(request: WriteRequest): Reply {
    const { id } = request;
    if (request.op === 'note_count') {
      noteRowCount(this.#handle, request.tableId, request.rows, request.version);
      return { id, value: null };
    }
    try {
      return { id, value: this.#write(request) };
    } catch (error) {
      if (error === AGAIN || this.#isAlone) throw error;
      const failure = mapError(error, this.#handle.directory);
      // These failures end the transaction or make it unreliable, so the other requests of the group fail too.
      if (failure.kind === 'storage_full' || failure.kind === 'unavailable') throw failure;
      if (!this.#handle.db.isTransaction) throw failure;
      return { id, error: failure.error };
    }
  }

  finish(): void {
    writeTableChanges(this.#handle, this.#changes);
  }

  #write(request: RequestOf<'write'>): { results: readonly StepResult[]; replayed: boolean } {
    const { schemaVersion, nextSchemaVersion, idempotency } = request;
    if (schemaVersion !== 0) this.#schemaVersion.require(schemaVersion);
    const stored = idempotency === null ? undefined : findStoredAnswer(this.#handle, idempotency);
    if (stored !== undefined) return { results: stored, replayed: true };

    const steps = decodeSteps(request.steps, this.#textOf);
    const isBare = idempotency === null && nextSchemaVersion === 0 && !this.#isGuarded && !this.#isAlone;
    if (isBare && isRetried(steps)) return { results: this.#runBare(steps, undefined), replayed: false };
    const text = isBare ? singleStatement(steps) : undefined;
    if (text !== undefined && !risky.has(text)) return { results: this.#runBare(steps, text), replayed: false };

    const run = (): StepResult[] => {
      const made = this.#run(steps, { hasChanged: false });
      if (idempotency !== null) storeAnswer(this.#handle, idempotency, made);
      return made;
    };
    const results = this.#isAlone ? run() : withSavepoint(this.#handle, run);
    this.#changes.add(steps, results);
    if (nextSchemaVersion !== 0) this.#schemaVersion.write(nextSchemaVersion);
    return { results, replayed: false };
  }

  /** If a statement failed a rule after it ran, or followed other statements, the group must start again. */
  #runBare(steps: readonly Step[], text: string | undefined): readonly StepResult[] {
    const progress = { hasChanged: false };
    try {
      const results = this.#run(steps, progress);
      this.#changes.add(steps, results);
      return results;
    } catch (error) {
      if (!progress.hasChanged) throw error;
      if (text !== undefined) noteRisky(text);
      throw AGAIN;
    }
  }

  /** Detects rows that foreign keys changed besides those that the steps touched. */
  #run(steps: readonly Step[], progress: Progress): StepResult[] {
    const cascades = steps.flatMap(cascadesOf);
    if (cascades.length === 0) return driveSteps(this.#handle, steps, progress);
    const before = totalChanges(this.#handle);
    const results = driveSteps(this.#handle, steps, progress);
    const touched = results.reduce((sum, result) => sum + (result.kind === 'failed' ? 0 : result.touched), 0);
    if (totalChanges(this.#handle) - before > touched) this.#changes.forget(cascades);
    return results;
  }
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

function noteRisky(text: string): void {
  if (risky.size >= RISKY_MAX) risky.clear();
  risky.add(text);
}

/** After a failure such rows are written one by one, so the group starts again only once. */
function isRetried(steps: readonly Step[]): boolean {
  const [step] = steps;
  return steps.length === 1 && step?.kind === 'rows' && step.isRetried === true;
}

function singleStatement(steps: readonly Step[]): string | undefined {
  const [step] = steps;
  if (steps.length !== 1 || step === undefined || step.kind === 'attempt') return undefined;
  if (step.kind === 'plain') return step.statement.text;
  return step.statements.length === 1 ? step.statements[0]?.text : undefined;
}

function totalChanges(handle: StoreHandle): number {
  return Number(handle.arrays('SELECT total_changes()', [])[0]?.[0] ?? 0);
}
