import { readFile } from 'node:fs/promises';
import { failureText } from '../place/failure-text.ts';
import type { Place } from '../place/place.ts';

const RETRY_FIRST_MS = 500;
const RETRY_LAST_MS = 10_000;

export interface PlaceFigures {
  bytes: number;
  errors: number;
  /** Why the last call failed, if it did. */
  failure: string | undefined;
  /** A failure on this machine since the last call that succeeded. */
  localFailure: string | undefined;
  lastSuccessMs: number;
}

/** Errors of a read that pass. Every other error of the system comes again. */
const PASSING: ReadonlySet<string> = new Set(['ENOMEM', 'EMFILE', 'ENFILE', 'EAGAIN', 'EINTR']);

/** A file that was to be put is no longer there, or the disk cannot read it: repeating the call would not help. */
export class LostFile extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path} is lost`, { cause });
    this.name = 'LostFile';
  }
}

/** Calls of a place that are repeated until they succeed, or the archiver stops. */
export class PlaceCalls {
  readonly figures: PlaceFigures = {
    bytes: 0,
    errors: 0,
    failure: undefined,
    localFailure: undefined,
    lastSuccessMs: 0,
  };
  readonly #place: Place;
  readonly #stopped: AbortSignal;
  readonly #onChange: () => void;

  constructor(place: Place, stopped: AbortSignal, onChange: () => void) {
    this.#place = place;
    this.#stopped = stopped;
    this.#onChange = onChange;
  }

  get isStopped(): boolean {
    return this.#stopped.aborted;
  }

  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#untilDone(async () => {
      await this.#place.put(name, bytes);
      this.figures.bytes += bytes.length;
    });
  }

  /** Throws `LostFile`. */
  putFile(name: string, path: string, byteLength: number): Promise<void> {
    return this.#untilDone(async () => {
      await this.#place.putFile(name, path).catch(async (error: unknown) => {
        throw (await isLost(path)) ? new LostFile(path, error) : error;
      });
      this.figures.bytes += byteLength;
    });
  }

  get(name: string): Promise<Buffer | undefined> {
    return this.#untilDone(() => this.#place.get(name));
  }

  delete(names: readonly string[]): Promise<void> {
    return names.length === 0 ? Promise.resolve() : this.#untilDone(() => this.#place.delete(names));
  }

  async #untilDone<Value>(work: () => Promise<Value>): Promise<Value> {
    for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, RETRY_LAST_MS)) {
      this.#stopped.throwIfAborted();
      try {
        const value = await work();
        this.figures.failure = undefined;
        this.figures.localFailure = undefined;
        this.figures.lastSuccessMs = Date.now();
        this.#onChange();
        return value;
      } catch (error) {
        if (error instanceof LostFile) throw error;
        this.figures.errors += 1;
        this.figures.failure = failureText(error);
        this.#onChange();
        await this.#pause(pauseMs);
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#stopped.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#stopped.addEventListener('abort', end, { once: true });
    });
  }
}

/** The same error code may come from the place, so the file is read without it. */
async function isLost(path: string): Promise<boolean> {
  try {
    await readFile(path);
    return false;
  } catch (error) {
    return isLastingFault(error);
  }
}

/** Whether a file that could not be read stays unreadable. */
export function isLastingFault(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && 'code' in error && !PASSING.has(String(error.code));
}
