/** The content of the object `complete`. It is not sealed: a recovery chooses a generation before it has a key. */
export function describeCompletion(fromMs: number): Buffer {
  return Buffer.from(`${JSON.stringify({ from: fromMs })}\n`);
}

/** The first moment at which the generation has every store of its beginning; undefined where an earlier release has not said it. */
export function readCompletion(object: Buffer): number | undefined {
  try {
    const { from } = JSON.parse(object.toString('utf8'));
    return Number.isFinite(from) ? from : undefined;
  } catch {
    return undefined;
  }
}
