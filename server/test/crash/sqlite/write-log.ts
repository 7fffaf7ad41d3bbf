import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export type LogEvent =
  | { readonly kind: 'write'; readonly path: string; readonly offset: number; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'unlink'; readonly path: string }
  /** Bytes written before `sync_start` are durable from `sync_end` on. */
  | { readonly kind: 'sync_start' | 'sync_end'; readonly path: string; readonly id: number }
  | { readonly kind: 'said'; readonly line: string };

const CALLS = 'pwrite64,write,fsync,fdatasync,ftruncate,unlink,rename,pwritev,pwritev2,msync';
const STDOUT = '1';

const PATTERNS = {
  entry: /^(\d+) +(\w+)\((.*)$/,
  resumed: /^(\d+) +<\.\.\. (\w+) resumed>.*= (-?\d+)/,
  file: /^(\d+)<([\\xa-f0-9]*)>/,
  text: /"([\\xa-f0-9]*)"/,
  offset: /, (\d+)(?:\) += \d+| <unfinished \.\.\.>)$/,
  size: />, (\d+)/,
} as const;

/**
 * Runs one of our programs under strace (https://strace.io) and returns what its system calls did to files. `fault`: calls
 * that fail, as strace's `inject` names them.
 */
export async function recordWrites(logFile: string, program: readonly string[], fault?: string): Promise<LogEvent[]> {
  const options = ['-f', '-qq', '-y', '-xx', '-s', '1000000', '--seccomp-bpf', '-e', `trace=${CALLS}`, '-o', logFile];
  if (fault !== undefined) options.push('-e', `inject=${fault}`);
  const tracer = spawn('strace', [...options, process.execPath, ...program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(tracer, 'exit');
  if (code !== 0) throw new Error(`the program under strace ended with ${code}`);
  const events: LogEvent[] = [];
  const syncs = new Map<string, { readonly path: string; readonly id: number }>();
  for await (const line of createInterface(createReadStream(logFile))) events.push(...readLine(line, syncs));
  return events;
}

function readLine(line: string, syncs: Map<string, { readonly path: string; readonly id: number }>): LogEvent[] {
  const resumed = PATTERNS.resumed.exec(line);
  if (resumed !== null) {
    const [, thread = '', , result] = resumed;
    const sync = syncs.get(thread);
    syncs.delete(thread);
    return sync !== undefined && result === '0' ? [{ kind: 'sync_end', ...sync }] : [];
  }
  const entry = PATTERNS.entry.exec(line);
  if (entry === null) return [];
  const [, thread = '', call = '', rest = ''] = entry;
  if (call === 'fsync' || call === 'fdatasync') {
    const sync = { path: fileOf(rest).path, id: Math.random() };
    if (!rest.includes('<unfinished')) return rest.endsWith('= 0') ? bothEnds(sync) : [];
    syncs.set(thread, sync);
    return [{ kind: 'sync_start', ...sync }];
  }
  return readChange(call, rest);
}

function bothEnds(sync: { readonly path: string; readonly id: number }): LogEvent[] {
  return [
    { kind: 'sync_start', ...sync },
    { kind: 'sync_end', ...sync },
  ];
}

function readChange(call: string, rest: string): LogEvent[] {
  const data = (): Buffer => bytes(PATTERNS.text.exec(rest)?.[1] ?? '');
  switch (call) {
    case 'pwrite64': {
      const offset = Number(PATTERNS.offset.exec(rest)?.[1]);
      if (Number.isNaN(offset)) throw new Error(`a write without its place: ${rest.slice(-80)}`);
      return [{ kind: 'write', path: fileOf(rest).path, offset, data: data() }];
    }
    case 'ftruncate':
      return [{ kind: 'truncate', path: fileOf(rest).path, size: Number(PATTERNS.size.exec(rest)?.[1] ?? 0) }];
    case 'unlink':
      return [{ kind: 'unlink', path: data().toString() }];
    case 'write':
      if (fileOf(rest).descriptor !== STDOUT) return [];
      return data()
        .toString()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => ({ kind: 'said', line }));
    default:
      throw new Error(`${call} is not understood by this log`);
  }
}

function fileOf(rest: string): { readonly descriptor: string; readonly path: string } {
  const [, descriptor = '', path = ''] = PATTERNS.file.exec(rest) ?? [];
  return { descriptor, path: bytes(path).toString() };
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}
