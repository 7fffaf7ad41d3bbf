export type TokenKind = 'keyword' | 'string' | 'number' | 'comment' | 'plain';

export interface CodeToken {
  readonly kind: TokenKind;
  readonly text: string;
}

/** Beyond this length the text is one plain token: each token becomes an element. */
const COLOURED_MAX = 50_000;
const KEYWORDS =
  'as|async|await|break|case|catch|class|const|continue|default|delete|do|else|enum|export|extends|finally|for|from|function|if|import|in|instanceof|interface|let|new|of|return|satisfies|static|super|switch|this|throw|try|type|typeof|var|void|while|yield';
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))`,
    String.raw`(?<string>'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|${'`'}(?:[^${'`'}\\]|\\[\s\S])*${'`'}?)`,
    String.raw`(?<number>\b(?:\d[\w.]*|true|false|null|undefined)\b)`,
    String.raw`(?<keyword>(?<![.\w$])(?:${KEYWORDS})\b)`,
    String.raw`[\w$]+`,
  ].join('|'),
  'g',
);

export function codeTokens(text: string): readonly CodeToken[] {
  if (text.length > COLOURED_MAX) return [{ kind: 'plain', text }];
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const kind = kindOf(match.groups ?? {});
    if (kind === undefined) continue;
    if (match.index > end) tokens.push({ kind: 'plain', text: text.slice(end, match.index) });
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  return end < text.length ? [...tokens, { kind: 'plain', text: text.slice(end) }] : tokens;
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): TokenKind | undefined {
  const [found] = Object.entries(groups).find(([, text]) => text !== undefined) ?? [];
  return found as TokenKind | undefined;
}
