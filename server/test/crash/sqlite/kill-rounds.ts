import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Audit, auditLedger } from './ledger.ts';

const WRITER = new URL('ledger-writer-process.ts', import.meta.url);
const RUN_MS_MAX = 150;

export interface KillRounds {
  readonly audits: readonly Audit[];
  readonly acknowledged: number;
}

/** Kills a writing process at random moments, repeatedly on one data directory, and audits after each kill. */
export async function killRounds(rounds: number, stores = 1): Promise<KillRounds> {
  const directory = await mkdtemp(join(tmpdir(), 'ledger-'));
  const acknowledged = new Set<number>();
  const audits: Audit[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const from = (audits.at(-1)?.highest ?? -1) + 1;
      for (const number of await writeUntilKilled(WRITER, directory, [String(from), '0', String(stores)]))
        acknowledged.add(number);
      audits.push(await auditLedger(directory, acknowledged, stores));
    }
    return { audits, acknowledged: acknowledged.size };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Runs a writing program, whose first argument is the number to begin with, and kills it at a random moment; resolves with the numbers it reported. */
export async function writeUntilKilled(program: URL, directory: string, args: readonly string[]): Promise<number[]> {
  const writer = spawn(process.execPath, [program.pathname, directory, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(writer, 'exit');
  const acknowledged: number[] = [];
  for await (const line of createInterface(writer.stdout)) {
    if (line === 'ready') setTimeout(() => writer.kill('SIGKILL'), Math.random() * RUN_MS_MAX);
    if (line.startsWith('ack ')) acknowledged.push(Number(line.slice('ack '.length)));
    if (line.startsWith('refused ')) throw new Error(line);
  }
  await ended;
  return acknowledged;
}
