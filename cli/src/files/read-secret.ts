import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inputFailure } from '../outcome/failure.ts';
import { readPipedSecret } from '../output/ask.ts';
import type { Streams } from '../output/output.ts';

interface Place {
  readonly cwd: string;
  readonly streams: Pick<Streams, 'stdin'>;
}

/** Reads standard input for `-`. Removes only the final line end, because editors add it. */
export async function readSecret({ cwd, streams }: Place, file: string): Promise<string> {
  if (file === '-') return readPipedSecret(streams.stdin);
  try {
    return (await readFile(resolve(cwd, file), 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw inputFailure(file, error);
  }
}
