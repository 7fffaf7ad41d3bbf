/** One entry a line, as people write lists. */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A number as it was typed; what is none goes to the API as it is, which says what it wants. */
export function numberOf(text: string): number | string {
  const trimmed = text.replaceAll(/[\s,_]/g, '');
  return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
}
