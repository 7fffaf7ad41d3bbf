import { type Static, Type } from 'typebox';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { validationFailed } from '../../../platform/errors.ts';
import type { EntriesFilter } from '../balance-store.ts';
import type { BillingContext } from '../billing-context.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;

const filterFields = {
  kind: Type.Optional(Type.String({ maxLength: 64 })),
  since: Type.Optional(Type.String({ description: 'ISO 8601 time, inclusive.' })),
  until: Type.Optional(Type.String({ description: 'ISO 8601 time, exclusive.' })),
};

export const entriesQuery = Type.Object({
  ...filterFields,
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: LIMIT_MAX })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
});

export const exportQuery = Type.Object({
  ...filterFields,
  format: Type.Optional(Type.String({ description: '`csv` or `json`.' })),
});

export async function listEntries(
  { balances }: BillingContext,
  { project: { store }, query }: MemberCall<Static<typeof entriesQuery>>,
): Promise<Answer> {
  const { limit = LIMIT_DEFAULT, offset = 0 } = query;
  const filter = readFilter(query);
  const [data, count] = await Promise.all([
    balances.entries(store, filter, { limit, offset }),
    balances.countEntries(store, filter),
  ]);
  return { status: 200, body: { data, count } };
}

export function readFilter({ kind, since, until }: EntriesFilter): EntriesFilter {
  return { kind, since: readTime('since', since), until: readTime('until', until) };
}

function readTime(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(ms))
    throw validationFailed({ [name]: 'must be an ISO 8601 time' });
  return isoTime(ms);
}
