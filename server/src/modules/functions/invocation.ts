import type { Caller, Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/database.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { FunctionSet } from './function-sets.ts';
import type { Run, RunTrigger } from './runs/run.ts';
import type { CallOutcome, CallRequest } from './runtime/index.ts';

/** A call of a function that is allowed to be made. */
export interface Invocation {
  readonly project: Project;
  readonly set: FunctionSet;
  readonly definition: FunctionDefinition;
  readonly trigger: RunTrigger;
  /** Whose rights `ctx.data.asCaller()` has. */
  readonly caller: Caller;
  /** Who caused the run, for its record. */
  readonly causedBy: string;
  /** `ctx.user` */
  readonly user: object | null;
  /** JSON text. */
  readonly payload: string | undefined;
  readonly request: CallRequest | undefined;
  /** What a webhook was sent, for its record: JSON text. */
  readonly savedRequest?: string;
  readonly requestId: string;
  /** How many functions called one another to come here. */
  readonly depth: number;
  /** A nested call ends with the one that made it. */
  readonly endsAtMs?: number;
  readonly scheduledFor?: string;
  readonly attempt?: number;
  /** Made up when not said. */
  readonly runId?: string;
  /** The run is stored before it starts. */
  readonly isDurable?: boolean;
  /** Where the caller is in the network, as limits count it. */
  readonly network?: string;
  /** The same for every try of one request that may be repeated. */
  readonly repeatKey?: string;
  /** Keeps the answer for repetitions, in the transaction that records the run; a template function asks for it. */
  readonly keepAnswer?: (body: string) => PlainStep;
  /** Texts of the answer as they are made, from functions that give any. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Somebody counts on a record even when there was no place to run it. */
  readonly isAwaited?: boolean;
}

export interface Ended {
  readonly run: Run;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
  /** False: it could not even begin, and nothing is kept of it. */
  readonly isRecorded: boolean;
}
