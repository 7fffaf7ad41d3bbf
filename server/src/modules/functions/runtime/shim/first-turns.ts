/** How often a function may give way and still have answered at once. */
const TURNS = 24;

/** The time in which a function answers that waits for nothing. */
export interface FirstTurns {
  readonly areOver: boolean;
  /** Resolves when they are over, or when nothing is left to wait for. */
  pass(isDone: () => boolean): Promise<void>;
}

export function createFirstTurns(): FirstTurns {
  let areOver = false;
  return {
    get areOver() {
      return areOver;
    },
    pass: async (isDone) => {
      for (let turn = 0; turn < TURNS && !isDone(); turn += 1) await undefined;
      areOver = true;
    },
  };
}
