import type { Operator } from '../schema/filter.ts';
import type { Column, StoredType } from '../schema/table.ts';
import type { RowComparison } from './condition.ts';
import { invalidFilter, unknownColumn } from './filter-error.ts';

interface UnboundRowComparison {
  readonly column: Column;
  readonly op: Operator;
  readonly rowColumn: string;
  readonly rowColumns: ReadonlyMap<string, Column> | undefined;
}

/** Binds `<column>:eq:$row.<column>`. Throws `invalid_filter` and `unknown_column`. */
export function bindRowComparison({ column, op, rowColumn: name, rowColumns }: UnboundRowComparison): RowComparison {
  if (rowColumns === undefined) throw invalidFilter(`$row.${name} is allowed only inside exists(…).`);
  if (op !== 'eq') throw invalidFilter(`$row.${name} can only be compared with eq, not with ${op}.`);
  const rowColumn = rowColumns.get(name);
  if (rowColumn === undefined) throw unknownColumn(name);
  const kind = kindOf(column.type);
  if (kind === undefined || kind !== kindOf(rowColumn.type)) {
    throw invalidFilter(
      `"${column.name}", which is of type ${column.type}, cannot be compared with $row.${name}, which is of type ${rowColumn.type}.`,
    );
  }
  return { kind: 'compare_row', column, rowColumn, op };
}

function kindOf(type: StoredType): string | undefined {
  switch (type) {
    case 'uuid':
    case 'reference':
    case 'file':
    case 'text':
      return 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'json':
      return undefined;
    default:
      return type;
  }
}
