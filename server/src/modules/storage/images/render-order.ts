import type { OutputFormat, Rendition } from './rendition.ts';

/** What the process that opens images is told. */
export interface RenderOrder {
  /** A file with the image. */
  readonly source: string;
  /** A file to be made. */
  readonly target: string;
  readonly rendition: Rendition;
  readonly format: OutputFormat;
}

export type RenderReply =
  | { readonly kind: 'written' }
  /** The target could not be written, by a full disk for example. */
  | { readonly kind: 'unwritten'; readonly bytes: Uint8Array }
  /** Broken, or larger than what is opened. */
  | { readonly kind: 'unfit' }
  | { readonly kind: 'gone' };
