import type { BuildOptions, BuildResult } from 'esbuild';
import { ServiceError } from '../../../platform/errors.ts';
import { invalidSource } from './source-error.ts';

const BUILD_MS_MAX = 20_000;
const IDLE_MS = 30_000;
const AT_ONCE_MAX = 2;
const WAITING_MAX = 50;
const TOO_COMPLEX = 'The source is too complex to be bundled.';

/** What is built comes back and is not written anywhere. */
export type InMemory = BuildOptions & { readonly write: false; readonly metafile: true };

export interface Builder {
  /** Rejects with the bundler's own failure when the sources are to blame. */
  build(options: InMemory): Promise<BuildResult<InMemory>>;
  close(): Promise<void>;
}

/**
 * The bundler is a process of its own that its library starts with the first build: the main thread only answers its
 * questions. It is ended when it has nothing to do, and when a source kills it or keeps it busy for too long.
 */
export function createBuilder(): Builder {
  const waiting: (() => void)[] = [];
  let running = 0;
  let idle: NodeJS.Timeout | undefined;

  const enter = async (): Promise<void> => {
    clearTimeout(idle);
    if (running < AT_ONCE_MAX) {
      running += 1;
      return;
    }
    if (waiting.length >= WAITING_MAX) throw new ServiceError('overloaded', 'Too many deployments at once. Try again.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  };

  const leave = (): void => {
    const next = waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    running -= 1;
    if (running === 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
  };

  return {
    async build(options) {
      await enter();
      try {
        return await buildOnce(options);
      } finally {
        leave();
      }
    },
    close: async () => {
      clearTimeout(idle);
      await end();
    },
  };
}

async function buildOnce(options: InMemory): Promise<BuildResult<InMemory>> {
  const { build } = await import('esbuild');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The bundler took too long.')), BUILD_MS_MAX);
  });
  try {
    return await Promise.race([build<InMemory>(options), late]);
  } catch (error) {
    if (error instanceof Error && 'errors' in error) throw error;
    // Its process is dead or of no use: the next build starts another.
    await end();
    throw invalidSource([{ file: 'index.ts', line: 1, column: 1, message: TOO_COMPLEX }], error);
  } finally {
    clearTimeout(timer);
  }
}

async function end(): Promise<void> {
  const { stop } = await import('esbuild');
  await stop();
}
