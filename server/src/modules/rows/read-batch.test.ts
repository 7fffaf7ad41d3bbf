import { describe, expect, it } from 'vitest';
import { readBatch } from './read-batch.ts';

describe('the body of a batch', () => {
  it.each([
    [[{ title: 'a' }], [{ op: 'insert', data: { title: 'a' } }], true],
    [{ items: [{ op: 'delete', id: 'x' }], atomic: false }, [{ op: 'delete', id: 'x' }], false],
    [{ items: [{ op: 'update', id: 'x', data: {} }] }, [{ op: 'update', id: 'x', data: {} }], true],
    [{ items: [{ op: 'upsert', on: 'a', data: {} }] }, [{ op: 'upsert', on: 'a', data: {} }], true],
    [{ items: [{ op: 'insert', data: 1 }] }, [{ op: 'insert', data: 1 }], true],
    [[null], [{ op: 'insert', data: null }], true],
  ])('reads %j', (body, items, isAtomic) => {
    expect(readBatch(body)).toEqual({ items, isAtomic });
  });

  it.each([
    [null, 'validation_failed'],
    ['x', 'validation_failed'],
    [{}, 'validation_failed'],
    [{ items: {} }, 'validation_failed'],
    [{ items: [] }, 'validation_failed'],
    [[], 'validation_failed'],
    [{ items: [{}], atomic: 1 }, 'validation_failed'],
    [{ items: [{}], atomic: null }, 'validation_failed'],
    [{ items: [{}], mode: 'x' }, 'validation_failed'],
    [JSON.parse('{"items":[{}],"__proto__":1}'), 'validation_failed'],
    [Array.from({ length: 101 }, () => ({})), 'batch_too_large'],
    [{ items: Array.from({ length: 101 }, () => ({})) }, 'batch_too_large'],
  ])('refuses %j as a whole', (body, code) => {
    expect(() => readBatch(body)).toThrowError(expect.objectContaining({ code }));
  });

  it.each([
    [{ op: 'drop' }],
    [{ op: null }],
    [{ op: 'delete' }],
    [{ op: 'delete', id: 1 }],
    [{ op: 'delete', id: 'x', data: {} }],
    [{ op: 'insert', data: {}, id: 'x' }],
    [{ op: 'upsert', data: {} }],
  ])('refuses only the item %j and accepts the others', (item) => {
    const { items } = readBatch([item, { title: 'a' }]);
    expect(items.map(({ op }) => op)).toEqual(['broken', 'insert']);
  });
});
