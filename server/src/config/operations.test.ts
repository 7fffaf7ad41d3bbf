import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES } from './env.ts';

test('docs/operations.md lists every variable as --help does, in the same order', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const variables = rows.filter(([, name]) => /^`(PORT|HOST|(?:SERVICE|OTEL)_[A-Z_]+)`$/.test(name ?? ''));
  expect(variables.map((cells) => cells.slice(1, -1))).toEqual(
    Object.values(VARIABLES).map(({ name, default: standard, meaning }) => [`\`${name}\``, `\`${standard}\``, meaning]),
  );
});
