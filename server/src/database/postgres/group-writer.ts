import type { Step, StepResult } from '../database.ts';
import { OutcomeUnknown } from './transaction.ts';

const GROUP_MAX = 64;

interface Waiting {
  readonly steps: readonly Step[];
  readonly version: number | undefined;
  readonly resolve: (results: readonly StepResult[]) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupWriterOptions {
  /** Runs requests in one transaction; the results are in the order of the requests. */
  readonly run: (
    requests: readonly (readonly Step[])[],
    version: number | undefined,
  ) => Promise<readonly (readonly StepResult[])[]>;
  readonly onIdle: () => void;
}

/**
 * Small writes of one store that arrive while others are being written share the next transaction, and with it the wait
 * for the disk. There is one at a time, so that two never wait for each other's rows. When one request of a group fails
 * nothing of the group was kept, and each is run alone.
 */
export class GroupWriter {
  readonly #options: GroupWriterOptions;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(options: GroupWriterOptions) {
    this.#options = options;
  }

  /** `version`: the catalogue version the steps were made for. */
  write(steps: readonly Step[], version: number | undefined): Promise<readonly StepResult[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ steps, version, resolve, reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) await this.#runGroup(this.#takeGroup());
    this.#isRunning = false;
    this.#options.onIdle();
  }

  /** Of one catalogue version, because it is checked once for the whole group. */
  #takeGroup(): readonly Waiting[] {
    const version = this.#waiting[0]?.version;
    const end = this.#waiting.findIndex((waiting) => waiting.version !== version);
    return this.#waiting.splice(0, Math.min(GROUP_MAX, end < 0 ? this.#waiting.length : end));
  }

  async #runGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const requests = group.map((waiting) => waiting.steps);
      const results = await this.#options.run(requests, group[0]?.version);
      for (const [index, waiting] of group.entries()) waiting.resolve(results[index] ?? []);
    } catch (error) {
      if (group.length === 1 || error instanceof OutcomeUnknown) for (const waiting of group) waiting.reject(error);
      else for (const waiting of group) await this.#runGroup([waiting]);
    }
  }
}
