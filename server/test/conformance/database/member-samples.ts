import type { LookupTable } from '../../../src/database/filter/condition.ts';
import type { Table } from '../../../src/database/schema/table.ts';
import { sampleColumn, sampleId, sampleTable } from './sample-table.ts';

/** The table that generated lists look into: who belongs to which categories. */
export const MEMBERS: Table = {
  ...sampleTable(
    'members',
    [sampleColumn('category', 'text'), sampleColumn('person', 'text')],
    [{ columns: ['person', 'category'] }],
  ),
  id: '018f0000-0000-7000-8000-00000000bbbb',
};

export const LOOKUP_TABLES: ReadonlyMap<string, LookupTable> = new Map([[MEMBERS.name, MEMBERS]]);

/** One person belongs to two small categories, one to most, one to a category that no row has, and one to none. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  few: ['c1', 'old'],
  most: Array.from({ length: 18 }, (_, at) => `c${at}`),
  other: ['elsewhere'],
  none: [],
};

export const PEOPLE = Object.keys(CATEGORIES);

export const MEMBER_ROWS = Object.entries(CATEGORIES)
  .flatMap(([person, categories]) => categories.map((category) => ({ person, category })))
  .map(({ person, category }, at) => ({
    id: sampleId(2_000_000 + at),
    created_at: '2026-01-01T00:00:00.000Z',
    owner_id: null,
    category,
    person,
  }));
