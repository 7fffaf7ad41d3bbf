import { type Static, Type } from 'typebox';
import type { Listing, ListingOrder } from '../../database/index.ts';
import { ServiceError } from '../../platform/errors.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;

/** The parameters of every control plane list. Invalid values are refused, never clamped or ignored. */
export const listingQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
  order: Type.Optional(Type.String({ description: 'Fields with `:asc` or `:desc`, separated by commas.' })),
});

export interface ListingFields<Field extends string> {
  readonly fields: readonly Field[];
  readonly otherwise: ListingOrder<Field>;
  /** Unique for each row. */
  readonly tieBreaker: Field;
  /** A time that the tie-breaker follows, which has an index. */
  readonly timeOfTieBreaker?: Field;
}

export function readListing<Field extends string>(
  { limit = LIMIT_DEFAULT, offset = 0, order: text }: Static<typeof listingQuery>,
  { fields, otherwise, tieBreaker, timeOfTieBreaker }: ListingFields<Field>,
): Listing<Field> {
  const terms = text === undefined ? [otherwise] : readOrder(text, fields);
  const order = terms.map((term) => (term.field === timeOfTieBreaker ? { ...term, field: tieBreaker } : term));
  // Terms after one that is unique have no effect.
  const end = order.findIndex(({ field }) => field === tieBreaker);
  return {
    limit,
    offset,
    order: end < 0 ? [...order, { field: tieBreaker, direction: 'asc' }] : order.slice(0, end + 1),
  };
}

function readOrder<Field extends string>(text: string, fields: readonly Field[]): ListingOrder<Field>[] {
  const order: ListingOrder<Field>[] = [];
  for (const term of text.split(',', fields.length + 1)) {
    const [name, direction = 'asc', ...rest] = term.split(':');
    const field = fields.find((candidate) => candidate === name);
    const isTwice = order.some((earlier) => earlier.field === field);
    if (field === undefined && name !== '') {
      throw new ServiceError('unknown_column', `order takes ${fields.join(', ')}.`);
    }
    if (field === undefined || isTwice || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) {
      throw new ServiceError(
        'invalid_order',
        `order takes each of ${fields.join(', ')} once, with :asc or :desc, separated by commas.`,
      );
    }
    order.push({ field, direction });
  }
  return order;
}
