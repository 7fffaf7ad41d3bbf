import type { ByteRange } from '../../../blobs/index.ts';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Returns fewer bytes than requested at the end of the file. */
export type ReadBytes = (range: ByteRange) => Promise<Uint8Array>;

export function textAt(head: DataView, at: number): string {
  return String.fromCharCode(head.getUint8(at), head.getUint8(at + 1), head.getUint8(at + 2), head.getUint8(at + 3));
}
