// Control characters, and those that turn the direction of text or cannot be seen.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Makes characters that a terminal would obey visible: what strangers wrote must not move cursors or hide text. */
export function escapeControls(text: string): string {
  return text.replaceAll(UNSAFE, escapeOne);
}

/** The same for text of several lines of our own: only line ends stay. */
export function escapeLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n');
}

/** Keeps a value on its line and in its column; everything else stays as it is. */
export function escapeSeparators(text: string): string {
  return text.replaceAll(/[\t\n\r]/g, (character) => NAMED[character] ?? character);
}

/** The same JSON document without characters that a terminal obeys: JSON itself escapes the first 32 only. */
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
