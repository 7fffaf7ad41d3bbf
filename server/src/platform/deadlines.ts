/** One timer for any number of deadlines, of which hardly one is ever reached. Times are those of `performance.now()`. */
export interface Deadlines {
  add(atMs: number): void;
  end(): void;
}

/** `onReached` is called when the first is reached, and adds those that are still to come. Holds up no end of the process. */
export function createDeadlines(onReached: () => void): Deadlines {
  let firstMs = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const reached = (): void => {
    firstMs = Number.POSITIVE_INFINITY;
    onReached();
  };
  return {
    add(atMs) {
      if (atMs >= firstMs) return;
      clearTimeout(timer);
      firstMs = atMs;
      timer = setTimeout(reached, Math.max(1, Math.ceil(atMs - performance.now()))).unref();
    },
    end: () => {
      clearTimeout(timer);
      firstMs = Number.POSITIVE_INFINITY;
    },
  };
}
