import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { failed, fileFailure } from '../../../outcome/failure.ts';

export type CsvRow = Readonly<Record<string, string>>;

/** The rows of a file by the names in its header, as they come. */
export async function* readCsv(file: string, onHeader?: (names: string[]) => void): AsyncGenerator<CsvRow> {
  const columns = (names: string[]): string[] => {
    if (new Set(names).size < names.length) throw failed(`${file}: two columns have one name.`, 'unreadable');
    onHeader?.(names);
    return names;
  };
  const parser = createReadStream(file).pipe(parse({ bom: true, columns, skip_empty_lines: true }));
  try {
    for await (const row of parser) yield row as CsvRow;
  } catch (error) {
    const isCsv = error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
    throw isCsv ? failed(`${file}: ${error.message}.`, 'unreadable') : fileFailure(file, error);
  }
}
