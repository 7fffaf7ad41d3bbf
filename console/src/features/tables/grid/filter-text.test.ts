import { expect, test } from 'vitest';
import { OPERATORS } from '../../../../../server/src/database/schema/filter.ts';
import { FILTER_OPERATORS, filterTerm, joinFilter, splitFilter } from './filter-text.ts';

test('the console offers the service’s operators in the service’s order', () => {
  expect(FILTER_OPERATORS).toEqual(OPERATORS);
});

test.each([
  ['price:gte:10,kind:eq:book', ['price:gte:10', 'kind:eq:book']],
  ['id:in:(a,b,c),done:is:true', ['id:in:(a,b,c)', 'done:is:true']],
  ['or(a:eq:1,b:eq:2),c:eq:3', ['or(a:eq:1,b:eq:2)', 'c:eq:3']],
  ['title:eq:"a, b (c"', ['title:eq:"a, b (c"']],
  ['title:eq:"say \\"x, y\\"",z:eq:1', ['title:eq:"say \\"x, y\\""', 'z:eq:1']],
  ['{"title": {"eq": "a,b"}}', ['{"title": {"eq": "a,b"}}']],
  ['', []],
])('the terms of %s', (filter, terms) => {
  expect(splitFilter(filter)).toEqual(terms);
  expect(joinFilter(splitFilter(filter))).toBe(filter);
});

test.each([
  [['price', 'gte', '10'], 'price:gte:10'],
  [['title', 'eq', 'a, b'], 'title:eq:"a, b"'],
  [['title', 'eq', ''], 'title:eq:""'],
  [['title', 'eq', 'say "x"'], 'title:eq:"say \\"x\\""'],
  [['kind', 'in', 'book, music'], 'kind:in:(book,music)'],
  [['price', 'between', '1,2'], 'price:between:(1,2)'],
] as const)('%j is written as %s', ([column, operator, value], term) => {
  expect(filterTerm(column, operator, value)).toBe(term);
});
