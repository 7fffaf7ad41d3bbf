const MINUTE_MS = 60_000;

export interface SlotsFound {
  /** Slots that did what they were to do. */
  readonly fired: number;
  /** How long after its time each of them did it. */
  readonly delaysMs: readonly number[];
  readonly problems: readonly string[];
}

interface SlotsOfFunction {
  readonly name: string;
  readonly sinceMs: number;
  /** A run whose process died is made again, which may do again what the dead one had done. */
  readonly mayRepeat: boolean;
  readonly runs: readonly { readonly scheduled_for: string; readonly status: string }[];
  /** One for each time that the function came to its end. */
  readonly rows: readonly { readonly slot: string; readonly created_at: string }[];
}

/** Holds what was recorded and done for a function that is due every minute against the minutes since then. */
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
