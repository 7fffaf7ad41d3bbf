import { type Static, Type } from 'typebox';
import type { StoreName } from '../../../database/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { validationFailed } from '../../../platform/errors.ts';
import { requireInstant } from '../../../platform/instant.ts';
import { KEPT_MS, type MetricsRecorder, SLOT_MS } from './metrics-recorder.ts';
import type { MetricsStore, SlotCounts } from './metrics-store.ts';
import { type Counts, createCounts } from './project-counts.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const STEPS = { '5m': SLOT_MS, '1h': HOUR_MS, '1d': DAY_MS } as const;

export const metricsQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      description: 'ISO 8601 time, by default a day before `to`. The first step is the one that contains it.',
    }),
  ),
  to: Type.Optional(Type.String({ description: 'ISO 8601 time, exclusive; by default the current time.' })),
  step: Type.Optional(Type.Enum(['5m', '1h', '1d'], { default: '5m' })),
});

const latency = Type.Union([Type.Number(), Type.Null()]);

export const metricsAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      at: Type.String({ format: 'date-time', description: 'The start of the step, in UTC.' }),
      requests: Type.Integer(),
      errors: Type.Integer({ description: 'The number of answers with a status of 400 or more.' }),
      p50_ms: latency,
      p95_ms: latency,
      runs: Type.Integer(),
      runs_failed: Type.Integer(),
      deliveries: Type.Integer({
        description: 'The number of webhook deliveries that ended, whether they succeeded or failed.',
      }),
      deliveries_failed: Type.Integer(),
      storage_bytes: Type.Integer({ description: 'The bytes stored at the end of the step.' }),
    }),
  ),
  count: Type.Integer(),
});

export interface MetricsContext {
  readonly clock: Clock;
  readonly metricsStore: MetricsStore;
  readonly recorder: MetricsRecorder;
  readonly storageBytes: (store: StoreName) => Promise<number>;
}

export async function showMetrics(
  context: MetricsContext,
  { project, query }: MemberCall<Static<typeof metricsQuery>>,
): Promise<Answer> {
  const nowMs = context.clock.now();
  const stepMs = STEPS[query.step ?? '5m'];
  const { fromMs, toMs } = readRange(query, stepMs, nowMs);
  await context.recorder.fold();
  const [slots, before, current] = await Promise.all([
    context.metricsStore.slots(project.store, fromMs, toMs),
    context.metricsStore.storageBefore(project.store, fromMs),
    toMs + stepMs > nowMs ? context.storageBytes(project.store) : undefined,
  ]);
  const data = pointsOf(slots, { fromMs, toMs, stepMs, storageBytes: before });
  const last = data.at(-1);
  if (current !== undefined && last !== undefined && Date.parse(last.at) <= nowMs) last.storage_bytes = current;
  return { status: 200, body: { data, count: data.length } };
}

function readRange(query: Static<typeof metricsQuery>, stepMs: number, nowMs: number) {
  // `to` is exclusive; adding 1 ms includes counts of this very moment.
  const toMs = query.to === undefined ? nowMs + 1 : requireInstant(query.to, 'to');
  const fromMs = query.from === undefined ? toMs - DAY_MS : requireInstant(query.from, 'from');
  if (fromMs >= toMs) throw validationFailed({ from: 'must be before to' });
  if (toMs - fromMs > KEPT_MS + 2 * DAY_MS) throw validationFailed({ from: 'is more than 32 days before to' });
  return { fromMs: Math.floor(fromMs / stepMs) * stepMs, toMs };
}

type Point = ReturnType<typeof pointOf>;

function pointsOf(
  slots: readonly SlotCounts[],
  range: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number; readonly storageBytes: number },
): Point[] {
  const points: Point[] = [];
  let { storageBytes } = range;
  let next = 0;
  for (let at = range.fromMs; at < range.toMs; at += range.stepMs) {
    const counts = createCounts();
    for (let slot = slots[next]; slot !== undefined && slot.slotMs < at + range.stepMs; slot = slots[++next]) {
      addCounts(counts, slot.counts);
      storageBytes = slot.storageBytes;
    }
    points.push(pointOf(at, counts, storageBytes));
  }
  return points;
}

function addCounts(sum: Counts, more: Counts): void {
  sum.requests += more.requests;
  sum.errors += more.errors;
  sum.runs += more.runs;
  sum.runsFailed += more.runsFailed;
  sum.deliveries += more.deliveries;
  sum.deliveriesFailed += more.deliveriesFailed;
  sum.latencies.merge(more.latencies);
}

function pointOf(at: number, counts: Counts, storageBytes: number) {
  return {
    at: isoTime(at),
    requests: counts.requests,
    errors: counts.errors,
    p50_ms: counts.latencies.percentile(0.5),
    p95_ms: counts.latencies.percentile(0.95),
    runs: counts.runs,
    runs_failed: counts.runsFailed,
    deliveries: counts.deliveries,
    deliveries_failed: counts.deliveriesFailed,
    storage_bytes: storageBytes,
  };
}
