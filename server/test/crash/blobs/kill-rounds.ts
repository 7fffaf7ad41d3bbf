import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SweepOptions } from '../../../src/blobs/blob-store.ts';
import { createDiskBlobStore } from '../../../src/blobs/disk/disk-blob-store.ts';
import { bytesOf, isSame, sampleBytes } from '../../conformance/blobs/sample-bytes.ts';

const PUTTER = new URL('put-process.ts', import.meta.url).pathname;
const RUN_MS_MAX = 150;

export interface KillAudit {
  readonly committed: number;
  /** The number of blobs that the sweep deleted. */
  readonly deleted: number;
  /** Committed blobs that are missing or contain other bytes. */
  readonly damaged: readonly string[];
  /** Files without a reference that remain, and remaining second names. */
  readonly left: readonly string[];
}

/** Kills a process during puts at random moments, sweeps as the next process would, and checks the remaining blobs. */
export async function killRounds(rounds: number, scope: SweepOptions['scope']): Promise<readonly KillAudit[]> {
  const root = await mkdtemp(join(tmpdir(), 'killed-'));
  const sizes = new Map<string, number>();
  const audits: KillAudit[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      // Every second round may kill before the first commit; the other rounds always commit something, even on a slow machine.
      await putUntilKilled(root, sizes, round % 2 === 0 ? 'commit' : 'ready');
      audits.push(await sweepAndAudit(root, sizes, scope));
    }
    return audits;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Kills the process soon after it first prints `from`. */
async function putUntilKilled(root: string, sizes: Map<string, number>, from: 'ready' | 'commit'): Promise<void> {
  const putter = spawn(process.execPath, [PUTTER, root], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(putter, 'exit');
  let isDoomed = false;
  for await (const line of createInterface(putter.stdout)) {
    const [word, id = '', size] = line.split(' ');
    if (word === from && !isDoomed) {
      isDoomed = true;
      setTimeout(() => putter.kill('SIGKILL'), Math.random() * RUN_MS_MAX);
    }
    if (word === 'commit') sizes.set(id, Number(size));
  }
  await ended;
}

async function sweepAndAudit(
  root: string,
  sizes: ReadonlyMap<string, number>,
  scope: SweepOptions['scope'],
): Promise<KillAudit> {
  const store = createDiskBlobStore(root);
  const { deleted } = await store.sweep({ isKept: async () => new Set(sizes.keys()), graceMs: 0, scope });
  const damaged: string[] = [];
  for (const [id, size] of sizes) {
    const bytes = await bytesOf(await store.read({ group: 'p_killed', id }));
    if (!isSame(bytes, sampleBytes(size))) damaged.push(id);
  }
  const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const left = files.map(({ name }) => name).filter((name) => !sizes.has(name));
  return { committed: sizes.size, deleted, damaged, left };
}
