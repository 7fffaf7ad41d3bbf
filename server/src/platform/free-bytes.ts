/**
 * Frees a buffer's memory now; left to the garbage collector, up to 64 MB would accumulate. The caller must be its only owner, and
 * nothing may still read or write it: it is empty afterwards. Parts of a larger buffer are left alone.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
