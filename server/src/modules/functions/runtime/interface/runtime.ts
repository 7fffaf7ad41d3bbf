import type { Bytes, FunctionCall } from './function-call.ts';

/** One isolated process per project. Whatever a function does is an outcome, never an error of the runtime. */
export interface Runtime {
  /** Runs one function and starts the project's process if necessary. Never rejects because of the function. */
  call(program: Program, call: FunctionCall): Promise<CallOutcome>;
  /** Boots a program once in isolation: every module must load and have a function as its default export. */
  check(program: Program): Promise<CheckOutcome>;
  /** Checks that this machine can start processes before the first call needs one. Rejects with `CannotStart`. */
  tryOut(): Promise<void>;
  /** Kills the processes of a deleted project at once; running calls and later ones end as `crashed`. */
  end(projectStore: string): Promise<void>;
  close(): Promise<void>;
}

export interface Program {
  /** The name of the project's store: no two projects share a process. */
  readonly projectStore: string;
  /** Changes with every deploy. A call with a different version gets a new process while the old one drains. */
  readonly version: string;
  readonly modules: ReadonlyMap<string, string>;
}

export type CallOutcome =
  | { readonly kind: 'value'; readonly json: string | undefined }
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Bytes;
    }
  | ThrownOutcome
  | { readonly kind: 'timeout' }
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'crashed' }
  /** No process could start: it crashed too often lately, or this machine cannot start any. */
  | { readonly kind: 'unhealthy'; readonly reason: 'crashes' | 'machine'; readonly retryAfterSeconds: number }
  | { readonly kind: 'too_large' }
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
  /** `configs`: the `config` exports of modules, as JSON text by function name. */
  | { readonly kind: 'ready'; readonly configs: ReadonlyMap<string, string> }
  /** Places in `stack` as in `ThrownOutcome`. */
  | { readonly kind: 'failed'; readonly functionName: string; readonly message: string; readonly stack: string }
  /** The module never finishes loading. */
  | { readonly kind: 'endless'; readonly functionName: string }
  | { readonly kind: 'out_of_memory'; readonly functionName: string }
  /** This machine could not run the check, or was too slow for it; nothing is known about the modules. */
  | { readonly kind: 'unavailable' };
