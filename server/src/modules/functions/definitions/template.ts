import type { Caller, Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/index.ts';
import type { ServiceError } from '../../../platform/errors.ts';

/** A function that the service provides. Callers use it like any other function. */
export interface Template {
  readonly name: string;
  readonly description: string;
  /** The access level unless the owner chooses another; the default is `authenticated`. */
  readonly access?: 'authenticated' | 'private';
  /** Whether the project has connected what the template needs. It is listed only then, but can always be called. */
  isConnected(project: Project): Promise<boolean>;
  /** Checks a call and changes nothing. Throws a `ServiceError` that the caller receives. */
  prepare(call: TemplateCall): Promise<PreparedCall>;
}

export interface TemplateCall {
  readonly project: Project;
  readonly caller: Caller;
  /** Whether the call comes from another function of the project, whose arguments are as trusted as the owner. */
  readonly isNested: boolean;
  /** Network address of an anonymous caller, in the form that rate limits count. */
  readonly network: string;
  /** A JSON value; undefined when the caller sent none. */
  readonly payload: unknown;
  readonly runId: string;
  /** The same for every attempt of one request; providers use it as an idempotency key. */
  readonly repeatKey: string;
}

export interface PreparedCall {
  readonly charge: TemplateCharge;
  /**
   * Performs the call and returns the data of its answer. Throws a `ServiceError` that the caller receives. Passes
   * partial text to `onText`, if given, before the answer is complete.
   */
  perform(onText?: (text: string) => void): Promise<unknown>;
}

/** The price of a call, as steps of the transactions that record its run. */
export interface TemplateCharge {
  /** Reserves the price; committed with the record of the starting run. */
  readonly hold: readonly PlainStep[];
  /** Charges the price; committed with the record of a successful run. */
  readonly settle: readonly PlainStep[];
  /** Releases the price; committed with the record of a failed run. */
  readonly release: readonly PlainStep[];
  /** The error for the caller when the steps of `hold` did not apply; undefined for other failures. */
  refusalOf(error: unknown): ServiceError | undefined;
  /** Called after a price was charged or refused. */
  noted(): void;
}
