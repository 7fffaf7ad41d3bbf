import type { ListRead } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { indexedBytesMax } from '../schema/index.ts';
import { Bindings } from '../sql/bindings.ts';
import type { ColumnDefinition, TableDefinition } from './definition.ts';
import { physicalColumn, physicalTable, quoted } from './names.ts';

export type RowCheck =
  | { readonly kind: 'rows' }
  /** Rows without a value, with one, with one that another row also has, or with one too long for an index. */
  | { readonly kind: 'nulls' | 'filled' | 'duplicates' | 'long'; readonly column: ColumnDefinition }
  | { readonly kind: 'others'; readonly column: ColumnDefinition; readonly values: readonly string[] };

const CHECKED = '_c';

/** All counts in one scan of the table: a JSON object with the names `_0`, `_1`, … in the order of the checks. */
export function countInTheWay(dialect: Dialect, table: TableDefinition, checks: readonly RowCheck[]): ListRead {
  const into = new Bindings(dialect);
  const counts = checks.map((check, index) => `${countText(into, check)} AS "_${index}"`);
  const { before, after } = dialect.selectJson(
    checks.map((_, index) => ({ name: `_${index}`, sql: `${CHECKED}."_${index}"` })),
    CHECKED,
  );
  const from = ` FROM (SELECT ${counts.join(', ')} FROM ${dialect.table(physicalTable(table))}) AS ${CHECKED}`;
  return { rows: into.statement(before + from + after), count: undefined, cost: 'open' };
}

function countText(into: Bindings, check: RowCheck): string {
  if (check.kind === 'rows') return 'count(*)';
  const name = quoted(physicalColumn(check.column));
  switch (check.kind) {
    case 'nulls':
      return `count(*) - count(${name})`;
    case 'filled':
      return `count(${name})`;
    case 'duplicates':
      return `count(${name}) - count(DISTINCT ${name})`;
    case 'long':
      return `count(CASE WHEN octet_length(${name}) > ${indexedBytesMax(1)} THEN 1 END)`;
    case 'others': {
      const isOther = `${name} IS NOT NULL AND NOT (${into.bindAmong(name, check.values, 'text')})`;
      return `count(CASE WHEN ${isOther} THEN 1 END)`;
    }
  }
}
