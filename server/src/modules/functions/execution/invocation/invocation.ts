import type { Caller } from '../../../../callers/index.ts';
import type { PlainStep } from '../../../../database/database.ts';
import type { RunCause } from '../../records/new-run.ts';
import type { Run } from '../../records/run.ts';
import type { CallOutcome, CallRequest, DeliveryOfRun, JobOfRun } from '../../runtime/index.ts';

/** A call of a function that is allowed to be made. */
export interface Invocation extends RunCause {
  /** The caller whose rights `ctx.data.asCaller()` has. */
  readonly caller: Caller;
  /** `ctx.user` */
  readonly user: object | null;
  readonly request: CallRequest | undefined;
  readonly requestId: string;
  /** How many functions called one another to come here. */
  readonly depth: number;
  /** How many changes of rows led to this run, one from another; 0 when not said. */
  readonly changeDepth?: number;
  /** `ctx.job`: the job whose run this is. */
  readonly job?: JobOfRun;
  /** `ctx.delivery`: the change of a row that the run hears of. */
  readonly delivery?: DeliveryOfRun;
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
