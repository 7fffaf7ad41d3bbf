export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'sign';
  readonly value: string;
  readonly raw: string;
}

const TOKEN =
  /\s+|\/\*[\s\S]*?\*\/|--[^\n]*|[eE]'((?:[^'\\]|\\[\s\S]|'')*)'|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|(\$(?:[A-Za-z_]\w*)?\$)([\s\S]*?)\4|([A-Za-z_][\w$]*)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(::|[\s\S])/g;

export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const match of sql.matchAll(TOKEN)) {
    const [raw, escaped, text, name, , dollar, word, number, sign] = match;
    if (escaped !== undefined) tokens.push({ kind: 'text', value: unescaped(escaped), raw });
    else if (text !== undefined) tokens.push({ kind: 'text', value: text.replaceAll("''", "'"), raw });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name.replaceAll('""', '"'), raw });
    else if (dollar !== undefined) tokens.push({ kind: 'text', value: dollar, raw });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word.toLowerCase(), raw });
    else if (number !== undefined) tokens.push({ kind: 'word', value: number, raw });
    else if (sign !== undefined && sign.trim() !== '') tokens.push({ kind: 'sign', value: sign, raw });
  }
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function unescaped(text: string): string {
  return text
    .replaceAll("''", "'")
    .replaceAll(
      /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g,
      (_, hex?: string, short?: string, long?: string, octal?: string, character: string = '') => {
        const code = hex ?? short ?? long;
        if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
        return octal === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(octal, 8));
      },
    );
}

export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get current(): Token | undefined {
    return this.#tokens[this.#at];
  }

  next(): Token | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token;
  }

  take(...words: string[]): boolean {
    const fits = words.every((word, index) => {
      const token = this.#tokens[this.#at + index];
      return token !== undefined && token.kind !== 'text' && token.kind !== 'name' && token.value === word;
    });
    if (fits) this.#at += words.length;
    return fits;
  }

  /** `schema.name`; without a schema it is `public`. */
  qualifiedName(): { schema: string; name: string } {
    const first = this.next()?.value ?? '';
    if (!this.take('.')) return { schema: 'public', name: first };
    return { schema: first, name: this.next()?.value ?? '' };
  }

  list(): Token[][] | undefined {
    if (!this.take('(')) return undefined;
    const parts: Token[][] = [[]];
    for (let depth = 1; ; ) {
      const token = this.next();
      if (token === undefined) return undefined;
      if (token.kind === 'sign') depth += { '(': 1, ')': -1 }[token.value] ?? 0;
      if (depth === 0) return parts.filter((part) => part.length > 0);
      if (depth === 1 && token.kind === 'sign' && token.value === ',') parts.push([]);
      else parts.at(-1)?.push(token);
    }
  }
}
