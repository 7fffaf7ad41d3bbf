import { StatementSplitter } from './statement-splitter.ts';

export type DumpPart =
  | { readonly kind: 'statement'; readonly sql: string }
  | { readonly kind: 'copy-row'; readonly line: string };

const COPY = /^COPY\s.*\sFROM\s+stdin\s*$/is;

export async function* splitSql(lines: AsyncIterable<string>): AsyncGenerator<DumpPart> {
  let splitter = new StatementSplitter();
  let isCopying = false;
  for await (const line of lines) {
    if (isCopying) {
      // A carriage return at the end belongs to the file's line ends; one within a row is written as `\r`.
      const row = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (row === '\\.') isCopying = false;
      else yield { kind: 'copy-row', line: row };
      continue;
    }
    // `\connect` and similar lines are commands for psql.
    if (splitter.isBetween && line.startsWith('\\')) continue;
    for (const sql of splitter.add(`${line}\n`)) {
      yield { kind: 'statement', sql };
      if (!COPY.test(sql)) continue;
      isCopying = true;
      splitter = new StatementSplitter();
    }
  }
}
