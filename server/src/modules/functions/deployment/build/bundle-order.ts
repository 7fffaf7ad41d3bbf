import type { SourceProblem } from './source-error.ts';

export interface BundleOrder {
  /** Omitted when they are the same as in the previous order. */
  readonly files?: readonly (readonly [path: string, text: string])[];
  readonly entry: string;
}

/** One ES module built from a function's files. */
export interface Bundle {
  readonly entry: string;
  readonly module: string;
  /** JSON text; its sources are the file paths. */
  readonly sourceMap: string;
  /** The paths of the files that the module was built from. */
  readonly inputs: readonly string[];
}

export type BundleReply = { readonly bundle: Bundle } | { readonly problems: readonly SourceProblem[] };
