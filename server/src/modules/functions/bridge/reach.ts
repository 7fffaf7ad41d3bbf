import type { Ended, Invocation } from '../invocation.ts';

/** What a function may reach through `ctx`, bound to one run: the function itself has no say in whose rights count. */
export interface Reach {
  readonly invocation: Invocation;
  readonly endsAtMs: number;
  readonly run: (nested: Invocation) => Promise<Ended>;
}
