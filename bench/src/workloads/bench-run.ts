import type { BenchOptions } from '../options.ts';

export interface BenchRun {
  readonly options: BenchOptions;
  readonly directory: string;
  /** Resolves with the address of a new, empty database; undefined on SQLite. */
  createDatabase(name: string): Promise<string | undefined>;
  note(sentence: string): void;
}
