import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './harness/service-process.ts';

const HERE = join(ROOT, 'e2e');

async function namedFiles(page = 'e2e/COVERAGE.md'): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...new Set([...text.matchAll(/`([\w/.-]+\.(?:test|crash)\.tsx?)`/g)].map(([, file]) => file ?? ''))];
}

test.each([
  ['e2e/COVERAGE.md', 50],
  ['docs/security.md', 50],
  ['docs/reliability.md', 30],
])('every test file that %s names exists', async (page, least) => {
  const places = (file: string): string[] =>
    ['', 'server/src/', 'server/src/modules/', 'packages/'].map((root) => root + file);
  const named = await namedFiles(page);
  expect(named.length).toBeGreaterThan(least);
  expect(named.filter((file) => !places(file).some((place) => existsSync(join(ROOT, place))))).toEqual([]);
});

test('every requirement of ASVS that docs/security.md calls met names a test', async () => {
  const text = await readFile(join(ROOT, 'docs/security.md'), 'utf8');
  const met = text.split('\n').filter((line) => /^\| [\d.–, ]+ \| met \|/.test(line));
  expect(met.length).toBeGreaterThan(100);
  expect(met.filter((line) => !/\.(test|crash)\.tsx?`/.test(line))).toEqual([]);
});

test('every line of COVERAGE.md has a sentence and the tests that show it, or says that there are none', async () => {
  const lines = (await readFile(join(HERE, 'COVERAGE.md'), 'utf8')).split('\n').filter((line) => line.startsWith('|'));
  const rows = lines.map((line) => line.replaceAll(/`[^`]*`/g, (code) => code.replaceAll('|', '¦')).split('|'));
  const told = /\.(test|crash|slow|s3)\.tsx?`|`npm run |^(-+|Shown by)$|\bno\b.* test\b|not shown by a test|by hand: /i;
  const isRead = ([before, sentence = '', shown = '', after, ...more]: string[]): boolean =>
    before === '' && sentence.trim() !== '' && told.test(shown.trim()) && after === '' && more.length === 0;
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.filter((row) => !isRead(row)).map((row) => row.join('|'))).toEqual([]);
});

test('COVERAGE.md names every test file of this folder', async () => {
  const named = new Set(await namedFiles());
  const files = (await readdir(HERE)).filter((file) => file.endsWith('.test.ts') && file !== 'coverage.test.ts');
  expect(files.filter((file) => !named.has(`e2e/${file}`))).toEqual([]);
});
