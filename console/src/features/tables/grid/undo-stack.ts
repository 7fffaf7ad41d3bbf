const CHANGES_MAX = 50;

export interface Change {
  readonly text: string;
  undo(): Promise<void>;
}

/** What can be taken back, newest first. */
export interface UndoStack {
  push(change: Change): void;
  /** The change that is taken back next, which leaves the stack. */
  pop(): Change | undefined;
}

export function createUndoStack(): UndoStack {
  const changes: Change[] = [];
  return {
    push(change) {
      changes.push(change);
      if (changes.length > CHANGES_MAX) changes.shift();
    },
    pop: () => changes.pop(),
  };
}
