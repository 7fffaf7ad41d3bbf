import { sql } from 'kysely';
import type { Database, StoreName } from '../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../database/index.ts';
import type { Clock } from '../platform/clock.ts';

/** Records that a store may have work from a certain time on. */
export interface Note {
  readonly store: StoreName;
  /** Changes each time the store is noted, so that an outdated check cannot move the note. */
  readonly id: string;
  /** The note's age when it was read, by the database's clock, because the clocks of processes may differ. */
  readonly ageMs: number;
}

export interface ExpectedWork {
  readonly store: StoreName;
  readonly dueMs: number;
}

export interface DueStores {
  /** Call before a transaction that adds work: once this resolves, a crash cannot leave work that no process finds. */
  note(store: StoreName, dueMs: number): undefined | Promise<void>;
  /** Notes that are due, the longest overdue first. Takes one query, however many stores there are. */
  due(limit: number): Promise<readonly Note[]>;
  all(): Promise<readonly StoreName[]>;
  /** For the start of a process that is alone: all noted stores, each with the earliest time at which work may be due. */
  expected(): Promise<readonly ExpectedWork[]>;
  find(store: StoreName): Promise<Note | undefined>;
  /**
   * `note` must have been read before the work was checked: a transaction open then makes the store due again. Resolves
   * with whether the recorded time is final: otherwise the store may have got work without a new note.
   */
  move(note: Note, nextMs: number | undefined): Promise<boolean>;
  drop(store: StoreName): Promise<void>;
}

export interface DueStoresOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  /** A table of the control store with one row for each store that may have work of some kind. */
  readonly table: string;
  readonly isShared: boolean;
}

/**
 * `freshMs`: how long further work needs no new note. `rechecksMs`: ages at which a store without work is checked
 * again, because the announced transaction may commit late; the last one is longer than any transaction takes.
 */
const SHARED = { freshMs: 2000, rechecksMs: [5000, 15_000, 60_000] };
/** After this time a process that is alone can record when a store has its next work. */
export const RECHECK_MS = 10 * 60_000;
const ALONE = { freshMs: 5 * 60_000, rechecksMs: [RECHECK_MS] };

interface Row {
  store: string;
  noted_at: number;
  due_at: number;
  note_id: string;
}

export function createDueStores({ database, clock, ids, table, isShared }: DueStoresOptions): DueStores {
  const db = createSqlBuilder<Record<string, Row>>(database);
  const { freshMs, rechecksMs } = isShared ? SHARED : ALONE;
  const fresh = new Map<StoreName, { readonly untilMs: number; readonly dueMs: number }>();

  const isFresh = (store: StoreName, dueMs: number, nowMs: number): boolean => {
    const known = fresh.get(store);
    if (known === undefined || known.dueMs > dueMs) return false;
    // A clock that was set back must not keep a note fresh forever.
    return known.untilMs > nowMs && known.untilMs <= nowMs + freshMs;
  };

  const databaseNow = sql.raw<number>(database.dialect.nowMs);
  const notes = db
    .selectFrom(table)
    .select(['store', 'note_id as id', sql<number>`${databaseNow} - noted_at`.as('ageMs')]);

  return {
    note(store, dueMs) {
      const now = clock.now();
      if (isFresh(store, dueMs, now)) return undefined;
      const row = { store, noted_at: databaseNow, due_at: dueMs, note_id: ids() };
      const insert = db
        .insertInto(table)
        .values(row)
        .onConflict((conflict) =>
          conflict.column('store').doUpdateSet((eb) => ({
            noted_at: eb.ref('excluded.noted_at'),
            note_id: row.note_id,
            due_at: sql<number>`CASE WHEN ${eb.ref('excluded.due_at')} < ${sql.ref(`${table}.due_at`)}
              THEN ${eb.ref('excluded.due_at')} ELSE ${sql.ref(`${table}.due_at`)} END`,
          })),
        );
      return database.write('control', [plainStep(insert)]).then(() => {
        fresh.set(store, { untilMs: now + freshMs, dueMs });
      });
    },

    async due(limit) {
      const query = notes.where('due_at', '<=', clock.now()).orderBy('due_at').limit(limit);
      return (await fetchRows(database, query)).map(noteOf);
    },

    async all() {
      const rows = await fetchRows(database, db.selectFrom(table).select('store'));
      return rows.map(({ store }) => store as StoreName);
    },

    async expected() {
      const rows = await fetchRows(database, db.selectFrom(table).select(['store', 'noted_at', 'due_at']));
      return rows.map((row) => ({ store: row.store as StoreName, dueMs: expectedMs(row, clock.now()) }));
    },

    async find(store) {
      const [row] = await fetchRows(database, notes.where('store', '=', store));
      return row && noteOf(row);
    },

    async move({ store, id, ageMs }, nextMs = Number.POSITIVE_INFINITY) {
      const recheckMs = rechecksMs.find((ms) => ms > ageMs) ?? Number.POSITIVE_INFINITY;
      const dueAt = Math.min(nextMs, clock.now() + recheckMs - ageMs);
      const change =
        dueAt === Number.POSITIVE_INFINITY
          ? db.deleteFrom(table).where('store', '=', store).where('note_id', '=', id)
          : db.updateTable(table).set({ due_at: dueAt }).where('store', '=', store).where('note_id', '=', id);
      const { results } = await database.write('control', [plainStep(change)]);
      const [moved] = results;
      return recheckMs === Number.POSITIVE_INFINITY && moved?.kind === 'plain' && moved.touched > 0;
    },

    async drop(store) {
      fresh.delete(store);
      await database.write('control', [plainStep(db.deleteFrom(table).where('store', '=', store))]);
    },
  };
}

/** A store whose recorded time is that of a repeated check may have got work without a new note. */
function expectedMs({ noted_at, due_at }: Pick<Row, 'noted_at' | 'due_at'>, nowMs: number): number {
  const isRecheck = Number(due_at) <= Number(noted_at) + 2 * RECHECK_MS;
  return isRecheck ? nowMs : Number(due_at);
}

function noteOf({ store, id, ageMs }: { store: string; id: string; ageMs: number }): Note {
  return { store: store as StoreName, id, ageMs: Number(ageMs) };
}
