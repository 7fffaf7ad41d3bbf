/** The values in order, at most so many at a time: statements take a limited number of them. */
export function inPieces<Value>(values: readonly Value[], size: number): (readonly Value[])[] {
  const pieces: (readonly Value[])[] = [];
  for (let at = 0; at < values.length; at += size) pieces.push(values.slice(at, at + size));
  return pieces;
}
