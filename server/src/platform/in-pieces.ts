/** Splits values into chunks of at most `size`, in order: SQL statements take a limited number of values. */
export function inPieces<Value>(values: readonly Value[], size: number): (readonly Value[])[] {
  const pieces: (readonly Value[])[] = [];
  for (let at = 0; at < values.length; at += size) pieces.push(values.slice(at, at + size));
  return pieces;
}
