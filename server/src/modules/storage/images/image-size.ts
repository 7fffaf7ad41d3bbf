import type { ByteRange } from '../../../blobs/index.ts';

/** In pixels, the way it is shown: an orientation in the file is applied. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Gives fewer bytes than asked for at the end. */
export type ReadBytes = (range: ByteRange) => Promise<Uint8Array>;

/** Four characters. */
export function textAt(head: DataView, at: number): string {
  return String.fromCharCode(head.getUint8(at), head.getUint8(at + 1), head.getUint8(at + 2), head.getUint8(at + 3));
}
