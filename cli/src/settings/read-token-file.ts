import { readFile } from 'node:fs/promises';
import { inputFailure, wrongUse } from '../outcome/failure.ts';
import { readPipedSecret } from '../output/ask.ts';
import type { Streams } from '../output/output.ts';

export async function readTokenFile(path: string, stdin: Streams['stdin']): Promise<string> {
  const text = path === '-' ? await readPipedSecret(stdin) : await readText(path);
  return requireToken(text.trim(), path === '-' ? 'Standard input' : path);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw inputFailure(path, error);
  }
}

/** Checks that a header can carry the token. Error messages never show the value. */
export function requireToken(token: string, source: string): string {
  if (token === '') throw wrongUse(`${source} holds no token.`);
  if (token.length > 4096 || !/^[\x21-\x7e]+$/.test(token))
    throw wrongUse(`${source} holds something that is no token.`);
  return token;
}
