import type { BenchOptions } from '../options.ts';

/** What one run of the benchmark gives to a workload that starts services of its own. */
export interface BenchRun {
  readonly options: BenchOptions;
  /** Goes when the run ends. */
  readonly directory: string;
  /** The address of a new, empty database; undefined on SQLite. */
  createDatabase(name: string): Promise<string | undefined>;
  note(sentence: string): void;
}
