import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES } from './env.ts';

test('docs/operations.md lists every variable as --help does, in the same order', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => /^\| `(PORT|HOST|SERVICE_[A-Z_]+)` \|/.test(line));
  expect(lines).toEqual(
    Object.values(VARIABLES).map(
      ({ name, default: standard, meaning }) => `| \`${name}\` | \`${standard}\` | ${meaning} |`,
    ),
  );
});
