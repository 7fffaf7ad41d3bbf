import type { SourceProblem } from './source-error.ts';

export interface BundleOrder {
  /** Omitted when they are the same as in the previous order. */
  readonly files?: readonly (readonly [path: string, text: string])[];
  readonly entry: string;
}

export interface Bundle {
  readonly entry: string;
  readonly module: string;
  readonly sourceMap: string;
  readonly inputs: readonly string[];
}

export type BundleReply = { readonly bundle: Bundle } | { readonly problems: readonly SourceProblem[] };
