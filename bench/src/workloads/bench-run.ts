import type { BenchOptions } from '../options.ts';

/** The parts of a benchmark run that workloads with their own services need. */
export interface BenchRun {
  readonly options: BenchOptions;
  /** Deleted when the run ends. */
  readonly directory: string;
  /** Resolves with the address of a new, empty database; undefined on SQLite. */
  createDatabase(name: string): Promise<string | undefined>;
  note(sentence: string): void;
}
