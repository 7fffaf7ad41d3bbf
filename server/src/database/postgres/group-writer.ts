import type { RowStep, Step, WriteResult } from '../database.ts';
import { DatabaseFailure, isDatabaseFailure } from '../errors.ts';
import { isApart, type TableReach } from './apart-writes.ts';
import type { WriteRequest } from './idempotency.ts';
import { sqlStateOf } from './map-failure.ts';

const GROUP_MAX = 64;
const STATEMENTS_MAX = 256;
const NOTHING: WriteResult = { results: [], replayed: false };

type QueuedWrite = GroupableWrite | ExclusiveWork;

interface ExclusiveWork extends QueuedRequest {
  readonly runAlone: () => Promise<void>;
  readonly reach: TableReach | undefined;
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

/** Runs one transaction of a store at a time, and beside a larger one groups of writes that are apart from it. */
export class GroupWriter {
  readonly #options: GroupWriterOptions;
  readonly #waiting: QueuedWrite[] = [];
  #isRunning = false;
  #alone: ExclusiveWork | undefined;
  #besideIt: Promise<void> | undefined;
  #isRunningBeside = false;
  #expiry: NodeJS.Timeout | undefined;

  constructor(options: GroupWriterOptions) {
    this.#options = options;
  }

  write(request: WriteRequest, version: number | undefined): Promise<WriteResult> {
    return new Promise((resolve, reject) =>
      this.#add({ ...request, version, resolve, reject, askedAt: performance.now() }),
    );
  }

  /** Small writes that are apart from `reach` run beside it; none when undefined. */
  writeAlone<Result>(work: () => Promise<Result>, reach: TableReach | undefined): Promise<Result> {
    return new Promise((resolve, reject) =>
      this.#add({ runAlone: () => work().then(resolve, reject), reach, reject, askedAt: performance.now() }),
    );
  }

  /** Whether a write that is running could deadlock with this one. */
  isBlocking(steps: readonly Step[]): boolean {
    const reach = this.#alone?.reach;
    return reach !== undefined && !isApart(steps, reach);
  }

  #add(waiting: QueuedWrite): void {
    if (this.#waiting.length >= this.#options.queuedMax) {
      waiting.reject(new DatabaseFailure({ kind: 'overloaded', message: 'too many writes of the store wait' }));
      return;
    }
    this.#waiting.push(waiting);
    if (!this.#isRunning) void this.#runAll();
    else if (this.#alone !== undefined) this.#startBeside(this.#alone);
    this.#expireLater();
  }

  /** The first write in the queue is always the oldest, so one timer serves all. */
  #expireLater(): void {
    const [oldest] = this.#waiting;
    if (this.#expiry !== undefined || oldest === undefined) return;
    const leftMs = oldest.askedAt + this.#options.waitMs - performance.now();
    this.#expiry = setTimeout(() => this.#rejectExpired(), Math.max(1, leftMs)).unref();
  }

  #rejectExpired(): void {
    this.#expiry = undefined;
    const since = performance.now() - this.#options.waitMs;
    const expired = this.#waiting.filter(({ askedAt }) => askedAt <= since);
    this.#waiting.splice(0, expired.length);
    for (const { reject } of expired) {
      const message = 'the writes before it took too long';
      reject(new DatabaseFailure({ kind: 'overloaded', message, hasWaited: true }));
    }
    this.#expireLater();
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if ('steps' in next) await this.#runGroup(this.#takeGroup(next.version));
      else {
        this.#waiting.shift();
        await this.#runAlone(next);
      }
    }
    this.#isRunning = false;
    clearTimeout(this.#expiry);
    this.#expiry = undefined;
    this.#options.onIdle();
  }

  async #runAlone(work: ExclusiveWork): Promise<void> {
    this.#alone = work;
    this.#startBeside(work);
    await work.runAlone();
    this.#alone = undefined;
    await this.#besideIt;
  }

  #startBeside(alone: ExclusiveWork): void {
    if (alone.reach === undefined || this.#isRunningBeside) return;
    this.#besideIt = this.#runBeside(alone, alone.reach);
  }

  async #runBeside(alone: ExclusiveWork, reach: TableReach): Promise<void> {
    this.#isRunningBeside = true;
    while (this.#alone === alone) {
      const group = this.#takeApart(reach);
      if (group.length === 0) break;
      await this.#runGroup(group);
    }
    this.#isRunningBeside = false;
  }

  #takeApart(reach: TableReach): readonly GroupableWrite[] {
    const apart = this.#waiting.filter((each) => 'steps' in each).filter(({ steps }) => isApart(steps, reach));
    const group = startOfGroup(apart, apart[0]?.version);
    for (const taken of group) this.#waiting.splice(this.#waiting.indexOf(taken), 1);
    return group;
  }

  #takeGroup(version: number | undefined): readonly GroupableWrite[] {
    const group = startOfGroup(this.#waiting, version);
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

/** All requests of a group have the same catalogue version, which is checked once. */
function startOfGroup(queue: readonly QueuedWrite[], version: number | undefined): readonly GroupableWrite[] {
  const group: GroupableWrite[] = [];
  let statements = 0;
  for (const waiting of queue) {
    if (group.length === GROUP_MAX || !('steps' in waiting) || waiting.version !== version) break;
    statements += countStatements(waiting.steps);
    if (group.length > 0 && statements > STATEMENTS_MAX) break;
    group.push(waiting);
  }
  return group;
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
