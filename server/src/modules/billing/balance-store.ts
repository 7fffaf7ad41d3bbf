import { type Kysely, sql } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, plainStep, prepareStep } from '../../database/index.ts';

export const BALANCE_STEP = 'balance';
export const DAY_STEP = 'day';
export const NOTICE_STEP = 'notice';

export type Notice = 'none' | 'low' | 'empty';

export interface Balance {
  readonly balance: number;
  readonly held: number;
  /** The balance after the last top-up. */
  readonly full: number;
  readonly noticed: Notice;
}

export interface Entry {
  readonly id: string;
  /** In minor units; payments for calls are negative. */
  readonly amount: number;
  readonly kind: string;
  readonly run_id: string | null;
  readonly created_at: string;
}

export interface EntriesFilter {
  readonly kind?: string | undefined;
  /** ISO times: `since` is inclusive, `until` exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

interface Tables {
  _balance: {
    id: number;
    balance: number;
    full_balance: number;
    noticed: string;
    revision: number;
    ai_noticed: string | null;
  };
  _balance_entries: { id: string; amount: number; kind: string; run_id: string | null; created_at: string };
  _balance_holds: { id: string; amount: number; kind: string; run_id: string; expires_at_ms: number };
}

export type BalanceStore = ReturnType<typeof createBalanceStore>;

/** Writing transactions first update the single balance row, so that they run one after the other on every engine. */
export function createBalanceStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return { ...queriesOn(database, db), ...holdStepsOn(db), ...entryStepsOn(db) };
}

function queriesOn(database: Database, db: Kysely<Tables>) {
  const matching = ({ kind, since, until }: EntriesFilter) => {
    let query = db.selectFrom('_balance_entries');
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (since !== undefined) query = query.where('created_at', '>=', since);
    return until === undefined ? query : query.where('created_at', '<', until);
  };

  return {
    async read(store: StoreName, nowMs: number): Promise<Balance> {
      const query = db
        .selectFrom('_balance')
        .select(['balance', 'full_balance', 'noticed'])
        .select((eb) =>
          eb
            .selectFrom('_balance_holds')
            .select((inner) => inner.fn.coalesce(inner.fn.sum('amount'), sql<number>`0`).as('held'))
            .where('expires_at_ms', '>', nowMs)
            .as('held'),
        );
      const [row] = await fetchRows(database, query, store);
      return {
        balance: Number(row?.balance ?? 0),
        held: Number(row?.held ?? 0),
        full: Number(row?.full_balance ?? 0),
        noticed: (row?.noticed ?? 'empty') as Notice,
      };
    },

    async spentSince(store: StoreName, kind: string, since: string): Promise<number> {
      const query = matching({ kind, since }).select((eb) =>
        eb.fn.coalesce(eb.fn.sum<number>('amount'), sql<number>`0`).as('amount'),
      );
      return -Number((await fetchRows(database, query, store))[0]?.amount ?? 0);
    },

    async entries(store: StoreName, filter: EntriesFilter, page: { limit: number; offset: number }) {
      const query = matching(filter).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset);
      return (await fetchRows(database, query, store)).map(entryOf);
    },

    async entriesAfter(store: StoreName, filter: EntriesFilter, page: { after: string | undefined; limit: number }) {
      let query = matching(filter).selectAll().orderBy('id').limit(page.limit);
      if (page.after !== undefined) query = query.where('id', '>', page.after);
      return (await fetchRows(database, query, store)).map(entryOf);
    },

    async countEntries(store: StoreName, filter: EntriesFilter): Promise<number> {
      return await fetchCount(database, matching(filter), store);
    },
  };
}

function entryOf(row: Tables['_balance_entries']): Entry {
  return { ...row, amount: Number(row.amount) };
}

export interface BalanceHold {
  readonly id: string;
  readonly amount: number;
  readonly kind: string;
  readonly runId: string;
  readonly expiresAtMs: number;
}

