import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../../platform/errors.ts';
import type { BundleOrder, BundleReply } from './bundle-order.ts';
import type { SourceFiles } from './resolve-import.ts';
import { problemAt } from './source-error.ts';

const BUNDLED = 'function-bundler.mjs';
const PROCESSES_MAX = 2;
const WAITING_MAX = 50;
const BUNDLE_MS_MAX = 20_000;
const IDLE_MS = 30_000;
const HEAP_MEGABYTES = 128;
/**
 * What each of the two processes of a bundler may have: the half gigabyte that V8 reserves without using it, or as much
 * for the bundler itself, which else takes more than a gigabyte of stack for a source that is nested without end.
 */
const DATA_KILOBYTES_MAX = 768 * 1024;
const TOO_COMPLEX = 'The source is too complex to be bundled.';

interface Waiting {
  readonly files: SourceFiles;
  readonly entry: string;
  readonly resolve: (reply: BundleReply) => void;
}

/**
 * Processes that bundle one source each at a time. They start when needed and end when idle. One that dies or takes too
 * long has met a source that cannot be bundled; no other notices.
 */
export class BundlerPool {
  readonly #waiting: Waiting[] = [];
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  /** What each process was last sent: a deployment of the app has many functions made of the same files. */
  readonly #known = new WeakMap<ChildProcess, SourceFiles>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Rejects with `overloaded` when too many wait. */
  bundle(files: SourceFiles, entry: string): Promise<BundleReply> {
    if (this.#isClosed || this.#waiting.length >= WAITING_MAX) {
      throw new ServiceError('overloaded', 'Too many deployments at once. Try again.');
    }
    return new Promise((resolve) => {
      this.#waiting.push({ files, entry, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all(Array.from(this.#all, end));
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#isClosed) return;
    const bundler = this.#idle.pop() ?? (this.#all.size < PROCESSES_MAX ? this.#start() : undefined);
    if (bundler === undefined) return;
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) this.#give(bundler, waiting);
  }

  #give(bundler: ChildProcess, { files, entry, resolve }: Waiting): void {
    const deadline = setTimeout(() => kill(bundler), BUNDLE_MS_MAX);
    const done = (reply: unknown): void => {
      clearTimeout(deadline);
      bundler.off('exit', lost);
      resolve(reply as BundleReply);
      this.#idle.push(bundler);
      this.#next();
      this.#endIdleLater();
    };
    const lost = (): void => {
      clearTimeout(deadline);
      bundler.off('message', done);
      resolve({ problems: [problemAt(entry, TOO_COMPLEX)] });
    };
    bundler.once('message', done);
    bundler.once('exit', lost);
    const order: BundleOrder = this.#known.get(bundler) === files ? { entry } : { entry, files: [...files] };
    this.#known.set(bundler, files);
    bundler.send(order);
  }

  #start(): ChildProcess {
    const script = `ulimit -c 0 2>/dev/null; ulimit -d ${DATA_KILOBYTES_MAX} 2>/dev/null; exec "$@"`;
    const program = [process.execPath, `--max-old-space-size=${HEAP_MEGABYTES}`, bundlerFile()];
    // A group of its own, so that the bundler's own process ends with it.
    const bundler = spawn('/bin/sh', ['-c', script, 'sh', ...program], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
      detached: true,
      serialization: 'advanced',
    });
    this.#all.add(bundler);
    // What cannot be started or told something exits, which is what counts.
    bundler.on('error', () => kill(bundler));
    bundler.once('exit', () => {
      kill(bundler);
      this.#all.delete(bundler);
      const at = this.#idle.indexOf(bundler);
      if (at !== -1) this.#idle.splice(at, 1);
      this.#next();
    });
    return bundler;
  }

  #endIdleLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const bundler of this.#idle.splice(0)) bundler.disconnect();
    }, IDLE_MS).unref();
  }
}

/** Ends a process with all that it started. */
function kill(bundler: ChildProcess): void {
  if (bundler.pid === undefined) return;
  try {
    process.kill(-bundler.pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

function end(bundler: ChildProcess): Promise<void> {
  if (bundler.exitCode !== null || bundler.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    bundler.once('exit', () => resolve());
    kill(bundler);
  });
}

/** Beside this file in the source, beside the bundle when built. */
function bundlerFile(): string {
  const bundled = new URL(BUNDLED, import.meta.url);
  return fileURLToPath(existsSync(bundled) ? bundled : new URL('bundler-process.ts', import.meta.url));
}
