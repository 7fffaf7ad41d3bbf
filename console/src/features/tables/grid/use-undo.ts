import { useRef } from 'react';
import { dismissNotice, notify } from '../../../shared/feedback/notices.ts';
import { type Change, createUndoStack } from './undo-stack.ts';

export interface Undo {
  remember(change: Change): void;
  /** Undoes this change, or the last one. Waits for running changes, because one of them may become the last. */
  takeBack(change?: Change): Promise<void>;
  inTurn(run: () => Promise<void>): Promise<void>;
  waitFor(change: Promise<unknown>): void;
}

/** Undo for the last fifty changes of a grid. `onFailure` receives an undo's error, or undefined when one begins. */
export function useUndo(onFailure: (error: unknown) => void): Undo {
  const stack = useRef(createUndoStack());
  const notices = useRef(new WeakMap<Change, number>());
  const underWay = useRef<Promise<unknown>>(Promise.resolve());

  const inTurn = (run: () => Promise<void>): Promise<void> => {
    const turn = underWay.current.then(run);
    underWay.current = turn.catch(() => undefined);
    return turn;
  };
  const takeBack = (wanted?: Change): Promise<void> =>
    inTurn(async () => {
      const change = stack.current.take(wanted);
      if (change === undefined) return;
      try {
        onFailure(undefined);
        await change.undo();
        dismissNotice(notices.current.get(change) ?? 0);
        notify(change.undone);
      } catch (error) {
        onFailure(error);
      }
    });

  return {
    inTurn,
    takeBack,
    remember: (change) => {
      stack.current.push(change);
      notices.current.set(
        change,
        notify(change.text, () => void takeBack(change)),
      );
    },
    waitFor: (change) => {
      underWay.current = Promise.all([underWay.current, change]);
    },
  };
}
