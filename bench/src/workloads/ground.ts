import type { BenchOptions } from '../options.ts';

/** Surroundings of a workload that starts services of its own. */
export interface Ground {
  readonly options: BenchOptions;
  /** Lives for one run. */
  readonly directory: string;
  /** The address of a new, empty database; undefined on SQLite. */
  createDatabase(name: string): Promise<string | undefined>;
  note(sentence: string): void;
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
