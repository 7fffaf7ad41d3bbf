import type { ServiceTable } from '../../database/index.ts';
import { type Column, visibleColumns } from '../../database/schema/index.ts';
import { isoTime } from '../../platform/clock.ts';

export function sampleRecord(
  table: ServiceTable,
  made: { readonly id: string; readonly now: number },
): Record<string, unknown> {
  return Object.fromEntries(
    visibleColumns(table, false).map((column) => [
      column.name,
      table.sample?.[column.name] ?? sampleValue(column, made),
    ]),
  );
}

function sampleValue(column: Column, { id, now }: { readonly id: string; readonly now: number }): unknown {
  if (column.name === 'id') return id;
  switch (column.type) {
    case 'text':
      return column.enum?.[0] ?? 'sample';
    case 'integer':
      return 1;
    case 'number':
      return 1.5;
    case 'boolean':
      return true;
    case 'timestamp':
      return isoTime(now);
    case 'date':
      return isoTime(now).slice(0, 10);
    case 'json':
      return {};
    default:
      return null;
  }
}
