const CHANGES_MAX = 50;

export interface Change {
  readonly text: string;
  undo(): Promise<void>;
}

/** Changes that can be taken back, newest first. */
export interface UndoStack {
  push(change: Change): void;
  /** The newest change, or that very one where it is still there: it leaves the stack. */
  take(change?: Change): Change | undefined;
}

export function createUndoStack(): UndoStack {
  const changes: Change[] = [];
  return {
    push(change) {
      changes.push(change);
      if (changes.length > CHANGES_MAX) changes.shift();
    },
    take(change) {
      if (change === undefined) return changes.pop();
      const at = changes.indexOf(change);
      return at === -1 ? undefined : changes.splice(at, 1)[0];
    },
  };
}
