import { failureOf } from '../api/api-failure.ts';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly undo?: (() => void) | undefined;
  readonly error?: unknown;
}

const SHOWN_MS = 10_000;

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows for ten seconds that an action is done, with an optional undo. Returns the notice's id. */
export function notify(text: string, undo?: () => void): number {
  lastId += 1;
  const id = lastId;
  show([...notices.slice(-2), { id, text, undo }]);
  setTimeout(() => dismissNotice(id), SHOWN_MS);
  return id;
}

export function notifyFailure(error: unknown): void {
  lastId += 1;
  show([...notices.slice(-2), { id: lastId, text: failureOf(error).message, error }]);
}

export function dismissNotice(id: number): void {
  show(notices.filter((notice) => notice.id !== id));
}

export const noticeStore = {
  get: () => notices,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
