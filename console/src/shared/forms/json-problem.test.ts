import { expect, test } from 'vitest';
import { findJsonProblem } from './json-problem.ts';

test.each(['1', '-0.5e+3', ' {"a": [1, null, true, {"b": "x\\n\\u00e9"}], "c": {}} ', '[]', '""'])(
  '%s is JSON',
  (text) => {
    JSON.parse(text);
    expect(findJsonProblem(text)).toBeUndefined();
  },
);

test.each([
  ['', 'Line 1, column 1: the text ends where a value is missing.'],
  ['{"a": 1,}', 'Line 1, column 8: nothing follows this comma; remove it.'],
  ['{\n  "a": 1\n  "b": 2\n}', 'Line 3, column 3: a comma or a } is missing.'],
  ['{a: 1}', 'Line 1, column 2: a name needs double quotes (") around it.'],
  ['{"a" 1}', 'Line 1, column 6: a colon is missing after the name.'],
  ["['a']", 'Line 1, column 2: texts stand in double quotes (").'],
  ['[tea]', 'Line 1, column 2: a text needs double quotes (") around it.'],
  ['[1, 2', 'Line 1, column 6: the text ends where a ] is missing.'],
  [
    '{"a": "x',
    'Line 1, column 7: this text has no closing quote, or holds a line break or a backslash that means nothing.',
  ],
  ['1 2', 'Line 1, column 3: nothing may follow the value.'],
  ['[01]', 'Line 1, column 3: a comma or a ] is missing.'],
])('%s is refused with its position', (text, problem) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(findJsonProblem(text)).toBe(problem);
});
