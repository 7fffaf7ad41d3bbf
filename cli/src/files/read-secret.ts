import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readPipedSecret } from '../output/ask.ts';
import type { Context } from '../program/context.ts';
import { fileFailure } from '../program/failure.ts';

/** A passphrase or a password from a file, or from standard input for `-`. The line end is the editor's, all else was meant. */
export async function readSecret({ cwd, streams }: Pick<Context, 'cwd' | 'streams'>, file: string): Promise<string> {
  if (file === '-') return readPipedSecret(streams.stdin);
  try {
    return (await readFile(resolve(cwd, file), 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw fileFailure(file, error);
  }
}
