import type { PlaceFigures } from './place-calls.ts';
import type { ArchiverFigures } from './protocol.ts';
import type { StateStore } from './state-store.ts';

export interface Waiting {
  readonly dirty: ReadonlyMap<string, number>;
  /** When a store was first found to need an image; infinite when none does. */
  readonly imagesSinceMs: number;
  readonly incompleteSinceMs: number | undefined;
  readonly wholeFromMs: number | undefined;
  readonly packingSinceMs: number | undefined;
  readonly heardMs: number | undefined;
  readonly toMs: number | undefined;
}

export function figuresOf(
  state: StateStore,
  place: PlaceFigures,
  { generation, waiting }: { readonly generation: string | undefined; readonly waiting: Waiting },
): ArchiverFigures {
  const { db } = state;
  const number = (text: string): number | undefined => {
    const value = db.prepare(text).get()?.['value'];
    return value == null ? undefined : Number(value);
  };
  let sinceMs = waiting.imagesSinceMs;
  for (const table of ['spool', 'pending_files']) {
    sinceMs = Math.min(sinceMs, number(`SELECT MIN(since_ms) AS value FROM ${table}`) ?? Number.POSITIVE_INFINITY);
  }
  for (const ms of [waiting.incompleteSinceMs, waiting.packingSinceMs, ...waiting.dirty.values()]) {
    sinceMs = Math.min(sinceMs, ms ?? Number.POSITIVE_INFINITY);
  }
  // An image brings commits that are older than the time since which it is needed.
  const isImageWaiting =
    waiting.incompleteSinceMs !== undefined ||
    waiting.imagesSinceMs !== Number.POSITIVE_INFINITY ||
    number(WAITING_IMAGE) !== undefined;
  if (isImageWaiting) sinceMs = Math.min(sinceMs, waiting.toMs ?? Number.POSITIVE_INFINITY);
  const firstMs = number("SELECT MIN(until_ms) AS value FROM images WHERE store = 'control'");
  const waitingSinceMs = sinceMs === Number.POSITIVE_INFINITY ? undefined : sinceMs;
  const isKnown = generation !== undefined && !isImageWaiting && waiting.heardMs !== undefined;
  return {
    generation,
    waitingSinceMs,
    heardMs: waiting.heardMs,
    lastSuccessMs: place.lastSuccessMs === 0 ? undefined : place.lastSuccessMs,
    failure: place.failure ?? place.localFailure,
    placeFailure: place.failure,
    sentBytes: place.bytes,
    errors: place.errors,
    storedBytes: number(STORED) ?? 0,
    fromMs: firstMs === undefined ? undefined : Math.max(firstMs, waiting.wholeFromMs ?? firstMs),
    toMs: isKnown ? Math.min(sinceMs, waiting.heardMs) : waiting.toMs,
  };
}

const WAITING_IMAGE = 'SELECT 1 AS value FROM spool WHERE name IN (SELECT name FROM images) LIMIT 1';

const STORED = `SELECT (SELECT COALESCE(SUM(bytes), 0) FROM packs) + (SELECT COALESCE(SUM(bytes), 0) FROM images)
  + (SELECT COALESCE(SUM(bytes), 0) FROM (SELECT DISTINCT name, bytes FROM files)) AS value`;
