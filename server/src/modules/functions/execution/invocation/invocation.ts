import type { Caller } from '../../../../callers/index.ts';
import type { PlainStep } from '../../../../database/index.ts';
import type { RunCause } from '../../records/new-run.ts';
import type { Run } from '../../records/run.ts';
import type { CallOutcome, CallRequest, DeliveryOfRun, JobOfRun } from '../../runtime/index.ts';

export interface Invocation extends RunCause {
  /** The caller whose rights `ctx.data.asCaller()` uses. */
  readonly caller: Caller;
  readonly user: object | null;
  readonly request: CallRequest | undefined;
  readonly requestId: string;
  /** Length of the chain of function calls that led to this one. */
  readonly depth: number;
  /** Length of the chain of row changes that led to this run; 0 when absent. */
  readonly changeDepth?: number;
  readonly job?: JobOfRun;
  readonly delivery?: DeliveryOfRun;
  /** Whether the run is stored before it starts. */
  readonly isDurable?: boolean;
  readonly network?: string;
  /** The same for every attempt of one repeatable request. */
  readonly repeatKey?: string;
  /** Stores the answer for repetitions in the transaction that records the run; used by template functions. */
  readonly keepAnswer?: (body: string) => PlainStep;
  readonly onText?: ((text: string) => void) | undefined;
  /** Whether the run needs a record even when there was no place to run it. */
  readonly isAwaited?: boolean;
}

export interface FinishedRun {
  readonly run: Run;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
  /** False when the run could not start and left no record. */
  readonly isRecorded: boolean;
}