function holdStepsOn(db: Kysely<Tables>) {
  const lock = lockStep(db);
  const coversHolds = coversHoldsStep(db);
  const forgetExpired = prepareStep<{ nowMs: number }>(({ nowMs }) =>
    db.deleteFrom('_balance_holds').where('expires_at_ms', '<=', nowMs),
  );
  const hold = prepareStep<{ id: string; amount: number; kind: string; run_id: string; expires_at_ms: number }>(
    ({ id, amount, kind, run_id, expires_at_ms }) =>
      db.insertInto('_balance_holds').values({ id, amount, kind, run_id, expires_at_ms }),
  );
  const enter = prepareStep<{ holdId: string; now: string }>(({ holdId, now }) =>
    db
      .insertInto('_balance_entries')
      .columns(['id', 'amount', 'kind', 'run_id', 'created_at'])
      .expression(
        db
          .selectFrom('_balance_holds')
          .where('id', '=', holdId)
          .select((eb) => [
            'id',
            sql<number>`-amount`.as('amount'),
            'kind',
            'run_id',
            eb.cast<string>(eb.val(now), 'text').as('created_at'),
          ]),
      ),
  );
  const pay = prepareStep<{ holdId: string }>(({ holdId }) =>
    db.updateTable('_balance').set((eb) => ({
      balance: eb(
        'balance',
        '-',
        eb
          .selectFrom('_balance_holds')
          .select((inner) => inner.fn.coalesce(inner.fn.sum<number>('amount'), sql<number>`0`).as('amount'))
          .where('id', '=', holdId),
      ),
    })),
  );
  const release = prepareStep<{ holdId: string }>(({ holdId }) =>
    db.deleteFrom('_balance_holds').where('id', '=', holdId),
  );

  return {
    /** Fails as `not_applied`, named `balance`, when the balance is too small; an amount of 0 always succeeds. */
    holdSteps({ id, amount, kind, runId, expiresAtMs }: BalanceHold, nowMs: number): PlainStep[] {
      const held = hold({ id, amount, kind, run_id: runId, expires_at_ms: expiresAtMs });
      const steps = [lock, forgetExpired({ nowMs }), held];
      return amount === 0 ? steps : [...steps, coversHolds];
    },

    /** Runs after a hold. Fails when calls of its kind, including running ones, cost more than `max` since `since`. */
    withinDayStep(kind: string, since: string, max: number): PlainStep {
      const paid = db
        .selectFrom('_balance_entries')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), sql<number>`0`).as('amount'))
        .where('kind', '=', kind)
        .where('created_at', '>=', since);
      const held = db
        .selectFrom('_balance_holds')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), sql<number>`0`).as('amount'))
        .where('kind', '=', kind);
      const query = db
        .updateTable('_balance')
        .set({ revision: sql`revision + 1` })
        .where(sql<boolean>`(${held}) - (${paid}) <= ${sql.lit(max)}`);
      return plainStep(query, { atLeast: 1, name: DAY_STEP });
    },

    settleSteps: (holdId: string, now: string): PlainStep[] => [
      lock,
      enter({ holdId, now }),
      pay({ holdId }),
      release({ holdId }),
    ],

    releaseSteps: (holdId: string): PlainStep[] => [release({ holdId })],
  };
}

function entryStepsOn(db: Kysely<Tables>) {
  return {
    /** A deposit or withdrawal by an operator. Fails like a hold when less than the reserved amount would remain. */
    entrySteps(entry: Entry, nowMs: number): PlainStep[] {
      const { amount } = entry;
      const steps = [
        lockStep(db),
        plainStep(db.deleteFrom('_balance_holds').where('expires_at_ms', '<=', nowMs)),
        plainStep(db.insertInto('_balance_entries').values(entry)),
        plainStep(db.updateTable('_balance').set((eb) => ({ balance: eb('balance', '+', amount) }))),
      ];
      if (amount < 0) return [...steps, coversHoldsStep(db)];
      const filled = db.updateTable('_balance').set((eb) => ({ full_balance: eb.ref('balance'), noticed: 'none' }));
      return [...steps, plainStep(filled)];
    },

    /** Copies entries from another store; those that are there already stay. */
    copyEntriesStep: (entries: readonly Entry[]): PlainStep =>
      plainStep(
        db
          .insertInto('_balance_entries')
          .values(entries)
          .onConflict((conflict) => conflict.doNothing()),
      ),

    copyStep: ({ balance, full, noticed }: Balance): PlainStep =>
      plainStep(db.updateTable('_balance').set({ balance, full_balance: full, noticed })),

    /** Fails when the owners already got the notice for this day. */
    dayNoticeStep: (day: string): PlainStep =>
      plainStep(
        db
          .updateTable('_balance')
          .set({ ai_noticed: day })
          .where((eb) => eb.or([eb('ai_noticed', 'is', null), eb('ai_noticed', '!=', day)])),
        { atLeast: 1, name: NOTICE_STEP },
      ),

    noticeStep: (before: Notice, after: Notice): PlainStep =>
      plainStep(db.updateTable('_balance').set({ noticed: after }).where('noticed', '=', before), {
        atLeast: 1,
        name: NOTICE_STEP,
      }),
  };
}

function lockStep(db: Kysely<Tables>): PlainStep {
  return plainStep(db.updateTable('_balance').set({ revision: sql`revision + 1` }));
}

function coversHoldsStep(db: Kysely<Tables>): PlainStep {
  const held = db
    .selectFrom('_balance_holds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), sql<number>`0`).as('held'));
  const query = db.updateTable('_balance').set({ revision: sql`revision + 1` }).where('balance', '>=', held);
  return plainStep(query, { atLeast: 1, name: BALANCE_STEP });
}
