import type { Bytes, FunctionCall } from './function-call.ts';

/**
 * Runs the functions of projects: one process per project, apart from the service and from each other. What a function
 * does is never an error of the runtime: it comes back as an outcome.
 */
export interface Runtime {
  /** Runs one function. Starts the project's process when it does not run. Never rejects for what the function does. */
  call(program: Program, call: FunctionCall): Promise<CallOutcome>;
  /** Boots a program once apart from everything: every module must load, with a function as its default export. */
  check(program: Program): Promise<CheckOutcome>;
  /** Finds out whether this machine starts processes, before somebody waits for one. Rejects with `CannotStart`. */
  tryOut(): Promise<void>;
  /** The project is gone: its processes end at once, and what runs in them ends as `crashed`, as calls do that come later. */
  end(projectStore: string): Promise<void>;
  /** Ends every process at once; calls that still run end as `crashed`. */
  close(): Promise<void>;
}

/** All functions of one project at one moment. */
export interface Program {
  /** The name of the project's store: no two projects share a process. */
  readonly projectStore: string;
  /** Changes with every deploy. A call with another version than the running one gets a new process; the old one drains. */
  readonly version: string;
  /** The text of one bundled ES module for each function, by the function's name. */
  readonly modules: ReadonlyMap<string, string>;
}

export type CallOutcome =
  /** `json` is undefined when the function returned nothing. */
  | { readonly kind: 'value'; readonly json: string | undefined }
  /** The function returned a `Response`. */
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Bytes;
    }
  | ThrownOutcome
  | { readonly kind: 'timeout' }
  | { readonly kind: 'out_of_memory' }
  /** The process died, or was ended because of another call. */
  | { readonly kind: 'crashed' }
  /** No process could be started: it died too often lately, or this machine starts none. */
  | { readonly kind: 'unhealthy'; readonly reason: 'crashes' | 'machine'; readonly retryAfterSeconds: number }
  /** The answer is longer than 6 MB. */
  | { readonly kind: 'too_large' }
  /** As many calls of the project run and wait as may. */
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number };

export interface ThrownOutcome {
  readonly kind: 'thrown';
  readonly name: string;
  readonly message: string;
  /** Places are `functions/<function name>.js:<line>:<column>` in the bundled module. */
  readonly stack: string;
  /** From `ctx.error(message, {status, code, data})`; `data` as JSON text. */
  readonly status?: number;
  readonly code?: string;
  readonly data?: string;
}

export type CheckOutcome =
  /** `configs`: what modules export as `config`, as JSON text by the function's name. */
  | { readonly kind: 'ready'; readonly configs: ReadonlyMap<string, string> }
  /** Places in `stack` as in `ThrownOutcome`. `functionName` is absent when the module that failed is not known. */
  | { readonly kind: 'failed'; readonly functionName?: string; readonly message: string; readonly stack: string }
  | { readonly kind: 'timeout'; readonly functionName?: string }
  | { readonly kind: 'out_of_memory'; readonly functionName?: string }
  /** This machine could not run the check; nothing is known about the modules. */
  | { readonly kind: 'unavailable' };
