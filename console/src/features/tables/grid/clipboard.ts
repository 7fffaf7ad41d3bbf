import type { Column } from '../column-types.ts';
import { blockText, isWritable, parseBlock, parseValue, valueText } from './cell-values.ts';
import type { RowsPage } from './page-query.ts';
import type { GridRow } from './rows-api.ts';
import type { GridChanges } from './use-grid-changes.ts';
import { wholeRow, wholeRows } from './whole-rows.ts';

interface Place {
  readonly row: GridRow;
  readonly column: Column;
  readonly page: RowsPage;
  readonly shown: readonly Column[];
  readonly changes: GridChanges;
}

export async function copyCell(
  { row, column, page, shown, selected, changes }: Place & { readonly selected: ReadonlySet<string> },
  transfer: DataTransfer,
): Promise<void> {
  if (selected.size > 0) {
    const rows = await wholeRows(changes.api, page, selected);
    await navigator.clipboard.writeText(blockText(rows.map((one) => shown.map(({ name }) => one[name]))));
    return;
  }
  if (page.cut[row.id]?.includes(column.name) !== true) {
    transfer.setData('text/plain', valueText(row[column.name]));
    return;
  }
  const whole = await changes.api.get(row.id);
  await navigator.clipboard.writeText(valueText(whole[column.name]));
}

/** Pastes into the active cell and the cells to its right and below. Several cells form one change. */
export async function pasteBlock({ row, column, page, shown, changes }: Place, text: string): Promise<void> {
  const block = parseBlock(text);
  if (block.length === 1 && block[0]?.length === 1) {
    if (isWritable(column))
      await changes.save(await wholeRow(changes.api, page, row), column, parseValue(column, text));
    return;
  }
  const top = page.rows.findIndex(({ id }) => id === row.id);
  const left = shown.indexOf(column);
  const rows = block.flatMap((cells, down) => {
    const target = page.rows[top + down];
    if (target === undefined) return [];
    const values = cells.flatMap((cell, right) => {
      const into = shown[left + right];
      return into === undefined || !isWritable(into) ? [] : [[into.name, parseValue(into, cell)] as const];
    });
    return values.length === 0 ? [] : [{ row: target, values: Object.fromEntries(values) }];
  });
  if (rows.length === 0) return;
  const targets = rows.map(async (one) => ({ ...one, row: await wholeRow(changes.api, page, one.row) }));
  await changes.paste(await Promise.all(targets));
}
