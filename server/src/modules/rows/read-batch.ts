import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { isRecord } from './row-body.ts';

export const ITEMS_MAX = 100;

export type BatchItem =
  | { readonly op: 'insert'; readonly data: unknown }
  | { readonly op: 'update'; readonly id: string; readonly data: unknown }
  | { readonly op: 'delete'; readonly id: string }
  | { readonly op: 'upsert'; readonly on: string; readonly data: unknown }
  | { readonly op: 'broken'; readonly error: ServiceError };

export interface Batch {
  readonly items: readonly BatchItem[];
  readonly isAtomic: boolean;
}

const FIELDS = {
  insert: ['op', 'data'],
  update: ['op', 'id', 'data'],
  delete: ['op', 'id'],
  upsert: ['op', 'on', 'data'],
} as const;

/** Reads the body of a batch. A problem with one item fails that item, not the batch. */
export function readBatch(body: unknown): Batch {
  const { items, atomic } = Array.isArray(body) ? { items: body as unknown[], atomic: true } : readEnvelope(body);
  if (items.length === 0) throw validationFailed({ items: 'must contain at least one item' });
  if (items.length > ITEMS_MAX) {
    throw new ServiceError('batch_too_large', `A batch may have at most ${ITEMS_MAX} items.`);
  }
  return { items: items.map(readItem), isAtomic: atomic };
}

function readEnvelope(body: unknown): { items: unknown[]; atomic: boolean } {
  if (!isRecord(body)) throw validationFailed({ body: 'must be an object with items, or an array of items' });
  for (const name of Object.keys(body)) {
    if (name !== 'items' && name !== 'atomic') {
      throw validationFailed({ [shorten(name)]: 'is unknown; a batch has items and atomic' });
    }
  }
  const { items, atomic = true } = body;
  if (!Array.isArray(items)) throw validationFailed({ items: 'must be an array' });
  if (typeof atomic !== 'boolean') throw validationFailed({ atomic: 'must be true or false' });
  return { items, atomic };
}

function readItem(item: unknown): BatchItem {
  // An item without `op` is the row itself; reading the row checks that it is an object.
  if (!isRecord(item) || !Object.hasOwn(item, 'op')) return { op: 'insert', data: item };
  const { op } = item;
  if (op !== 'insert' && op !== 'update' && op !== 'delete' && op !== 'upsert') {
    return broken({ op: 'must be insert, update, delete or upsert' });
  }
  const known: readonly string[] = FIELDS[op];
  const unknown = Object.keys(item).find((name) => !known.includes(name));
  if (unknown !== undefined) return broken({ [shorten(unknown)]: `is not supported in an item with op ${op}` });
  const { id, on, data } = item;
  if (op === 'insert') return { op, data };
  if (op === 'upsert')
    return typeof on === 'string' ? { op, on, data } : broken({ on: 'must be the name of a column' });
  if (typeof id !== 'string') return broken({ id: 'must be text' });
  return op === 'update' ? { op, id, data } : { op, id };
}

function broken(fields: Record<string, string>): BatchItem {
  return { op: 'broken', error: validationFailed(fields) };
}

function shorten(name: string): string {
  return name.slice(0, 64);
}
