import type { Search } from '../../shared/address/search-text.ts';

export interface QueryDraft {
  readonly table: string;
  /** `count, sum:amount, avg:price:mean`: an operation, its column and the name of its result. Empty lists rows. */
  readonly aggregates: string;
  readonly group_by: string;
  readonly select: string;
  readonly filter: string;
  readonly order: string;
  readonly limit: string;
}

const NAMES = ['table', 'aggregates', 'group_by', 'select', 'filter', 'order', 'limit'] as const;

export function readDraft(search: Search): QueryDraft {
  return Object.fromEntries(NAMES.map((name) => [name, search[name] ?? ''])) as unknown as QueryDraft;
}

export function isAggregate({ aggregates, group_by: groupBy }: QueryDraft): boolean {
  return aggregates.trim() !== '' || groupBy.trim() !== '';
}

export function listParameters(draft: QueryDraft): Readonly<Record<string, string>> {
  const { select, filter, order, limit } = draft;
  return filled({ select, filter, order, limit });
}

export function aggregateBody({ aggregates, group_by: groupBy, filter, order, limit }: QueryDraft): object {
  const operations = listOf(aggregates).map((text) => {
    const [op = '', field, name] = text.split(':').map((part) => part.trim());
    return { op, ...(field && { field }), ...(name && { as: name }) };
  });
  return {
    aggregates: operations.length === 0 ? [{ op: 'count' }] : operations,
    ...(groupBy.trim() !== '' && { group_by: listOf(groupBy) }),
    ...filled({ filter, order }),
    ...(limit.trim() !== '' && { limit: Number(limit) }),
  };
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function filled(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  );
}
