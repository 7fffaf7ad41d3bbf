import type { BenchOptions } from '../options.ts';

/** What a run of the benchmark provides to workloads that start their own services. */
export interface BenchRun {
  readonly options: BenchOptions;
  /** Deleted when the run ends. */
  readonly directory: string;
  /** Resolves with the address of a new, empty database; undefined on SQLite. */
  createDatabase(name: string): Promise<string | undefined>;
  note(sentence: string): void;
}
