import { idOf, sampleNumbers } from './rows.ts';

export const TEXT_BYTES = 200;
/** One row in five has this word; one in 175 has it twice. */
export const COMMON = 'common';
/** One row in 1,024 has a given pair of words from different sides. */
export const SIDES = 32;
export const OWNERS = 10;

const VOCABULARY = 20_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const FIRST_ROW_MS = Date.UTC(2026, 0, 1);

const vocabulary = sampleNumbers(VOCABULARY, 2 ** 31).map(wordOf);

/** Two words that about one row in a thousand has; different pairs for different numbers. */
export function pairOf(number: number): string {
  return `${sideOf(number)}left ${sideOf(Math.floor(number / SIDES))}right`;
}

/** The first three letters of a word that a fifth to a hundredth of the rows have. */
export function typedOf(number: number): string {
  const words = [COMMON, ...pairOf(number).split(' '), vocabulary[number * 3] ?? COMMON];
  return (words[number % words.length] ?? COMMON).slice(0, 3);
}

export function textOf(number: number): string {
  const words = pairOf(number).split(' ');
  if (number % 5 === 0) words.push(COMMON);
  if (number % 175 === 0) words.push(COMMON);
  let bytes = words.join(' ').length;
  let state = (number + 1) >>> 0;
  while (bytes < TEXT_BYTES - 5) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const word = vocabulary[Math.floor(VOCABULARY * (state / 2 ** 32) ** 3)] ?? COMMON;
    words.push(word);
    bytes += word.length + 1;
  }
  return words.join(' ');
}

export function* searchCsv(rows: number, ownerId: string): Generator<string> {
  let portion = 'id,created_at,owner_id,body\r\n';
  for (let number = 0; number < rows; number++) {
    const owner = number % OWNERS === 0 ? ownerId : idOf(number % OWNERS);
    portion += `${idOf(number)},${new Date(FIRST_ROW_MS + number).toISOString()},${owner},${textOf(number)}\r\n`;
    if (portion.length > 100_000) {
      yield portion;
      portion = '';
    }
  }
  yield portion;
}

function sideOf(number: number): string {
  const side = number % SIDES;
  return `${LETTERS[side % 6]}${LETTERS[Math.floor(side / 6)]}`;
}

function wordOf(number: number): string {
  let word = '';
  for (let rest = number; word.length < 4 + (number % 6); rest = Math.floor(rest / LETTERS.length) + 7)
    word += LETTERS[rest % LETTERS.length];
  return word;
}
