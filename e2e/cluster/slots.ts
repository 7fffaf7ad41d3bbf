const MINUTE_MS = 60_000;

export interface SlotsFound {
  /** Number of slots whose work was done. */
  readonly fired: number;
  /** How long after its time each slot's work was done. */
  readonly delaysMs: readonly number[];
  readonly problems: readonly string[];
}

interface SlotsOfFunction {
  readonly name: string;
  readonly sinceMs: number;
  /** A run whose process died is retried, so its work may be done twice. */
  readonly mayRepeat: boolean;
  readonly runs: readonly { readonly scheduled_for: string; readonly status: string }[];
  /** One row for each run of the function that reached its end. */
  readonly rows: readonly { readonly slot: string; readonly created_at: string }[];
}

/** Compares the recorded runs and the work of a function that is due every minute with the minutes since then. */
export function auditSlots({ name, sinceMs, mayRepeat, runs, rows }: SlotsOfFunction): SlotsFound {
  const runsOf = Map.groupBy(runs, ({ scheduled_for }) => Date.parse(scheduled_for));
  const rowsOf = Map.groupBy(rows, ({ slot }) => Date.parse(slot));
  const problems: string[] = [];
  const delaysMs: number[] = [];
  for (let slotMs = nextMinute(sinceMs); slotMs < Date.now() - MINUTE_MS; slotMs += MINUTE_MS) {
    const statuses = (runsOf.get(slotMs) ?? []).map(({ status }) => status);
    const done = rowsOf.get(slotMs) ?? [];
    const lost = statuses.filter((status) => status === 'lost').length;
    const succeeded = statuses.filter((status) => status === 'succeeded').length;
    const isOnce = mayRepeat
      ? succeeded === 1 && statuses.length === lost + 1 && done.length >= 1 && done.length <= statuses.length
      : statuses.length === 1 && succeeded + lost === 1 && done.length <= 1 && done.length >= succeeded;
    if (!isOnce) problems.push(`${name} at ${new Date(slotMs).toISOString()}: runs ${statuses}, done ${done.length}`);
    const firstMs = Math.min(...done.map(({ created_at }) => Date.parse(created_at)));
    if (done.length > 0) delaysMs.push(firstMs - slotMs);
  }
  return { fired: delaysMs.length, delaysMs, problems };
}

function nextMinute(ms: number): number {
  return Math.ceil(ms / MINUTE_MS) * MINUTE_MS;
}
