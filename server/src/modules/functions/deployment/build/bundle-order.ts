import type { SourceProblem } from './source-error.ts';

/** A request to the bundler's process. */
export interface BundleOrder {
  /** Left out when they are the same as those of the order before. */
  readonly files?: readonly (readonly [path: string, text: string])[];
  readonly entry: string;
}

/** One ES module made of a function's files. */
export interface Bundle {
  readonly entry: string;
  readonly module: string;
  /** JSON text; its sources are the paths of the files. */
  readonly sourceMap: string;
  /** The paths of the files that it is made of. */
  readonly inputs: readonly string[];
}

export type BundleReply = { readonly bundle: Bundle } | { readonly problems: readonly SourceProblem[] };
