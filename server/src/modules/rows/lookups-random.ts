import type { Operand, Rule, Term } from './lookups-model.ts';

export type Random = (below: number) => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

export const TEAMS = ['red', 'blue', 'green'] as const;
export const STATUSES = ['open', 'done'] as const;
export const ROLES = ['owner', 'editor'] as const;
export const RANKS = [0, 1, 2] as const;

interface ModelColumn {
  readonly name: string;
  readonly constants: readonly (string | number)[];
  readonly kind: 'team' | 'person' | 'word' | 'number';
}

const COLUMNS: Readonly<Record<'items' | 'members', readonly ModelColumn[]>> = {
  items: [
    { name: 'team', constants: TEAMS, kind: 'team' },
    { name: 'status', constants: STATUSES, kind: 'word' },
    { name: 'rank', constants: RANKS, kind: 'number' },
    { name: 'owner_id', constants: [], kind: 'person' },
    { name: 'parent', constants: ['s1', 's2'], kind: 'word' },
    { name: 'slug', constants: ['s1', 's3'], kind: 'word' },
  ],
  members: [
    { name: 'team', constants: TEAMS, kind: 'team' },
    { name: 'who', constants: [], kind: 'person' },
    { name: 'role', constants: ROLES, kind: 'word' },
    { name: 'level', constants: RANKS, kind: 'number' },
  ],
};

export function randomRule(random: Random): Rule {
  const level = pick(random, [
    'public',
    'public',
    'authenticated',
    'authenticated',
    'authenticated',
    'owner',
    'role:editor',
  ]);
  const budget = { lookups: 3 };
  return { level, where: random(8) === 0 ? undefined : randomTerm(random, 2, budget) };
}

interface Budget {
  lookups: number;
}

function randomTerm(random: Random, depth: number, budget: Budget): Term {
  const choice = random(10);
  if (depth > 0 && choice < 2) return group(random, 'and', () => randomTerm(random, depth - 1, budget));
  if (depth > 0 && choice < 4) return group(random, 'or', () => randomTerm(random, depth - 1, budget));
  if (depth > 0 && choice < 5) return { kind: 'not', term: randomTerm(random, depth - 1, budget) };
  if (choice < 8 && budget.lookups > 0) {
    budget.lookups -= 1;
    return randomLookup(random);
  }
  return randomLeaf(random, 'items', false);
}

function group(random: Random, kind: 'and' | 'or', make: () => Term): Term {
  return { kind, terms: Array.from({ length: 1 + random(3) }, make) };
}

function randomLookup(random: Random): Term {
  const table = pick(random, ['members', 'members', 'items'] as const);
  const terms: Term[] = [boundLeaf(random, table)];
  for (let more = random(3); more > 0; more -= 1) {
    const leaf = (): Term => randomLeaf(random, table, true);
    const choice = random(6);
    if (choice === 0) terms.push({ kind: 'not', term: leaf() });
    else if (choice === 1) terms.push({ kind: 'or', terms: [leaf(), boundLeaf(random, table)] });
    else terms.push(leaf());
  }
  return { kind: 'exists', table, terms };
}

function boundLeaf(random: Random, table: 'items' | 'members'): Term {
  const column = pick(random, COLUMNS[table]);
  if (column.kind === 'person' && random(2) === 0) return compare(column, 'eq', [{ user: 'id' }]);
  return compare(column, 'eq', [rowOperand(random, column)]);
}

/** Ids and texts are comparable with each other, and so are both kinds of number. */
function rowOperand(random: Random, { kind }: ModelColumn): Operand {
  const fits = COLUMNS.items.filter((other) => (kind === 'number') === (other.kind === 'number'));
  return { row: pick(random, fits).name };
}

function randomLeaf(random: Random, table: 'items' | 'members', isInside: boolean): Term {
  const column = pick(random, COLUMNS[table]);
  if (random(6) === 0) return { kind: 'null', column: column.name, isNull: random(2) === 0 };
  if (isInside && random(3) === 0) return compare(column, 'eq', [rowOperand(random, column)]);
  if (column.kind === 'person') return compare(column, pick(random, ['eq', 'neq'] as const), [{ user: 'id' }]);
  const operand = (): Operand =>
    column.kind === 'word' && random(3) === 0 ? { user: 'role' } : { constant: pick(random, column.constants) };
  if (column.kind === 'number' && random(2) === 0) {
    return compare(column, pick(random, ['gt', 'lte'] as const), [operand()]);
  }
  if (random(3) === 0) return compare(column, pick(random, ['in', 'nin'] as const), [operand(), operand()]);
  return compare(column, pick(random, ['eq', 'eq', 'neq'] as const), [operand()]);
}

function compare(
  { name }: ModelColumn,
  op: Extract<Term, { kind: 'compare' }>['op'],
  values: readonly Operand[],
): Term {
  return { kind: 'compare', column: name, op, values };
}

export function writtenRule({ level, where }: Rule, random: Random): object {
  if (where === undefined) return { level };
  return { level, where: random(2) === 0 ? textOf(where) : jsonOf(where) };
}

function textOf(term: Term): string {
  switch (term.kind) {
    case 'and':
    case 'or':
      return `${term.kind}(${term.terms.map(textOf).join(',')})`;
    case 'not':
      return `not(${textOf(term.term)})`;
    case 'null':
      return `${term.column}:is:${term.isNull ? 'null' : 'not_null'}`;
    case 'exists':
      return `exists(${term.table},${term.terms.map(textOf).join(',')})`;
    case 'compare': {
      const values = term.values.map(wordOf);
      return `${term.column}:${term.op}:${term.op === 'in' || term.op === 'nin' ? `(${values.join(',')})` : values[0]}`;
    }
  }
}

function jsonOf(term: Term): object {
  switch (term.kind) {
    case 'and':
    case 'or':
      return { [term.kind]: term.terms.map(jsonOf) };
    case 'not':
      return { not: jsonOf(term.term) };
    case 'null':
      return { [term.column]: { is: term.isNull ? null : 'not_null' } };
    case 'exists':
      return { exists: { table: term.table, where: { and: term.terms.map(jsonOf) } } };
    case 'compare': {
      const values = term.values.map(wordOf);
      return { [term.column]: { [term.op]: term.op === 'in' || term.op === 'nin' ? values : values[0] } };
    }
  }
}

function wordOf(operand: Operand): string | number {
  if ('constant' in operand) return operand.constant;
  return 'user' in operand ? `$user.${operand.user}` : `$row.${operand.row}`;
}
