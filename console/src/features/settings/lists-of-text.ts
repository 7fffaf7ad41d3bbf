export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function numberOf(text: string): number | string {
  const trimmed = text.replaceAll(/[\s,_]/g, '');
  return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
}
