import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SILENT_THREADS = new URL('silent-threads.mjs', import.meta.url).href;

test('under node --watch, the first message of a thread is its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'service-watch-'));
  try {
    await writeFile(join(folder, 'part.mjs'), 'export const ready = "ready";');
    await writeFile(
      join(folder, 'thread.mjs'),
      `import { parentPort } from 'node:worker_threads';
      import { ready } from './part.mjs';
      parentPort.postMessage(ready);`,
    );
    await writeFile(
      join(folder, 'main.mjs'),
      `import { Worker } from 'node:worker_threads';
      import '${SILENT_THREADS}';
      const thread = new Worker(new URL('thread.mjs', import.meta.url));
      thread.once('message', (message) => console.log('first: ' + JSON.stringify(message)));`,
    );
    expect(await firstLine(join(folder, 'main.mjs'))).toBe('first: "ready"');
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function firstLine(file: string): Promise<string | undefined> {
  const watcher = spawn(process.execPath, ['--watch', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    for await (const text of watcher.stdout.setEncoding('utf8')) {
      const line = String(text)
        .split('\n')
        .find((each) => each.startsWith('first: '));
      if (line !== undefined) return line;
    }
    return undefined;
  } finally {
    const ended = once(watcher, 'exit');
    watcher.kill();
    await ended;
  }
}
