import type { OutputFormat, Rendition } from './rendition.ts';

export interface RenderOrder {
  readonly path: string;
  readonly rendition: Rendition;
  readonly format: OutputFormat;
}

export type RenderReply =
  | { readonly kind: 'rendered'; readonly bytes: Uint8Array }
  /** The image is broken or too large to open. */
  | { readonly kind: 'unfit' }
  | { readonly kind: 'gone' };
