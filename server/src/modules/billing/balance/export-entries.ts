import type { Static } from 'typebox';
import type { StoreName } from '../../../database/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { EntriesFilter, Entry } from '../balance-store.ts';
import type { BillingContext } from '../billing-context.ts';
import { type exportQuery, readFilter } from './list-entries.ts';

const PAGE = 1000;
const COLUMNS = ['id', 'amount', 'kind', 'run_id', 'created_at'] as const;

export function exportEntries(
  context: BillingContext,
  { project, query }: MemberCall<Static<typeof exportQuery>>,
): Answer {
  const { format } = query;
  const filter = readFilter(query);
  const entries = entriesOf(context, project.store, filter);
  if (format === 'csv') return attachment(csvOf(entries), 'text/csv; charset=utf-8', `${project.id}-billing.csv`);
  if (format === 'json') return attachment(jsonOf(entries), 'application/json', `${project.id}-billing.json`);
  throw new ServiceError('invalid_format', 'format must be csv or json.');
}

function attachment(body: AsyncIterable<string>, type: string, name: string): Answer {
  const headers = { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` };
  return { status: 200, body, headers };
}

async function* entriesOf({ balances }: BillingContext, store: StoreName, filter: EntriesFilter) {
  let after: string | undefined;
  for (;;) {
    const page = await balances.entriesAfter(store, filter, { after, limit: PAGE });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id;
  }
}

async function* csvOf(pages: AsyncIterable<readonly Entry[]>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const page of pages)
    yield page.map((entry) => `${COLUMNS.map((name) => cell(entry[name])).join(',')}\r\n`).join('');
}

/** Prevents spreadsheets from running a text as a formula. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function* jsonOf(pages: AsyncIterable<readonly Entry[]>): AsyncGenerator<string> {
  let count = 0;
  yield '{"data":[';
  for await (const page of pages) {
    yield (count === 0 ? '' : ',') + page.map((entry) => JSON.stringify(entry)).join(',');
    count += page.length;
  }
  yield `],"count":${count}}`;
}
