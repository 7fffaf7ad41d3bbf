/** Left to the garbage collector, up to 64 MB would accumulate. The caller must be the buffer's only owner. */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
