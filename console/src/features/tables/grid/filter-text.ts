/** The filter operators. The console imports nothing from the service, so a test keeps the two lists equal. */
export const FILTER_OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'between',
  'like',
  'ilike',
  'starts_with',
  'ends_with',
  'contains',
  'is',
];

/** Splits a filter at the commas between terms; commas inside brackets and quotes belong to a term. */
export function splitFilter(filter: string): readonly string[] {
  if (filter.trimStart().startsWith('{')) return [filter];
  const terms: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let term = '';
  for (let at = 0; at < filter.length; at += 1) {
    const character = filter.charAt(at);
    if (isQuoted && character === '\\') {
      term += character + filter.charAt(at + 1);
      at += 1;
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '(') depth += 1;
    else if (!isQuoted && character === ')') depth -= 1;
    if (character === ',' && depth === 0 && !isQuoted) {
      terms.push(term);
      term = '';
    } else term += character;
  }
  return [...terms, term].filter((one) => one.trim() !== '');
}

export function joinFilter(terms: readonly string[]): string {
  return terms.join(',');
}

const LIST_OPERATORS = new Set(['in', 'nin', 'between']);
const NEEDS_QUOTES = /[,()"\\]|^\s|\s$|^$/;

export function filterTerm(column: string, operator: string, value: string): string {
  if (!LIST_OPERATORS.has(operator)) return `${column}:${operator}:${quote(value)}`;
  const values = value.split(',').map((one) => quote(one.trim()));
  return `${column}:${operator}:(${values.join(',')})`;
}

function quote(value: string): string {
  return NEEDS_QUOTES.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
}
