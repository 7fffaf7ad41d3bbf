import type { TableName } from '@service/client';
import { getConfig, loadPart, readAnswer, reported, unreachable, withSession } from '@service/client/internal';
import { type ExportOptions, exportUrl } from './rows.ts';

/**
 * Saves every matching row as a file in the visitor's browser, as CSV or JSON.
 * @example
 * ```ts
 * import { downloadExport } from '@service/data';
 * await downloadExport('todos', { format: 'csv', filter: { done: true }, fileName: 'done.csv' });
 * ```
 */
export async function downloadExport<T extends TableName>(
  table: T,
  { fileName, ...options }: ExportOptions<T> & { readonly fileName?: string } = {},
): Promise<void> {
  const { saveFile } = await loadPart(import('./save-file.ts'));
  const name = fileName ?? `${table}.${options.format ?? 'csv'}`;
  await reported(withSession(() => saveFile(exportUrl(table, options), name, { getConfig, readAnswer, unreachable })));
}
