import type { FunctionContext } from '../function-context.ts';

/** What archiving works with besides: secrets are opened and sealed anew. */
export interface FunctionSectionContext extends FunctionContext {
  readonly masterKey: Uint8Array;
}
