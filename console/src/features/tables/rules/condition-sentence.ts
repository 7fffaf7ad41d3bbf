import type { Condition } from './rule-condition.ts';

/** The condition in words: "status is published and the user is in “members” for the row’s team_id". */
export function conditionSentence(terms: readonly Condition[]): string {
  return joined(
    terms.map((term) => (term.kind === 'or' && terms.length > 1 ? `(${termSentence(term)})` : termSentence(term))),
    'and',
  );
}

export function termSentence(term: Condition): string {
  switch (term.kind) {
    case 'compare':
      return comparisonSentence(term);
    case 'exists':
      return lookupSentence(term);
    case 'and':
      return conditionSentence(term.terms);
    case 'or':
      return joined(term.terms.map(termSentence), 'or');
    case 'not':
      return `it is not so that ${conditionSentence(term.terms)}`;
  }
}

type Comparison = Extract<Condition, { kind: 'compare' }>;
type Lookup = Extract<Condition, { kind: 'exists' }>;

const WORDS: Readonly<Record<string, string>> = {
  eq: 'is',
  neq: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  in: 'is',
  nin: 'is neither',
  between: 'is between',
  like: 'matches',
  ilike: 'matches, in any case,',
  starts_with: 'starts with',
  ends_with: 'ends with',
  contains: 'contains',
};

const VALUES: Readonly<Record<string, string>> = {
  '$user.id': 'the signed-in user',
  '$user.email': 'the user’s address',
  '$user.role': 'the user’s role',
  $now: 'now',
};

const STATES: Readonly<Record<string, string>> = {
  null: 'is empty',
  not_null: 'is filled in',
  true: 'is true',
  false: 'is false',
};

function comparisonSentence({ column, op, values }: Comparison): string {
  const [first = ''] = values;
  if (column === 'owner_id' && op === 'eq' && first === '$user.id') return 'the user owns the row';
  const state = op === 'is' ? STATES[first] : undefined;
  if (state !== undefined) return `${column} ${state}`;
  const last = op === 'nin' ? 'nor' : op === 'between' ? 'and' : 'or';
  return `${column} ${WORDS[op] ?? op} ${joined(values.map(valueWord), last)}`;
}

function lookupSentence({ table, terms }: Lookup): string {
  const isUser = (term: Condition): boolean =>
    term.kind === 'compare' && term.op === 'eq' && term.values[0] === '$user.id';
  const isRow = (term: Condition): term is Comparison =>
    term.kind === 'compare' && term.values[0]?.startsWith('$row.') === true;
  const who = terms.some(isUser) ? `the user is in “${table}”` : `“${table}” has a row`;
  const rows = terms.filter(isRow).map(({ column, values }) => {
    const name = values[0]?.slice('$row.'.length) ?? '';
    return name === column ? `the row’s ${name}` : `a ${column} that is the row’s ${name}`;
  });
  const rest = terms.filter((term) => !isRow(term) && !isUser(term)).map(termSentence);
  const of = rows.length === 0 ? '' : ` for ${joined(rows, 'and')}`;
  return `${who}${of}${rest.length === 0 ? '' : `, where ${joined(rest, 'and')}`}`;
}

function valueWord(value: string): string {
  return VALUES[value] ?? (value === '' ? 'an empty text' : value);
}

function joined(words: readonly string[], last: string): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
