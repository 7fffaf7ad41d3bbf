import { type Comparison, type Filter, isListOperator, isOperator } from '../schema/filter.ts';
import { invalidFilter, shown } from './filter-error.ts';
import { allOf, DEPTH_MAX, LIST_MAX, spendTerm, type TermBudget } from './limits.ts';

/**
 * Parses the text form:
 *
 *     filter = term *("," term)                                  all of them hold
 *     term   = ("and" | "or" | "not") "(" filter ")" | "exists(" table "," filter ")" | field ":" op ":" value
 *     value  = scalar | "(" scalar *("," scalar) ")"             the list is for in, nin and between
 *     scalar = 1*(any character but , ( ) ") | DQUOTE *(any character but \ | "\" any character) DQUOTE
 *
 * `not(a,b)` is the opposite of "a and b". The words `and`, `or` and `not` are groups only before a bracket, so columns
 * of these names work like others. Every character is looked at a bounded number of times and recursion ends at
 * `DEPTH_MAX`, so no input costs more than its length.
 */
export function parseText(text: string, budget: TermBudget): Filter {
  if (text === '') throw invalidFilter('A filter must not be empty.');
  const scanner: Scanner = { text, at: 0, budget };
  const terms = parseTerms(scanner, 0);
  if (scanner.at < text.length) throw unexpected(scanner, 'has no opening bracket');
  return allOf(terms);
}

interface Scanner {
  readonly text: string;
  at: number;
  readonly budget: TermBudget;
}

function parseTerms(scanner: Scanner, depth: number): Filter[] {
  const terms = [parseTerm(scanner, depth)];
  while (scanner.text[scanner.at] === ',') {
    scanner.at += 1;
    terms.push(parseTerm(scanner, depth));
  }
  return terms;
}

function parseTerm(scanner: Scanner, depth: number): Filter {
  const start = scanner.at;
  const word = readWord(scanner);
  const next = scanner.text[scanner.at];
  if (next === '(') return parseGroup(scanner, word, start, depth);
  if (word === '') throw unexpected(scanner, 'stands where a condition field:op:value is expected');
  if (next !== ':') throw unexpected(scanner, `follows ${shown(word)} where ":" of field:op:value is expected`);
  return parseComparison(scanner, word);
}

function parseGroup(scanner: Scanner, word: string, start: number, depth: number): Filter {
  const position = start + 1;
  if (word !== 'and' && word !== 'or' && word !== 'not' && word !== 'exists') {
    throw invalidFilter(`A group is and(…), or(…) or not(…), not ${shown(word)} at character ${position}.`, position);
  }
  if (depth === DEPTH_MAX) {
    throw invalidFilter(`Groups may be nested at most ${DEPTH_MAX} levels deep: character ${position}.`, position);
  }
  scanner.at += 1;
  if (scanner.text[scanner.at] === ')') {
    throw invalidFilter(`The group ${word}() at character ${position} is empty.`, position);
  }
  const table = word === 'exists' ? parseTable(scanner) : '';
  const from = scanner.at;
  const terms = parseTerms(scanner, depth + 1);
  if (scanner.text[scanner.at] !== ')') throw unexpected(scanner, `stands where "," or ")" of ${word}(…) is expected`);
  const written = scanner.text.slice(from, scanner.at);
  scanner.at += 1;
  if (word === 'exists') return { kind: 'exists', table, term: allOf(terms), form: 'text', written };
  return word === 'not' ? { kind: 'not', term: allOf(terms) } : { kind: word, terms };
}

function parseTable(scanner: Scanner): string {
  const table = readWord(scanner);
  if (scanner.text[scanner.at] !== ',') {
    throw unexpected(scanner, 'stands where "," and conditions are expected: exists(table,field:op:value)');
  }
  scanner.at += 1;
  return table;
}

function parseComparison(scanner: Scanner, field: string): Comparison {
  scanner.at += 1;
  const position = scanner.at + 1;
  const op = readWord(scanner);
  if (scanner.text[scanner.at] !== ':') {
    throw unexpected(scanner, `stands where ":" and a value of ${shown(field)} are expected (field:op:value)`);
  }
  if (!isOperator(op)) throw invalidFilter(`There is no operator ${shown(op)} (character ${position}).`, position);
  spendTerm(scanner.budget);
  scanner.at += 1;
  const value = isListOperator(op) ? parseList(scanner, op) : parseScalar(scanner);
  return { kind: 'compare', field, op, value, form: 'text' };
}

function parseList(scanner: Scanner, op: string): string[] {
  const position = scanner.at + 1;
  if (scanner.text[scanner.at] !== '(') {
    throw unexpected(scanner, `stands where the list of ${op} is expected: ${op}:(a,b)`);
  }
  if (scanner.text[scanner.at + 1] === ')') {
    throw invalidFilter(`The list of ${op} at character ${position} is empty.`, position);
  }
  const values: string[] = [];
  do {
    scanner.at += 1;
    values.push(parseScalar(scanner));
    if (values.length > LIST_MAX) throw invalidFilter(`A list may have at most ${LIST_MAX} values.`, position);
  } while (scanner.text[scanner.at] === ',');
  if (scanner.text[scanner.at] !== ')') throw unexpected(scanner, `stands where "," or ")" of ${op}:(…) is expected`);
  scanner.at += 1;
  if (op === 'between' && values.length !== 2)
    throw invalidFilter('between takes two values: between:(1,5).', position);
  return values;
}

function parseScalar(scanner: Scanner): string {
  const { text } = scanner;
  if (text[scanner.at] === '"') return parseQuoted(scanner);
  const start = scanner.at;
  for (; scanner.at < text.length; scanner.at++) {
    const char = text[scanner.at];
    if (char === ',' || char === ')') break;
    if (char === '(' || char === '"') throw unexpected(scanner, 'in a value needs double quotes around the value');
  }
  if (scanner.at === start) throw unexpected(scanner, 'stands where a value is expected (empty text is "")');
  return text.slice(start, scanner.at);
}

function parseQuoted(scanner: Scanner): string {
  const { text } = scanner;
  const position = scanner.at + 1;
  let value = '';
  let from = position;
  for (scanner.at = position; scanner.at < text.length; scanner.at++) {
    const char = text[scanner.at];
    if (char !== '\\' && char !== '"') continue;
    value += text.slice(from, scanner.at);
    if (char === '"') {
      scanner.at += 1;
      requireEndOfValue(scanner);
      return value;
    }
    scanner.at += 1;
    from = scanner.at;
  }
  throw invalidFilter(`The double quote at character ${position} is never closed.`, position);
}

function requireEndOfValue(scanner: Scanner): void {
  const next = scanner.text[scanner.at];
  if (next !== undefined && next !== ',' && next !== ')') throw unexpected(scanner, 'follows a closing double quote');
}

function readWord(scanner: Scanner): string {
  const { text } = scanner;
  const start = scanner.at;
  for (; scanner.at < text.length; scanner.at++) {
    const char = text[scanner.at];
    if (char === ':' || char === '(' || char === ')' || char === ',' || char === '"') break;
  }
  return text.slice(start, scanner.at);
}

function unexpected(scanner: Scanner, why: string): Error {
  const position = scanner.at + 1;
  const char = scanner.text[scanner.at];
  return char === undefined
    ? invalidFilter(`The end of the filter ${why}.`, position)
    : invalidFilter(`${char === '"' ? 'A double quote' : `"${char}"`} at character ${position} ${why}.`, position);
}
