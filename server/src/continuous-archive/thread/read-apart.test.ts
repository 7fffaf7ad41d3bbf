import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readApart } from './read-apart.ts';

const CONTENT = Buffer.from(Array.from({ length: 250_001 }, (_, at) => at % 251));

async function writeSample(content: Buffer): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'read-apart-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'file');
  await writeFile(path, content);
  return path;
}

test.each([
  [250_001, 100_000, [100_000, 100_000, 50_001]],
  [200_000, 100_000, [100_000, 100_000]],
  [250_001, 1_000_000, [250_001]],
  [900_000, 200_000, [200_000, 50_001]],
  [0, 100_000, []],
])('the first %i bytes of a file arrive unchanged in parts of %i', async (bytes, partBytes, lengths) => {
  const parts: Buffer[] = [];
  // Each part is valid until the next one.
  for await (const part of readApart(await writeSample(CONTENT), { bytes, partBytes })) parts.push(Buffer.from(part));
  expect(parts.map(({ length }) => length)).toEqual(lengths);
  expect(Buffer.concat(parts).equals(CONTENT.subarray(0, bytes))).toBe(true);
});

test('a file that cannot be read is an error, not an empty file', async () => {
  const path = `${await writeSample(CONTENT)}-missing`;
  await expect(Array.fromAsync(readApart(path, { bytes: 10, partBytes: 10 }))).rejects.toThrow(path);
});
