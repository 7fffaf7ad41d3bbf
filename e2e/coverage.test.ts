import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './harness/service-process.ts';

const HERE = join(ROOT, 'e2e');

async function namedFiles(): Promise<string[]> {
  const page = await readFile(join(HERE, 'COVERAGE.md'), 'utf8');
  return [...new Set([...page.matchAll(/`([\w/.-]+\.(?:test|crash)\.ts)`/g)].map(([, file]) => file ?? ''))];
}

test('every test file that COVERAGE.md names is there', async () => {
  const places = (file: string): string[] => [file, `server/src/${file}`, `server/src/modules/${file}`];
  const missing = (await namedFiles()).filter((file) => !places(file).some((place) => existsSync(join(ROOT, place))));
  expect(missing).toEqual([]);
});

test('COVERAGE.md leaves out no file of this folder', async () => {
  const named = new Set(await namedFiles());
  const files = (await readdir(HERE)).filter((file) => file.endsWith('.test.ts') && file !== 'coverage.test.ts');
  expect(files.filter((file) => !named.has(`e2e/${file}`))).toEqual([]);
});
