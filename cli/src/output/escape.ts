const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Makes characters that a terminal would interpret visible, so that untrusted text cannot move the cursor or hide text. */
export function escapeControls(text: string): string {
  return text.replaceAll(UNSAFE, escapeOne);
}

export function escapeLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n');
}

export function escapeSeparators(text: string): string {
  return text.replaceAll(/[\t\n\r]/g, (character) => NAMED[character] ?? character);
}

/** Control characters that JSON itself leaves as they are, and the ones that change the direction of the text after them. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The same JSON document without characters that a terminal would interpret. */
export function escapeJson(json: string): string {
  return json.replaceAll(UNSAFE_IN_JSON, (character) => `\\u${hex(character.charCodeAt(0), 4)}`);
}

function escapeOne(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return NAMED[character] ?? (code < 256 ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 4)}}`);
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
