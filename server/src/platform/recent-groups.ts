/** Knows whether a group (a project) is the only one that has asked recently. */
export interface RecentGroups {
  note(group: string): void;
  isAlone(group: string): boolean;
}

const LATELY_MS = 10_000;

interface LastGroup {
  readonly group: string;
  readonly atMs: number;
}

export function createRecentGroups(nowMs: () => number = performance.now.bind(performance)): RecentGroups {
  let last: LastGroup = { group: '', atMs: Number.NEGATIVE_INFINITY };
  let before = last;
  return {
    note(group) {
      if (group !== last.group) before = last;
      last = { group, atMs: nowMs() };
    },
    isAlone: (group) => nowMs() - (last.group === group ? before : last).atMs > LATELY_MS,
  };
}
