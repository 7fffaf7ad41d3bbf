/** Remembers which functions answered soon when they were last called. */
export interface QuickCalls {
  has(functionName: string): boolean;
  note(functionName: string, tookMs: number): void;
}

/** Generous: a busy machine makes no function slow. */
const QUICK_MS_MAX = 250;

export function createQuickCalls(): QuickCalls {
  const quick = new Set<string>();
  return {
    has: (functionName) => quick.has(functionName),
    note: (functionName, tookMs) => {
      if (tookMs > QUICK_MS_MAX) quick.delete(functionName);
      else if (!quick.has(functionName)) quick.add(functionName);
    },
  };
}
