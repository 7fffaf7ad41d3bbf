/** One timer for many deadlines that are rarely reached. Times are those of `performance.now()`. */
export interface Deadlines {
  add(atMs: number): void;
  end(): void;
}

/** Calls `onReached` at the earliest deadline; it must add the remaining ones again. The timer does not keep the process alive. */
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
