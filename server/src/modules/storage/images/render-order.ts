import type { OutputFormat, Rendition } from './rendition.ts';

/** An order to the process that opens images. */
export interface RenderOrder {
  /** Of the image. */
  readonly path: string;
  readonly rendition: Rendition;
  readonly format: OutputFormat;
}

export type RenderReply =
  | { readonly kind: 'rendered'; readonly bytes: Uint8Array }
  /** Broken, or larger than what is opened. */
  | { readonly kind: 'unfit' }
  | { readonly kind: 'gone' };
