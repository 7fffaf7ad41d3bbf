/**
 * Gives the memory of bytes back now: as garbage, up to 64 MB of it gather before they are collected. Only for whom they
 * belong to alone, and when nothing reads or writes them any more: they are empty afterwards. Parts of a larger buffer
 * are left alone.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
