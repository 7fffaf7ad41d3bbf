/** Larger than any address space. */
const UNAVAILABLE_BYTES = 2 ** 52;
/** Captured before any function could replace it. */
const Buffer = ArrayBuffer;

/**
 * V8 collects all garbage before it refuses a buffer. The flag `--expose-gc` would be cheaper for each collection, but
 * with it V8 does not accept the runtime's compiled scripts, and each start takes 15 ms of processor time longer.
 */
export function collectGarbage(): void {
  try {
    new Buffer(UNAVAILABLE_BYTES);
  } catch {
    // The refusal is expected.
  }
}
