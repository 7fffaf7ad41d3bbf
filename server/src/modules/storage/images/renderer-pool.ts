import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../../platform/errors.ts';
import type { RenderOrder, RenderReply } from './render-order.ts';

const BUNDLED = 'image-renderer.mjs';
/** One image can take some hundred megabytes. */
const PROCESSES_MAX = Math.min(2, availableParallelism());
const WAITING_MAX = 128;
/** One project that wants all its images at once leaves room for the others. */
const WAITING_PER_GROUP_MAX = 48;
const RETRY_AFTER_SECONDS = 2;
const RENDER_MS_MAX = 30_000;
const IDLE_MS = 30_000;
const HEAP_MEGABYTES = 64;

interface Waiting {
  readonly order: RenderOrder;
  readonly resolve: (reply: RenderReply) => void;
}

/**
 * Processes that open one image each at a time. They start when needed and end when idle, and with them goes the
 * memory they took. One that dies or takes too long has met an image that cannot be opened.
 */
export class RendererPool {
  /** By group, each in order; the group that comes next is the first. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  #waitingCount = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Rejects with `overloaded` when too many wait, and with the signal's reason when that aborts before the start. */
  render(group: string, order: RenderOrder, signal: AbortSignal): Promise<RenderReply> {
    const queue = this.#waiting.get(group) ?? [];
    if (this.#isClosed || this.#waitingCount >= WAITING_MAX || queue.length >= WAITING_PER_GROUP_MAX) {
      throw new ServiceError('overloaded', 'Too many images at once. Try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { order, resolve };
      queue.push(waiting);
      this.#waiting.set(group, queue);
      this.#waitingCount += 1;
      signal.addEventListener('abort', () => this.#drop(group, waiting) && reject(signal.reason), { once: true });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all(Array.from(this.#all, end));
  }

  #drop(group: string, waiting: Waiting): boolean {
    const queue = this.#waiting.get(group) ?? [];
    const at = queue.indexOf(waiting);
    if (at === -1) return false;
    queue.splice(at, 1);
    this.#waitingCount -= 1;
    if (queue.length === 0) this.#waiting.delete(group);
    return true;
  }

  #next(): void {
    if (this.#waitingCount === 0 || this.#isClosed) return;
    const renderer = this.#idle.pop() ?? (this.#all.size < PROCESSES_MAX ? this.#start() : undefined);
    if (renderer === undefined) return;
    const waiting = this.#take();
    if (waiting !== undefined) this.#give(renderer, waiting);
  }

  #take(): Waiting | undefined {
    for (const [group, queue] of this.#waiting) {
      const waiting = queue.shift();
      this.#waiting.delete(group);
      if (queue.length > 0) this.#waiting.set(group, queue);
      this.#waitingCount -= 1;
      return waiting;
    }
    return undefined;
  }

  #give(renderer: ChildProcess, { order, resolve }: Waiting): void {
    const deadline = setTimeout(() => renderer.kill('SIGKILL'), RENDER_MS_MAX);
    const done = (reply: RenderReply): void => {
      clearTimeout(deadline);
      renderer.off('exit', lost);
      resolve(reply);
      this.#idle.push(renderer);
      this.#next();
      this.#endIdleLater();
    };
    const lost = (): void => {
      clearTimeout(deadline);
      renderer.off('message', done);
      resolve({ kind: 'unfit' });
    };
    renderer.once('message', done);
    renderer.once('exit', lost);
    renderer.send(order);
  }

  #start(): ChildProcess {
    const renderer = fork(rendererFile(), {
      stdio: 'ignore',
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
      serialization: 'advanced',
    });
    this.#all.add(renderer);
    // What cannot be started or told something exits, which is what counts.
    renderer.on('error', () => renderer.kill('SIGKILL'));
    renderer.once('exit', () => {
      this.#all.delete(renderer);
      const at = this.#idle.indexOf(renderer);
      if (at !== -1) this.#idle.splice(at, 1);
      this.#next();
    });
    return renderer;
  }

  #endIdleLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const renderer of this.#idle.splice(0)) renderer.disconnect();
    }, IDLE_MS).unref();
  }
}

function end(renderer: ChildProcess): Promise<void> {
  if (renderer.exitCode !== null || renderer.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    renderer.once('exit', () => resolve());
    renderer.kill('SIGKILL');
  });
}

/** Beside this file in the source, beside the bundle when built. */
function rendererFile(): string {
  const bundled = new URL(BUNDLED, import.meta.url);
  return fileURLToPath(existsSync(bundled) ? bundled : new URL('renderer-process.ts', import.meta.url));
}
