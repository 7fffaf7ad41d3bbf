import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Row } from '../database.ts';
import type { Statement, Value } from '../statement.ts';
import type { StatementResult } from '../writes/run-steps.ts';
import type { CommitNotes } from './commit-notes.ts';
import { LogTail } from './log-tail.ts';
import { plannedOnce } from './planned-once.ts';

const STATEMENTS_MAX = 300;

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
  returnsArrays: boolean;
}

export interface StoreConnection {
  readonly store: string;
  readonly db: DatabaseSync;
  readonly notes?: CommitNotes | undefined;
}

export class StoreHandle {
  readonly store: string;
  readonly db: DatabaseSync;
  readonly directory: string;
  lastUsedMs = 0;
  /** Commits that are not synced yet are at the end of the log. */
  readonly tail: LogTail;
  readonly #prepared = new Map<string, PreparedStatement>();
  readonly #notes: CommitNotes | undefined;
  #syncsCommits = true;

  constructor(file: string, { store, db, notes }: StoreConnection) {
    this.store = store;
    this.db = db;
    this.directory = dirname(file);
    this.tail = new LogTail(file, db);
    this.#notes = notes;
  }

  rows(text: string, values: readonly Value[]): Row[] {
    return this.#in(text, false).all(...bindable(values)) as Row[];
  }

  arrays(text: string, values: readonly Value[]): (string | number | null)[][] {
    return this.#in(text, true).all(...bindable(values)) as unknown as (string | number | null)[][];
  }

  /** Reads no further than the consumer asks. */
  iterate(text: string, values: readonly Value[]): Iterable<(string | number | null)[]> {
    return this.#in(text, true).iterate(...bindable(values)) as unknown as Iterable<(string | number | null)[]>;
  }

  iterateRows(text: string, values: readonly Value[]): Iterable<Row> {
    return this.#in(text, false).iterate(...bindable(values)) as unknown as Iterable<Row>;
  }

  run({ text, values }: Statement): StatementResult {
    const prepared = this.#prepare(text);
    if (!prepared.returnsRows) {
      return { rows: [], touched: Number(prepared.statement.run(...bindable(values)).changes) };
    }
    return { rows: this.rows(text, values), touched: 0 };
  }

  exec(text: string): void {
    this.#prepare(text).statement.run();
  }

  /** If false, make the log durable after `commit`, and call `noteCommit` before any caller learns of the commit. */
  setSyncsCommits(syncsCommits: boolean): void {
    if (syncsCommits === this.#syncsCommits) return;
    this.db.exec(`PRAGMA synchronous = ${syncsCommits ? 'FULL' : 'NORMAL'}`);
    this.#syncsCommits = syncsCommits;
  }

  commit(): void {
    this.#notes?.prepare();
    if (this.#syncsCommits) this.tail.makeRoom();
    this.exec('COMMIT');
    if (!this.#syncsCommits) return;
    this.tail.forget();
    this.noteCommit();
  }

  /** Call once a commit is durable. */
  noteCommit(): void {
    this.#notes?.note(this.tail);
  }

  rollback(): void {
    if (this.db.isTransaction) this.db.exec('ROLLBACK');
  }

  close(): void {
    this.#prepared.clear();
    this.db.close();
    this.tail.close();
    this.#notes?.close();
  }

  #in(text: string, returnsArrays: boolean): StatementSync {
    const prepared = this.#prepare(text);
    if (prepared.returnsArrays !== returnsArrays) {
      prepared.statement.setReturnArrays(returnsArrays);
      prepared.returnsArrays = returnsArrays;
    }
    return prepared.statement;
  }

  #prepare(text: string): PreparedStatement {
    const known = this.#prepared.get(text);
    if (known !== undefined) {
      // The map is ordered by last use.
      this.#prepared.delete(text);
      this.#prepared.set(text, known);
      return known;
    }
    const statement = this.db.prepare(plannedOnce(text));
    const prepared = { statement, returnsRows: statement.columns().length > 0, returnsArrays: false };
    if (this.#prepared.size >= STATEMENTS_MAX) this.#forgetOldest();
    this.#prepared.set(text, prepared);
    return prepared;
  }

  #forgetOldest(): void {
    for (const [text] of this.#prepared) {
      this.#prepared.delete(text);
      return;
    }
  }
}

/** Integers are bound as BigInt (a plain number would be bound as a real), lists as JSON text for `json_each`. */
function bindable(values: readonly Value[]): SQLInputValue[] {
  return values.map((value) => {
    if (typeof value === 'string' || value === null) return value;
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
    if (typeof value === 'boolean') return value ? 1n : 0n;
    return JSON.stringify(value);
  });
}
