import type { RowStep, Step, WriteResult } from '../database.ts';
import { DatabaseFailure, isDatabaseFailure } from '../errors.ts';
import type { WriteRequest } from './idempotency.ts';
import { sqlStateOf } from './map-failure.ts';

const GROUP_MAX = 64;
const STATEMENTS_MAX = 256;
const NOTHING: WriteResult = { results: [], replayed: false };

type QueuedWrite = GroupableWrite | ExclusiveWork;

interface ExclusiveWork extends QueuedRequest {
  readonly runAlone: () => Promise<void>;
}

interface GroupableWrite extends QueuedRequest, WriteRequest {
  readonly version: number | undefined;
  readonly resolve: (result: WriteResult) => void;
}

interface QueuedRequest {
  readonly askedAt: number;
  readonly reject: (error: unknown) => void;
}

export interface GroupWriterOptions {
  /** Results are in the order of the requests. */
  readonly run: (requests: readonly WriteRequest[], version: number | undefined) => Promise<readonly WriteResult[]>;
  readonly onIdle: () => void;
  readonly queuedMax: number;
  readonly waitMs: number;
}

/** One transaction of a store runs at a time, so two never wait for each other's rows. */
export class GroupWriter {
  readonly #options: GroupWriterOptions;
  readonly #waiting: QueuedWrite[] = [];
  #isRunning = false;

  constructor(options: GroupWriterOptions) {
    this.#options = options;
  }

  write(request: WriteRequest, version: number | undefined): Promise<WriteResult> {
    return new Promise((resolve, reject) =>
      this.#add({ ...request, version, resolve, reject, askedAt: performance.now() }),
    );
  }

  writeAlone<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) =>
      this.#add({ runAlone: () => work().then(resolve, reject), reject, askedAt: performance.now() }),
    );
  }

  #add(waiting: QueuedWrite): void {
    if (this.#waiting.length >= this.#options.queuedMax) {
      waiting.reject(new DatabaseFailure({ kind: 'overloaded', message: 'too many writes of the store wait' }));
      return;
    }
    this.#waiting.push(waiting);
    if (!this.#isRunning) void this.#runAll();
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (performance.now() - next.askedAt > this.#options.waitMs) {
        this.#waiting.shift();
        const message = 'the writes before it took too long';
        next.reject(new DatabaseFailure({ kind: 'overloaded', message, hasWaited: true }));
      } else if ('steps' in next) await this.#runGroup(this.#takeGroup(next.version));
      else {
        this.#waiting.shift();
        await next.runAlone();
      }
    }
    this.#isRunning = false;
    this.#options.onIdle();
  }

  /** All requests of a group have the same catalogue version, which is checked once. */
  #takeGroup(version: number | undefined): readonly GroupableWrite[] {
    const group: GroupableWrite[] = [];
    let statements = 0;
    for (const waiting of this.#waiting) {
      if (group.length === GROUP_MAX || !('steps' in waiting) || waiting.version !== version) break;
      statements += countStatements(waiting.steps);
      if (group.length > 0 && statements > STATEMENTS_MAX) break;
      group.push(waiting);
    }
    this.#waiting.splice(0, group.length);
    return group;
  }

  async #runGroup(group: readonly GroupableWrite[]): Promise<void> {
    try {
      const results = await this.#options.run(group, group[0]?.version);
      for (const [index, waiting] of group.entries()) waiting.resolve(results[index] ?? NOTHING);
    } catch (error) {
      if (group.length === 1 || failsWholeGroup(error)) for (const waiting of group) waiting.reject(error);
      else for (const waiting of group) await this.#runGroup([waiting]);
    }
  }
}

export function countStatements(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + (step.kind === 'rows' ? countOf(step) : 1), 0);
}

function countOf({ statements, checks = [], shownAfter }: RowStep): number {
  return statements.length + checks.length + (shownAfter === undefined ? 0 : 1);
}

/** The server is in trouble, there is no connection, or the outcome is unknown, so no request would succeed alone. */
function failsWholeGroup(error: unknown): boolean {
  const hadNoConnection = isDatabaseFailure(error, 'overloaded') && sqlStateOf(error) === undefined;
  return hadNoConnection || isDatabaseFailure(error, 'unavailable') || isDatabaseFailure(error, 'storage_full');
}
