import { csvFrame, type ExportFrame, JSON_FRAME, NDJSON_FRAME, openExport } from '../../database/index.ts';
import { visibleMap } from '../../database/schema/index.ts';
import { exportRows as exportStatements } from '../../database/sql/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { readFilters } from './list-rows.ts';
import { type LazyInput, onTable, type Target } from './on-table.ts';
import { readOrder, readSelect } from './read-columns.ts';
import { readSearchCondition, withSearch } from './read-search.ts';
import { requireScope } from './require-scope.ts';
import type { RowsContext } from './rows-context.ts';
import { readSearch } from './search-parameters.ts';

type Format = 'csv' | 'json' | 'ndjson';

export interface ExportInput {
  readonly format: Format;
  /** Leaves cells unchanged, even those that a spreadsheet would run as formulas. */
  readonly isRaw?: boolean | undefined;
  readonly select?: string | undefined;
  readonly filters?: readonly unknown[] | undefined;
  readonly search?: unknown;
  readonly order?: string | undefined;
}

export interface Export {
  readonly format: Format;
  readonly text: AsyncIterable<string>;
}

export function readExportParameters(query: string): ExportInput {
  const { values, filters } = readSearch(query, ['format', 'search', 'select', 'filter', 'order', 'raw']);
  const { format, raw, select, search, order } = values;
  if (format !== 'csv' && format !== 'json' && format !== 'ndjson') {
    throw new ServiceError('invalid_format', 'The parameter "format" must be csv, json or ndjson.');
  }
  if (raw !== undefined && raw !== 'true' && raw !== 'false') throw validationFailed({ raw: 'must be true or false' });
  if (raw !== undefined && format !== 'csv') throw validationFailed({ raw: 'is for csv only' });
  return { format, isRaw: raw === 'true', select, filters, search, order };
}

export function exportRows(context: RowsContext, target: Target, ask: LazyInput<ExportInput>): Promise<Export> {
  return onTable(context, target, async (open) => {
    const scope = requireScope(open, 'read');
    const { format, isRaw = false, select, filters, search, order } = ask();
    const visible = visibleMap(open.table, open.isSecret);
    const filter = readFilters(visible, filters);
    const chosen = readSelect(visible, select);
    // In the table's column order, as in the rows, so that header and cells match.
    const columns = chosen === undefined ? scope.columns : scope.columns.filter((column) => chosen.includes(column));
    const cells = columns.map(({ name, type }) => ({ name, json: type === 'json' }));
    const terms = readOrder(visible, order);
    const condition = withSearch(filter, await readSearchCondition(open, search));
    const read = exportStatements(context.database.dialect, {
      scope,
      ...(condition === undefined ? {} : { filter: condition }),
      columns,
      order: terms,
      format: format === 'csv' ? { kind: format, columns: cells, raw: isRaw } : { kind: format },
    });
    const frame = frameOf(
      format,
      columns.map(({ name }) => name),
    );
    return { format, text: await openExport(context.database.pages(target.project.store, read), frame) };
  });
}

function frameOf(format: Format, names: readonly string[]): ExportFrame {
  if (format === 'csv') return csvFrame(names);
  return format === 'json' ? JSON_FRAME : NDJSON_FRAME;
}
