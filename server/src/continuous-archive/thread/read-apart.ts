import { spawn } from 'node:child_process';

export interface ReadApart {
  readonly bytes: number;
  readonly partBytes: number;
}

/** Another process reads: closing the file here would drop SQLite's locks (decision 0051). */
export async function* readApart(path: string, { bytes, partBytes }: ReadApart): AsyncGenerator<Buffer> {
  const reader = spawn('head', ['-c', String(bytes), path], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    reader.once('error', reject);
    reader.once('close', resolve);
  });
  // Awaited below; until then a failure must not count as unhandled.
  ended.catch(() => undefined);
  let problem = '';
  reader.stderr.setEncoding('utf8').on('data', (text: string) => {
    problem = (problem + text).slice(0, 500);
  });
  try {
    yield* partsOf(reader.stdout, partBytes);
    if ((await ended) !== 0) throw new Error(`${path} could not be read: ${problem.trim()}`);
  } finally {
    reader.kill();
  }
}

async function* partsOf(chunks: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  const part = Buffer.alloc(partBytes);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(part, filled, at);
      at += copied;
      filled += copied;
      if (filled < partBytes) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
