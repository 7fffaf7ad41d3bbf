import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from '../../../files/read-lines.ts';
import { type DumpPart, splitSql } from './split-sql.ts';
import { tokensOf } from './tokens.ts';

/** Characters that start and end quotes, comments, lines and statements, and similar ones without a meaning. */
const NASTY = [
  ...["'", "''", '"', '\\', '\\.', ';', '--', '/*', '*/', '$', '$$', '$a$', '(', ')', '\n', '\r\n', '\t'],
  ...['\u2028', '\u2029', '\u0085', '𝄞', 'é', 'E', "E'", 'COPY t FROM stdin;', 'BEGIN', 'END', 'x', ' '],
];
const text = fc.array(fc.constantFrom(...NASTY), { maxLength: 8 }).map((parts) => parts.join(''));

const token = fc.oneof(
  fc.constantFrom('select', 'insert', 'e', 'a$b$c', 'begin', 'end', 'case', '42', ',', '=', '::'),
  text.map((inside) => `'${inside.replaceAll("'", "''")}'`),
  text.map((inside) => `E'${inside.replaceAll(/['\\]/g, '\\$&')}'`),
  text.map((inside) => `"${inside.replaceAll('"', '""')}"`),
  text.filter((inside) => !inside.includes('$q$') && !inside.endsWith('$q')).map((inside) => `$q$${inside}$q$`),
);
const tokens = fc.array(token, { minLength: 1, maxLength: 6 });
const statement = fc.oneof(
  tokens.map((found) => ['alter', ...found]),
  // Semicolons in brackets and in the body of a routine do not end a statement.
  tokens.map((found) => ['create', 'rule', '(', ...found, ';', ...found, ')']),
  tokens.map((found) => {
    const plain = found.filter((word) => !['begin', 'end', 'case'].includes(word));
    const body = [...plain, ';', 'case', ...plain, 'end', ';'];
    return ['create', 'or', 'replace', 'function', 'f', '(', ')', 'begin', 'atomic', ...body, 'end'];
  }),
);
const row = text.map((line) => line.replaceAll(/[\r\n]/g, '')).filter((line) => line !== '\\.');
const comment = text.map((inside) => inside.replaceAll(/\/\*|\*\/|[*/]/g, ''));
const between = fc.oneof(
  fc.constantFrom(' ', '\n', '\r\n'),
  comment.map((inside) => ` --${inside.replaceAll(/[\r\n]/g, '')}\n`),
  fc.tuple(comment, comment).map(([outer, inner]) => ` /*${outer}/*${inner}*/;*/ `),
);

const part = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('statement' as const), statement, between }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy' as const), rows: fc.array(row, { maxLength: 4 }) }) },
);

/** The text in a dump, and the expected result. */
function written(made: typeof part extends fc.Arbitrary<infer Part> ? Part : never) {
  if (made.kind === 'copy') {
    return { sql: `COPY public.t (a) FROM stdin;\n${[...made.rows, '\\.'].join('\n')}\n`, rows: made.rows };
  }
  return { sql: `${made.between}${made.statement.join(made.between)}${made.between};\n`, tokens: made.statement };
}

async function partsOf(sql: string, chunkBytes: number): Promise<readonly DumpPart[]> {
  const bytes = Buffer.from(sql);
  const count = Math.ceil(bytes.length / chunkBytes);
  const chunks = Array.from({ length: count }, (_, n) => bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes));
  return await Array.fromAsync(splitSql(readLines(Readable.from(chunks))));
}

test('the splitter finds the original statements and rows, for any texts, comments and names', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 5 }), fc.integer({ min: 1, max: 50 }), async (made, chunkBytes) => {
      const dump = made.map(written);
      const found = await partsOf(dump.map(({ sql }) => sql).join(''), chunkBytes);
      const read = found.map((is) => (is.kind === 'copy-row' ? is.line : tokensOf(is.sql).map(({ raw }) => raw)));
      const expected = dump.flatMap(({ rows, tokens: words }) =>
        rows === undefined ? [words] : [['COPY', 'public', '.', 't', '(', 'a', ')', 'FROM', 'stdin'], ...rows],
      );
      expect(read).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['Windows line ends', 'COPY t (a) FROM stdin;\r\none\r\n\\.\r\nSELECT 1;\r\n', ['one', 'SELECT 1']],
  ['psql commands between statements', '\\restrict abc\nSELECT 1;\n\\connect x\n', ['SELECT 1']],
  ['an unfinished statement', 'SELECT 1;\nSELECT 2', ['SELECT 1']],
])('a dump with %s', async (_what, sql, expected) => {
  const parts = await partsOf(sql, 7);
  expect(
    parts
      .map((found) => (found.kind === 'copy-row' ? found.line : found.sql))
      .filter((text) => !text.startsWith('COPY')),
  ).toEqual(expected);
});
