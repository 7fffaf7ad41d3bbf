import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { decodeText, type Encoding } from '../../../files/decode-text.ts';
import { openInput } from '../../../files/open-input.ts';
import { Failure, failed, fileFailure } from '../../../outcome/failure.ts';

export type CsvRow = Readonly<Record<string, string>>;

export interface CsvFile {
  readonly file: string;
  readonly encoding: Encoding;
}

export async function* readCsv(
  { file, encoding }: CsvFile,
  onHeader?: (names: string[]) => void,
): AsyncGenerator<CsvRow> {
  const columns = (names: string[]): string[] => {
    if (new Set(names).size < names.length) throw failed(`${file}: two columns have one name.`, 'unreadable');
    onHeader?.(names);
    return names;
  };
  const opened = await openInput(file, file);
  const parser = parse({ bom: true, columns, skip_empty_lines: true });
  // A failure of the pipeline ends the parser, which rethrows it.
  pipeline(decodeText(opened.createReadStream(), { file, encoding }), parser, () => undefined);
  try {
    for await (const row of parser) yield row as CsvRow;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const isCsv = error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
    throw isCsv ? failed(`${file}: ${error.message}.`, 'unreadable') : fileFailure(file, error);
  }
}
