import type { Column, StoredType, Table } from '../../../database/schema/index.ts';
import { visibleColumns } from '../../../database/schema/index.ts';
import type { Catalogue } from '../catalogue.ts';
import { type FunctionTypes, TEMPLATE_TYPES } from './template-types.ts';

const HEAD = `// Written from the tables and functions of the project by the build adapter of @service/client or by \`servicectl types\`.
// Do not edit it: the next change of the project replaces it. Commit it, so that builds without the service know the types.
export {};

declare module '@service/client' {
  interface Register {
`;

const VALUES: Readonly<Record<StoredType, string>> = {
  uuid: 'string',
  text: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  timestamp: 'string',
  date: 'string',
  json: 'unknown',
  reference: 'string',
  file: 'string',
};

const UNKNOWN: FunctionTypes = { payload: 'unknown', result: 'unknown' };

/** The text of `service-env.d.ts`. It leaves hidden columns out, so it does not depend on the caller. */
export function projectTypes({ tables }: Catalogue, functions: readonly string[]): string {
  const named = [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  const lines = [
    ...block(2, 'tables', named.flatMap(tableLines)),
    ...block(2, 'functions', functions.toSorted().map(functionLine)),
  ];
  return `${HEAD}${lines.join('\n')}\n  }\n}\n`;
}

function tableLines(table: Table): readonly string[] {
  const columns = visibleColumns(table, false);
  const writable = columns.filter(({ system, readOnly }) => !system && !readOnly);
  return block(
    3,
    table.name,
    [
      block(
        4,
        'Row',
        columns.map((column) => `${column.name}: ${tsTypeOf(column)};`),
      ),
      block(
        4,
        'Insert',
        writable.map((column) => `${column.name}${mustBeSent(column) ? '' : '?'}: ${tsTypeOf(column)};`),
      ),
      block(
        4,
        'Update',
        writable.map((column) => `${column.name}?: ${tsTypeOf(column)};`),
      ),
      // Which filter operators fit depends on the column's type, which TypeScript's `string` does not show.
      block(
        4,
        'Kinds',
        columns.map((column) => `${column.name}: '${column.type}';`),
      ),
      `        Searchable: ${columns.some(({ name }) => isSearchable(table, name))};`,
    ].flat(),
  );
}

function isSearchable({ search }: Table, name: string): boolean {
  return search?.columns.some(({ column }) => column.name === name) === true;
}

function functionLine(name: string): string {
  const { payload, result } = TEMPLATE_TYPES.get(name) ?? UNKNOWN;
  return `${JSON.stringify(name)}: { payload: ${payload}; result: ${result} };`;
}

/** `lines` may contain blocks, which are already indented; this indents plain lines. */
function block(depth: number, name: string, lines: readonly string[]): readonly string[] {
  const indent = '  '.repeat(depth);
  const inner = lines.map((line) => (line.startsWith(' ') ? line : `${indent}  ${line}`));
  return lines.length === 0 ? [`${indent}${name}: {};`] : [`${indent}${name}: {`, ...inner, `${indent}};`];
}

function tsTypeOf(column: Column): string {
  const type = column.enum?.map((word) => JSON.stringify(word)).join(' | ') ?? VALUES[column.type];
  return column.required || type === 'unknown' ? type : `${type} | null`;
}

function mustBeSent({ required, default: usual }: Column): boolean {
  return required && usual === undefined;
}
