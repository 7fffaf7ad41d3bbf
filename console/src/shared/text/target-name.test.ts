import { expect, test } from 'vitest';
import { targetName } from './target-name.ts';

test.each([
  [{ name: 'Ann' }, 'Ann'],
  [{ name: '', email: 'ann@example.com' }, 'ann@example.com'],
  [{ description: null, url: 'https://example.com/hook' }, 'https://example.com/hook'],
  [{ number: 3 }, 'Deployment 3'],
  [{ name: 7 }, 'id-1'],
  [{}, 'id-1'],
])('the target of an entry with %j is called %s', (details, name) => {
  expect(targetName('id-1', details)).toBe(name);
});
