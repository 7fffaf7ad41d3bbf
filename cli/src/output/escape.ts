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

/** The same JSON document without terminal control characters: JSON itself escapes only the first 32. */
export function escapeJson(json: string): string {
  return json.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, (character) => `\\u${hex(character.charCodeAt(0), 4)}`);
}

function escapeOne(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return NAMED[character] ?? (code < 256 ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 4)}}`);
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
