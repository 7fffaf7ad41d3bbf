export const CALLS_PER_MINUTE = 60;
const WINDOW_MS = 60_000;
const HOLDERS_MAX = 10_000;

export class CallLimit {
  readonly #nowMs: () => number;
  readonly #calls = new Map<string, number[]>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Undefined when the call is allowed; otherwise the seconds until the next call is. */
  take(holder: string): number | undefined {
    const now = this.#nowMs();
    const recent = (this.#calls.get(holder) ?? []).filter((at) => at > now - WINDOW_MS);
    const [oldest = now] = recent;
    if (recent.length >= CALLS_PER_MINUTE) return Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
    this.#forget(now);
    this.#calls.set(holder, [...recent, now]);
    return undefined;
  }

  #forget(now: number): void {
    if (this.#calls.size < HOLDERS_MAX) return;
    for (const [holder, calls] of this.#calls) if ((calls.at(-1) ?? 0) <= now - WINDOW_MS) this.#calls.delete(holder);
  }
}
