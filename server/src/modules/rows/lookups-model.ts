/** A second, independent implementation of contract §3 with look-ups, as simple as possible. */
export type Value = string | number | null;
export type ModelRow = Readonly<Record<string, Value>>;
export type ModelTables = Readonly<Record<string, readonly ModelRow[]>>;

export type Term =
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Term[] }
  | { readonly kind: 'not'; readonly term: Term }
  | { readonly kind: 'null'; readonly column: string; readonly isNull: boolean }
  | {
      readonly kind: 'compare';
      readonly column: string;
      readonly op: 'eq' | 'neq' | 'gt' | 'lte' | 'in' | 'nin';
      readonly values: readonly Operand[];
    }
  | { readonly kind: 'exists'; readonly table: string; readonly terms: readonly Term[] };

export type Operand =
  | { readonly constant: string | number }
  | { readonly user: 'id' | 'role' }
  | { readonly row: string };

export interface ModelCaller {
  readonly id: string | null;
  readonly role: string | null;
}

export interface Rule {
  readonly level: string;
  readonly where: Term | undefined;
}

/** Undefined means unknown. */
type Truth = boolean | undefined;

interface ModelQuestion {
  readonly tables: ModelTables;
  readonly caller: ModelCaller;
  readonly subject: ModelRow;
}

export function allows(rule: Rule, { tables, caller, subject }: ModelQuestion, isNew: boolean): boolean {
  const { level, where } = rule;
  if (!passesLevel(rule, caller)) return false;
  if (level === 'owner' && !isNew && subject['owner_id'] !== caller.id) return false;
  return where === undefined || truthOf(where, subject, { tables, caller, subject }) === true;
}

export function passesLevel({ level }: Rule, caller: ModelCaller): boolean {
  if (level === 'private') return false;
  if (level !== 'public' && caller.id === null) return false;
  return !level.startsWith('role:') || `role:${caller.role ?? ''}` === level;
}

function truthOf(term: Term, row: ModelRow, asked: ModelQuestion): Truth {
  switch (term.kind) {
    case 'and':
      return all(term.terms.map((each) => truthOf(each, row, asked)));
    case 'or':
      return opposite(all(term.terms.map((each) => opposite(truthOf(each, row, asked)))));
    case 'not':
      return opposite(truthOf(term.term, row, asked));
    case 'null':
      return (columnOf(row, term.column) === null) === term.isNull;
    case 'exists':
      return rowsOf(asked.tables, term.table).some(
        (other) => all(term.terms.map((each) => truthOf(each, other, asked))) === true,
      );
    case 'compare':
      return compare(term, row, asked);
  }
}

function compare(
  { column, op, values }: Extract<Term, { kind: 'compare' }>,
  row: ModelRow,
  asked: ModelQuestion,
): Truth {
  const left = columnOf(row, column);
  const rights = values.map((operand) => resolve(operand, asked));
  const [first = null] = rights;
  if (op === 'in' || op === 'nin') {
    const found = rights.some((right) => right !== null && right === left);
    const isIn: Truth = found ? true : rights.includes(null) ? undefined : false;
    return op === 'in' ? isIn : opposite(isIn);
  }
  if (first === null) return undefined;
  // Null is unknown when columns of two rows are compared, but differs from each constant.
  if (left === null && values.some((operand) => 'row' in operand)) return undefined;
  switch (op) {
    case 'eq':
      return left === first;
    case 'neq':
      return left !== first;
    case 'gt':
      return left !== null && left > first;
    case 'lte':
      return left !== null && left <= first;
  }
}

function resolve(operand: Operand, { caller, subject }: ModelQuestion): Value {
  if ('constant' in operand) return operand.constant;
  return 'user' in operand ? caller[operand.user] : columnOf(subject, operand.row);
}

function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

function opposite(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function columnOf(row: ModelRow, column: string): Value {
  const value = row[column];
  if (value === undefined) throw new Error(`the model's row has no ${column}`);
  return value;
}

function rowsOf(tables: ModelTables, name: string): readonly ModelRow[] {
  const rows = tables[name];
  if (rows === undefined) throw new Error(`the model has no table ${name}`);
  return rows;
}
