import { expect, test } from 'vitest';
import { conditionSentence } from './condition-sentence.ts';
import { printCondition, readCondition } from './rule-condition.ts';

const MEMBER = 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id,role:in:(owner,editor))';

test.each([
  ['status:neq:locked', 'status is not locked'],
  ['stars:between:(1,5),open:is:true', 'stars is between 1 and 5 and open is true'],
  [MEMBER, 'the user is in “members” for the row’s team_id, where role is owner or editor'],
  [
    'or(owner_id:eq:$user.id,exists(shares,note_id:eq:$row.id,user_id:eq:$user.id))',
    'the user owns the row or the user is in “shares” for a note_id that is the row’s id',
  ],
  ['exists(closed,team_id:eq:$row.team_id)', '“closed” has a row for the row’s team_id'],
  [
    'open:is:true,or(status:eq:published,owner_id:eq:$user.id)',
    'open is true and (status is published or the user owns the row)',
  ],
  [
    'not(exists(blocked,user_id:eq:$user.id)),due:gt:$now',
    'it is not so that the user is in “blocked” and due is more than now',
  ],
  ['title:eq:"a, (b)"', 'title is a, (b)'],
])('%s is shown in words and written back unchanged', (text, words) => {
  const terms = readCondition(text) ?? [];
  expect(conditionSentence(terms)).toBe(words);
  expect(printCondition(terms)).toBe(text);
});

test('JSON means the same as text', () => {
  const json = {
    or: [
      { owner_id: '$user.id' },
      { exists: { table: 'members', where: { team_id: '$row.team_id', role: { in: ['owner', 'editor'] } } } },
    ],
  };
  const text = 'or(owner_id:eq:$user.id,exists(members,team_id:eq:$row.team_id,role:in:(owner,editor)))';
  expect(readCondition(json)).toEqual(readCondition(text));
  expect(readCondition(JSON.stringify(json))).toEqual(readCondition(text));
});

test.each(['status', 'or(', '{"or": 1}', '{"half', 'a:b', 'exists(members'])(
  '%s is not parsed, so that the service explains it',
  (text) => {
    expect(readCondition(text)).toBeUndefined();
  },
);

test('a missing or blank rule has no condition', () => {
  for (const where of [undefined, null, '', ' ']) expect(readCondition(where)).toEqual([]);
});
