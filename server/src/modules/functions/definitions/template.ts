import type { Caller, Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/index.ts';
import type { ServiceError } from '../../../platform/errors.ts';

export interface Template {
  readonly name: string;
  readonly description: string;
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
  readonly payload: unknown;
  readonly runId: string;
  /** The same for every attempt of one request; providers use it as an idempotency key. */
  readonly repeatKey: string;
}

export interface PreparedCall {
  readonly charge: TemplateCharge;
  /** Returns the data of the answer. Throws a `ServiceError` for the caller. Passes partial text to `onText`. */
  perform(onText?: (text: string) => void): Promise<unknown>;
}

/** The price of a call, as steps of the transactions that record its run. */
export interface TemplateCharge {
  readonly hold: readonly PlainStep[];
  readonly settle: readonly PlainStep[];
  readonly release: readonly PlainStep[];
  /** The error for the caller when the steps of `hold` did not apply; undefined for other failures. */
  refusalOf(error: unknown): ServiceError | undefined;
  /** Called after a price was charged or refused. */
  noted(): void;
}
