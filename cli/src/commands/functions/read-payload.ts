import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../../command/context.ts';
import { parseJson } from '../../files/parse-json.ts';
import { inputFailure } from '../../outcome/failure.ts';
import { readPipedSecret } from '../../output/ask.ts';

/** The value of `--payload`: JSON text, `@file`, or `-` for standard input. */
export async function readPayload({ streams, cwd }: Context, payload: string | undefined): Promise<unknown> {
  if (payload === undefined) return undefined;
  if (payload === '-') return parseJson(await readPipedSecret(streams.stdin), 'Standard input');
  if (!payload.startsWith('@')) return parseJson(payload, '--payload');
  const file = payload.slice(1);
  const read = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    throw inputFailure(file, error);
  });
  return parseJson(read, file);
}
