export interface KnownColumn {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  readonly enum?: readonly string[] | null;
}

export interface KnownTable {
  readonly name: string;
  readonly columns: readonly KnownColumn[];
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  json: 'any',
};

/** Declares the columns of the project's tables, hidden ones too: `ctx.data` is not restricted by rules. */
export function declareTables(tables: readonly KnownTable[]): string {
  const lines = tables.map(({ name, columns }) => `${name}: { ${columns.map(declare).join(' ')} };`);
  return `export {};\ndeclare module '@service/functions/server' {\ninterface KnownTables {\n${lines.join('\n')}\n}\n}\n`;
}

function declare(column: KnownColumn): string {
  const type = column.enum?.map((word) => JSON.stringify(word)).join(' | ') || (TYPES[column.type] ?? 'string');
  const isNullable = column.required !== true && type !== 'any';
  return `${column.name}: ${type}${isNullable ? ' | null' : ''};`;
}
