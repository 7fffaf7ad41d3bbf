export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface CodeProblem extends Position {
  readonly message: string;
  /** In characters; 1 if the source of the problem does not say. */
  readonly length?: number;
}

export interface CodeSelection {
  readonly anchor: number;
  readonly head: number;
}

export function offsetOf(text: string, { line, column }: Position): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) break;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return Math.min(start + Math.max(0, column - 1), end === -1 ? text.length : end);
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
