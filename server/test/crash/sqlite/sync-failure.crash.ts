import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { auditLedger } from './ledger.ts';

const WRITER = new URL('ledger-writer-process.ts', import.meta.url).pathname;
const WRITES = 400;
/** Syncs of each thread. More than the start takes: some twenty, or forty for several stores. */
const GOOD_SYNCS = { 1: 40, 6: 60 };

test.each([1, 6] as const)(
  'a write to one of %i stores whose sync failed is never acknowledged, and earlier acknowledged writes stay',
  async (stores) => {
    const directory = await mkdtemp(join(tmpdir(), 'sync-'));
    try {
      const fault = `inject=fsync,fdatasync:error=EIO:when=${GOOD_SYNCS[stores]}+`;
      const options = ['-f', '-qq', '-o', '/dev/null', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-e', fault];
      const writer = spawn(
        'strace',
        [...options, process.execPath, WRITER, directory, '0', String(WRITES), String(stores)],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const ended = once(writer, 'exit');
      const lines = (await text(writer.stdout)).trim().split('\n');
      await ended;
      const firstRefusal = lines.findIndex((line) => line.startsWith('refused '));
      expect(firstRefusal).toBeGreaterThan(1);
      expect(new Set(lines.slice(firstRefusal))).toEqual(new Set(['refused unavailable']));
      const acknowledged = lines.flatMap((line) =>
        line.startsWith('ack ') ? [Number(line.slice('ack '.length))] : [],
      );
      expect(acknowledged.length + lines.length - firstRefusal).toBe(WRITES);
      expect(await auditLedger(directory, acknowledged, stores)).toMatchObject({
        lost: [],
        torn: [],
        integrity: 'ok',
        countError: 0,
      });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
);
