import type { Kysely } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';
import { type Counts, createCounts } from './project-counts.ts';

interface MetricsRow {
  store: string;
  slot_ms: number;
  node: string;
  requests: number;
  errors: number;
  runs: number;
  runs_failed: number;
  deliveries: number;
  deliveries_failed: number;
  storage_bytes: number;
  latencies: string;
}

export interface SlotCounts {
  readonly store: StoreName;
  readonly slotMs: number;
  readonly counts: Counts;
  readonly storageBytes: number;
}

export interface MetricsSum {
  readonly requests: number;
  readonly errors: number;
  readonly storageBytes: number;
}

const DELETED_AT_ONCE = 1000;

export type MetricsStore = ReturnType<typeof createMetricsStore>;

/** All SQL on project metrics. `node` identifies this process: each process has its own rows, which it may replace. */
export function createMetricsStore(database: Database, node: string) {
  const db = createSqlBuilder<{ project_metrics: MetricsRow }>(database);
  return { ...slots(database, db, node), ...sums(database, db) };
}

function slots(database: Database, db: Kysely<{ project_metrics: MetricsRow }>, node: string) {
  return {
    saveStep(slots: readonly SlotCounts[]): PlainStep {
      const rows = slots.map((slot) => rowOf(slot, node));
      return plainStep(
        db
          .insertInto('project_metrics')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['store', 'slot_ms', 'node']).doUpdateSet((eb) => ({
              requests: eb.ref('excluded.requests'),
              errors: eb.ref('excluded.errors'),
              runs: eb.ref('excluded.runs'),
              runs_failed: eb.ref('excluded.runs_failed'),
              deliveries: eb.ref('excluded.deliveries'),
              deliveries_failed: eb.ref('excluded.deliveries_failed'),
              storage_bytes: eb.ref('excluded.storage_bytes'),
              latencies: eb.ref('excluded.latencies'),
            })),
          ),
      );
    },

    /** The slots from `fromMs` to before `toMs`, oldest first, with one row per process and slot. */
    async slots(store: StoreName, fromMs: number, toMs: number): Promise<readonly SlotCounts[]> {
      const query = db
        .selectFrom('project_metrics')
        .selectAll()
        .where('store', '=', store)
        .where('slot_ms', '>=', fromMs)
        .where('slot_ms', '<', toMs)
        .orderBy('slot_ms');
      return (await fetchRows(database, query)).map(slotOf);
    },

    async storageBefore(store: StoreName, beforeMs: number): Promise<number> {
      const query = db
        .selectFrom('project_metrics')
        .select('storage_bytes')
        .where('store', '=', store)
        .where('slot_ms', '<', beforeMs)
        .orderBy('slot_ms', 'desc')
        .limit(1);
      return Number((await fetchRows(database, query))[0]?.storage_bytes ?? 0);
    },
  };
}

function sums(database: Database, db: Kysely<{ project_metrics: MetricsRow }>) {
  return {
    async sums(stores: readonly StoreName[], fromMs: number): Promise<ReadonlyMap<string, MetricsSum>> {
      if (stores.length === 0) return new Map();
      const counted = db
        .selectFrom('project_metrics')
        .select((eb) => [
          'store',
          eb.fn.sum<number>('requests').as('requests'),
          eb.fn.sum<number>('errors').as('errors'),
        ])
        .where('store', 'in', stores)
        .where('slot_ms', '>=', fromMs)
        .groupBy('store');
      const latest = db
        .selectFrom('project_metrics')
        .select((eb) => ['store', eb.fn.max('slot_ms').as('slot_ms')])
        .where('store', 'in', stores)
        .groupBy('store');
      const stored = db
        .selectFrom('project_metrics')
        .innerJoin(latest.as('latest'), (join) =>
          join
            .onRef('latest.store', '=', 'project_metrics.store')
            .onRef('latest.slot_ms', '=', 'project_metrics.slot_ms'),
        )
        .select((eb) => ['project_metrics.store as store', eb.fn.max('storage_bytes').as('storage_bytes')])
        .groupBy('project_metrics.store');
      const [sums, sizes] = await Promise.all([fetchRows(database, counted), fetchRows(database, stored)]);
      const bytes = new Map(sizes.map(({ store, storage_bytes }) => [store, Number(storage_bytes)]));
      const found = new Map(sums.map((row) => [row.store, row]));
      return new Map(
        stores.map((store) => {
          const sum = found.get(store);
          const [requests, errors] = [Number(sum?.requests ?? 0), Number(sum?.errors ?? 0)];
          return [store, { requests, errors, storageBytes: bytes.get(store) ?? 0 }];
        }),
      );
    },

    /** Deletes a bounded number of the oldest rows; the caller repeats it until none are left. */
    forgetOldStep(beforeMs: number): PlainStep {
      const oldest = db
        .selectFrom('project_metrics')
        .select(['store', 'slot_ms', 'node'])
        .where('slot_ms', '<', beforeMs)
        .orderBy('slot_ms')
        .limit(DELETED_AT_ONCE);
      return plainStep(
        db
          .deleteFrom('project_metrics')
          .where(({ eb, refTuple }) =>
            eb(refTuple('store', 'slot_ms', 'node'), 'in', oldest.$asTuple('store', 'slot_ms', 'node')),
          ),
      );
    },

    forgetStep: (store: StoreName): PlainStep => plainStep(db.deleteFrom('project_metrics').where('store', '=', store)),
  };
}

export function isAllForgotten(touched: number): boolean {
  return touched < DELETED_AT_ONCE;
}

function rowOf({ store, slotMs, counts, storageBytes }: SlotCounts, node: string): MetricsRow {
  return {
    store,
    slot_ms: slotMs,
    node,
    requests: counts.requests,
    errors: counts.errors,
    runs: counts.runs,
    runs_failed: counts.runsFailed,
    deliveries: counts.deliveries,
    deliveries_failed: counts.deliveriesFailed,
    storage_bytes: storageBytes,
    latencies: counts.latencies.toText(),
  };
}

function slotOf(row: MetricsRow): SlotCounts {
  const counts = createCounts();
  counts.requests = Number(row.requests);
  counts.errors = Number(row.errors);
  counts.runs = Number(row.runs);
  counts.runsFailed = Number(row.runs_failed);
  counts.deliveries = Number(row.deliveries);
  counts.deliveriesFailed = Number(row.deliveries_failed);
  counts.latencies.addText(row.latencies);
  return {
    store: row.store as StoreName,
    slotMs: Number(row.slot_ms),
    counts,
    storageBytes: Number(row.storage_bytes),
  };
}
