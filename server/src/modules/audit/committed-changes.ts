import type { AuditNote } from './audit-note.ts';

/** Requests under way whose changes wait for their answer. */
const REQUESTS_MAX = 10_000;

/**
 * Changes that requests are making. The entry in the audit is part of the change's own transaction; the line in the log
 * comes when the request is answered as done, so that there is never a line for a change that was not made.
 */
export class CommittedChanges {
  readonly #byRequest = new Map<string, AuditNote[]>();

  begin(requestId: string, change: AuditNote): void {
    const changes = this.#byRequest.get(requestId) ?? [];
    // A transaction that is tried again tells its change again.
    const isKnown = changes.some(({ action, target }) => action === change.action && target === change.target);
    if (!isKnown) changes.push(change);
    this.#byRequest.set(requestId, changes);
    const [oldest] = this.#byRequest.keys();
    if (this.#byRequest.size > REQUESTS_MAX && oldest !== undefined) this.#byRequest.delete(oldest);
  }

  /** The changes of a request that was answered. */
  end(requestId: string): readonly AuditNote[] {
    if (this.#byRequest.size === 0) return [];
    const changes = this.#byRequest.get(requestId) ?? [];
    this.#byRequest.delete(requestId);
    return changes;
  }
}
