import type { AuditNote } from './audit-note.ts';

const REQUESTS_MAX = 10_000;

/** Holds log lines until the request succeeds, so that no line reports a change that was rolled back. */
export class CommittedChanges {
  readonly #byRequest = new Map<string, AuditNote[]>();

  begin(requestId: string, change: AuditNote): void {
    const changes = this.#byRequest.get(requestId) ?? [];
    // A retried transaction reports its change again.
    const isKnown = changes.some(({ action, target }) => action === change.action && target === change.target);
    if (!isKnown) changes.push(change);
    this.#byRequest.set(requestId, changes);
    const [oldest] = this.#byRequest.keys();
    if (this.#byRequest.size > REQUESTS_MAX && oldest !== undefined) this.#byRequest.delete(oldest);
  }

  end(requestId: string): readonly AuditNote[] {
    if (this.#byRequest.size === 0) return [];
    const changes = this.#byRequest.get(requestId) ?? [];
    this.#byRequest.delete(requestId);
    return changes;
  }
}
