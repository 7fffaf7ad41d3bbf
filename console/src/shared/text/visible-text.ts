const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the function makes these characters visible.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Shows invisible characters in untrusted text by their code, so that the text cannot pass for another. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (character) => `‹${character.codePointAt(0)?.toString(16).padStart(4, '0')}›`);
}

export function visibleLine(text: string, length = 256): string {
  const line = visibleText(text.slice(0, length + 1)).replace(/[\n\t]+/g, ' ');
  return text.length > length ? `${line.slice(0, length)}…` : line;
}

/** The codes of invisible characters in a text that is edited unchanged; empty if there are none. */
export function hiddenIn(text: string): string {
  return [...new Set(text.match(HIDDEN) ?? [])].map(visibleText).join(' ');
}

const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** An untrusted link's address; undefined if following it could do anything but open a page or a mail. */
export function safeHref(text: string): string | undefined {
  try {
    return SAFE_PROTOCOLS.has(new URL(text).protocol) ? text : undefined;
  } catch {
    return undefined;
  }
}
