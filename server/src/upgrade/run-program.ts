import { type SpawnOptions, spawn } from 'node:child_process';

export interface ProgramEnd {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

const OUTPUT_MAX = 1024 * 1024;

export async function runProgram(
  command: string,
  parameters: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'> = {},
): Promise<ProgramEnd> {
  const child = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    texts.out = (texts.out + piece).slice(-OUTPUT_MAX);
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    texts.error = (texts.error + piece).slice(-OUTPUT_MAX);
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...texts }));
  });
}
