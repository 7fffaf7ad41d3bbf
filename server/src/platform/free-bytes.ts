/**
 * Gives the memory of bytes back now: as garbage, up to 64 MB of it gather before they are collected. Only for whom they
 * belong to alone, and when nobody looks at them again: they are empty afterwards. Parts of larger buffers stay.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
