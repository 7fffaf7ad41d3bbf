import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMMANDS } from '../src/commands/index.ts';
import { guide } from './guide.ts';

test('docs/cli.md matches the help texts', async () => {
  const written = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  expect(written, 'run: node cli/scripts/write-guide.ts').toBe(guide());
  for (const { name } of COMMANDS) expect(written).toContain(`### servicectl ${name}\n`);
});
