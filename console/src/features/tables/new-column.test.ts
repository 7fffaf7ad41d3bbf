import { expect, test } from 'vitest';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { columnOf, emptyColumn, type NewColumn, namedColumns } from './new-column.ts';

const made = (values: Partial<NewColumn>): object => columnOf({ ...emptyColumn(0), ...values }, 2);

test.each<[Partial<NewColumn>, object]>([
  [{ values: 'draft, published,' }, { enum: ['draft', 'published'] }],
  [{ default: 'draft' }, { default: 'draft' }],
  [{ default: ' two words ' }, { default: ' two words ' }],
  [{ type: 'integer', default: '3' }, { default: 3 }],
  [{ type: 'integer', default: 'three' }, { default: 'three' }],
  [{ type: 'boolean', default: 'false' }, { default: false }],
  [{ type: 'json', default: '{"a":1}' }, { default: { a: 1 } }],
  [{ type: 'integer', values: 'only, texts' }, {}],
  [{ type: 'reference', table: 'teams', default: 'forgotten' }, { table: 'teams' }],
])('a line with %j becomes a column with %j', (line, options) => {
  const { type = 'text' } = line;
  const plain = { name: 'a', type, required: false, unique: false, indexed: false };
  expect(made({ name: ' a ', ...line })).toEqual({ ...plain, ...options });
});

test('a line without a name is no column', () => {
  const lines = [emptyColumn(0), { ...emptyColumn(1), name: 'a' }, { ...emptyColumn(2), name: ' ' }];
  expect(namedColumns(lines)).toEqual([lines[1]]);
});

test('a default that is not JSON is refused at its own field', () => {
  const read = (): unknown => made({ name: 'a', type: 'json', default: '{"a":' });
  expect(read).toThrow(ApiFailure);
  try {
    read();
  } catch (error) {
    expect(Object.keys((error as ApiFailure).fields)).toEqual(['columns.2.default']);
  }
});
