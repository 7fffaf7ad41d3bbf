const CHANGES_MAX = 50;

export interface Change {
  readonly text: string;
  readonly undone: string;
  undo(): Promise<void>;
}

export interface UndoStack {
  push(change: Change): void;
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
