import { type Static, Type } from 'typebox';
import { ServiceError } from '../platform/errors.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;
const WHOLE_NUMBER = /^\d{1,15}$/;

/** The parameters every list of the control plane takes. Texts: `readListing` answers with the code of each. */
export const listingQuery = Type.Object({
  limit: Type.Optional(Type.String()),
  offset: Type.Optional(Type.String()),
  order: Type.Optional(Type.String()),
});

/** The same for the OpenAPI description. */
export const documentedListingQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  order: Type.Optional(Type.String({ description: 'Fields with `:asc` or `:desc`, separated by commas.' })),
});

export interface ListingOrder<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

export interface Listing<Field extends string = string> {
  readonly limit: number;
  readonly offset: number;
  /** Ends with the tie-breaker, so that pages never overlap. */
  readonly order: readonly ListingOrder<Field>[];
}

export interface Listed<Field extends string> {
  /** What a caller may order by. */
  readonly fields: readonly Field[];
  readonly otherwise: ListingOrder<Field>;
  /** Unique for each row. */
  readonly tieBreaker: Field;
}

/** Checks the parameters of a list; nothing is clamped or ignored. */
export function readListing<Field extends string>(
  query: Static<typeof listingQuery>,
  { fields, otherwise, tieBreaker }: Listed<Field>,
): Listing<Field> {
  const order = query.order === undefined ? [otherwise] : readOrder(query.order, fields);
  const isTotal = order.some(({ field }) => field === tieBreaker);
  return {
    limit: readNumber('limit', query.limit, LIMIT_DEFAULT, LIMIT_MAX),
    offset: readNumber('offset', query.offset, 0, Number.MAX_SAFE_INTEGER),
    order: isTotal ? order : [...order, { field: tieBreaker, direction: order[0]?.direction ?? 'asc' }],
  };
}

function readNumber(name: string, text: string | undefined, otherwise: number, max: number): number {
  if (text === undefined) return otherwise;
  const number = WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!(number <= max)) throw new ServiceError('invalid_limit', `${name} must be a whole number from 0 to ${max}.`);
  return number;
}

function readOrder<Field extends string>(text: string, fields: readonly Field[]): ListingOrder<Field>[] {
  const order: ListingOrder<Field>[] = [];
  for (const term of text.split(',', fields.length + 1)) {
    const [name, direction = 'asc', ...rest] = term.split(':');
    const field = fields.find((candidate) => candidate === name);
    const isTwice = order.some((earlier) => earlier.field === field);
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
