class JsonMistake extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /(?:true|false|null)\b/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids these characters in strings.
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;

/** Undefined for valid JSON. Browsers name the position of a mistake differently or not at all. */
export function findJsonProblem(text: string): string | undefined {
  try {
    const end = skip(text, readValue(text, 0));
    if (end === text.length) return undefined;
    throw new JsonMistake(end, 'nothing may follow the value');
  } catch (mistake) {
    if (!(mistake instanceof JsonMistake)) throw mistake;
    const lines = text.slice(0, mistake.at).split('\n');
    return `Line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${mistake.message}.`;
  }
}

function readValue(text: string, from: number): number {
  const at = skip(text, from);
  const character = text[at];
  if (character === '{') return readList(text, at, { end: '}', readItem: readMember });
  if (character === '[') return readList(text, at, { end: ']', readItem: readValue });
  if (character === '"') return readText(text, at);
  const end = match(NUMBER, text, at) ?? match(WORD, text, at);
  if (end !== undefined) return end;
  if (character === undefined) throw new JsonMistake(at, 'the text ends where a value is missing');
  if (character === "'") throw new JsonMistake(at, 'texts stand in double quotes (")');
  if (/[\p{L}_$]/u.test(character)) throw new JsonMistake(at, 'a text needs double quotes (") around it');
  throw new JsonMistake(at, `a value is missing before ${character}`);
}

interface ListShape {
  readonly end: '}' | ']';
  readonly readItem: (text: string, from: number) => number;
}

function readList(text: string, from: number, { end, readItem }: ListShape): number {
  let at = skip(text, from + 1);
  if (text[at] === end) return at + 1;
  for (;;) {
    at = skip(text, readItem(text, at));
    if (text[at] === end) return at + 1;
    if (text[at] === undefined) throw new JsonMistake(at, `the text ends where a ${end} is missing`);
    if (text[at] !== ',') throw new JsonMistake(at, `a comma or a ${end} is missing`);
    const comma = at;
    at = skip(text, at + 1);
    if (text[at] === end) throw new JsonMistake(comma, `nothing follows this comma; remove it`);
  }
}

function readMember(text: string, from: number): number {
  const at = skip(text, from);
  if (text[at] === undefined) throw new JsonMistake(at, 'the text ends where a name is missing');
  if (text[at] !== '"') throw new JsonMistake(at, 'a name needs double quotes (") around it');
  const colon = skip(text, readText(text, at));
  if (text[colon] !== ':') throw new JsonMistake(colon, 'a colon is missing after the name');
  return readValue(text, colon + 1);
}

function readText(text: string, at: number): number {
  const end = match(TEXT, text, at);
  if (end !== undefined) return end;
  throw new JsonMistake(at, 'this text has no closing quote, or holds a line break or a backslash that means nothing');
}

function skip(text: string, at: number): number {
  return match(SPACE, text, at) ?? at;
}

function match(expression: RegExp, text: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : undefined;
}
