import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROW_BYTES_MAX } from './record.ts';
import { type Cell, type CsvRow, CsvSplitter } from './split-csv.ts';

function split(text: string, pieceLength = text.length || 1): CsvRow[] {
  const splitter = new CsvSplitter();
  const rows: CsvRow[] = [];
  for (let at = 0; at < text.length; at += pieceLength) splitter.push(text.slice(at, at + pieceLength), rows);
  splitter.end(rows);
  return rows;
}

const cellsOf = (rows: readonly CsvRow[]): unknown => rows.map(({ cells }) => cells);

/** The rows before the failure, and its message. */
function breakOff(text: string, pieceLength: number): { rows: unknown; error: unknown } {
  const splitter = new CsvSplitter();
  const rows: CsvRow[] = [];
  try {
    for (let at = 0; at < text.length; at += pieceLength) splitter.push(text.slice(at, at + pieceLength), rows);
    splitter.end(rows);
    return { rows: cellsOf(rows), error: undefined };
  } catch (error) {
    return { rows: cellsOf(rows), error };
  }
}

function written(cell: Cell, isQuoted: boolean): string {
  if (cell === null) return '';
  return isQuoted || cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

describe('CsvSplitter', () => {
  test('finds the cells of any rows, with any quoting, line ends and chunks', () => {
    const cell = fc.oneof(fc.constant(null), fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'é', ' ') }));
    const rows = fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 2, maxLength: 4 }));
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (made, newline, endsWithLine, length) => {
          const lines = made.map((row) => row.map(([value, isQuoted]) => written(value, isQuoted)).join(','));
          const text = lines.join(newline) + (endsWithLine ? newline : '');
          expect(cellsOf(split(text, length))).toEqual(made.map((row) => row.map(([value]) => value)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each([1, 2, 3, 100])(
    'reports the line on which each row begins and skips empty lines, in chunks of %i',
    (length) => {
      expect(split('\uFEFFa,b\r\n\r\n"x\ny",1\n\n""\n"z"\r\n,\n', length)).toEqual([
        { line: 1, cells: ['a', 'b'] },
        { line: 3, cells: ['x\ny', '1'] },
        { line: 6, cells: [''] },
        { line: 7, cells: ['z'] },
        { line: 8, cells: [null, null] },
      ]);
    },
  );

  test.each([
    ['a quote within a plain cell', 'a\nb"c\n', 2],
    ['something after a quoted cell', 'a\n"b" ,c\n', 2],
    ['a lone carriage return after a quoted cell', 'a\n"b"\rc\n', 2],
    ['a quoted cell without an end', 'a\n"b\nc\n', 2],
  ])('%s ends the file after the preceding rows', (_, text, line) => {
    for (const length of [1, 2, 100]) {
      expect(breakOff(text, length)).toMatchObject({ rows: [['a']], error: { name: 'BrokenFile', line } });
    }
  });

  test('a row that never ends is refused before it fills the memory', () => {
    const piece = 'x'.repeat(65_536);
    for (const start of ['', '"']) {
      const splitter = new CsvSplitter();
      let sent = 0;
      const send = (): void => {
        splitter.push(start, []);
        for (; sent < 3 * ROW_BYTES_MAX; sent += piece.length) splitter.push(piece, []);
      };
      expect(send).toThrow(`larger than ${ROW_BYTES_MAX} bytes`);
      expect(sent).toBeLessThan(2 * ROW_BYTES_MAX);
    }
  });
});
