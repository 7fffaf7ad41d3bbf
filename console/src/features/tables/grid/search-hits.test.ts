import { expect, test } from 'vitest';
import { createHitFinder } from './search-hits.ts';

const marked = (search: string, text: string): string | undefined =>
  createHitFinder(search)?.(text)
    .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
    .join('');

test.each([
  ['cafe', 'Das CAFÉ, cafeteria', 'Das [CAFÉ], [cafeteria]'],
  ['"cafe"', 'Das CAFÉ, cafeteria', 'Das [CAFÉ], cafeteria'],
  ['strasse red', 'red Straße redder', '[red] [Straße] [redder]'],
  ['"red shoes" x', 'red shoes xy', '[red] [shoes] [xy]'],
  ['red -blue', 'blue red', 'blue [red]'],
  ['node.js', 'node.js nodejs', '[node].[js] nodejs'],
  ['東京', '東京都に', '[東京]都に'],
  ['red', '', ''],
])('marks what %j finds in %j', (search, text, expected) => {
  expect(marked(search, text)).toBe(expected);
});

test.each(['-red', '!!!', ''])('marks nothing for %j', (search) => {
  expect(createHitFinder(search)).toBeUndefined();
});
