import type { Comparison, Filter, RawValue } from '../schema/filter.ts';

/** Uses the JSON form only when the text form cannot express the filter. */
export function printFilter(filter: Filter): string {
  return isText(filter) ? printTerms(filter) : JSON.stringify(toJson(filter));
}

function isText(filter: Filter): boolean {
  if (filter.kind === 'compare') return filter.form === 'text';
  if (filter.kind === 'exists') return filter.form === 'text' && isText(filter.term);
  return filter.kind === 'not' ? isText(filter.term) : filter.terms.every(isText);
}

/** An "and" needs no brackets where a comma-separated list of terms is allowed anyway. */
function printTerms(filter: Filter): string {
  return filter.kind === 'and' ? filter.terms.map(printTerm).join(',') : printTerm(filter);
}

function printTerm(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `${filter.kind}(${filter.terms.map(printTerm).join(',')})`;
    case 'not':
      return `not(${printTerms(filter.term)})`;
    case 'exists':
      return `exists(${filter.table},${printTerms(filter.term)})`;
    case 'compare':
      return `${filter.field}:${filter.op}:${printValue(filter.value)}`;
  }
}

function printValue(value: Comparison['value']): string {
  return isList(value) ? `(${value.map(printScalar).join(',')})` : printScalar(value);
}

function printScalar(value: RawValue): string {
  const text = String(jsonScalar(value));
  return text === '' || /[,()"]/.test(text) ? `"${text.replaceAll(/[\\"]/g, '\\$&')}"` : text;
}

function toJson(filter: Filter): object {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { [filter.kind]: filter.terms.map(toJson) };
    case 'not':
      return { not: toJson(filter.term) };
    case 'exists':
      return { exists: { table: filter.table, where: toJson(filter.term) } };
    case 'compare': {
      const { field, op, value } = filter;
      return { [field]: { [op]: isList(value) ? value.map(jsonScalar) : jsonScalar(value) } };
    }
  }
}

function jsonScalar(value: RawValue): string | number | boolean | null {
  return typeof value === 'object' && value !== null ? `$${value.variable}` : value;
}

function isList(value: Comparison['value']): value is readonly RawValue[] {
  return Array.isArray(value);
}
