/** Smaller buffers may share their memory. */
const LARGE_BYTES = 256 * 1024;

/**
 * Frees the memory of a large buffer at once. The collector takes its time, because this memory is outside of its heap. Nothing else may use
 * the buffer.
 */
export function freeBuffer({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE_BYTES) buffer.transfer(0);
}
