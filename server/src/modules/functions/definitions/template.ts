import type { Caller, Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/database.ts';
import type { ServiceError } from '../../../platform/errors.ts';

/** A function that the service itself brings. To its callers it is one like any other. */
export interface Template {
  readonly name: string;
  readonly description: string;
  /** Who may call it unless the owner chooses otherwise; `authenticated` when not said. */
  readonly access?: 'authenticated' | 'private';
  /** Whether the project has connected what it needs: only then it is listed, though it is always there to be called. */
  isConnected(project: Project): Promise<boolean>;
  /** Checks a call and changes nothing. Throws a `ServiceError`, which is what the caller is told. */
  prepare(call: TemplateCall): Promise<PreparedCall>;
}

/** A call of a template by somebody who may make it. */
export interface TemplateCall {
  readonly project: Project;
  readonly caller: Caller;
  /** Another function of the project asks: what it says can be trusted as its owner can. */
  readonly isNested: boolean;
  /** The network address of a caller who is nobody known, as limits count it. */
  readonly network: string;
  /** A JSON value; undefined when nothing was sent. */
  readonly payload: unknown;
  readonly runId: string;
  /** The same for every try of one request: what a provider tells repetitions by. */
  readonly repeatKey: string;
}

/** A call that may be made. */
export interface PreparedCall {
  readonly charge: TemplateCharge;
  /**
   * Does what the call is for; gives the data of its answer. Throws a `ServiceError` for what the caller is told. Texts
   * that are there before the answer is whole are handed to `onText`, where there is one.
   */
  perform(onText?: (text: string) => void): Promise<unknown>;
}

/** The price of a call, as steps of the transactions that record its run. */
export interface TemplateCharge {
  /** Sets the price aside, with the record of a run that begins. */
  readonly hold: readonly PlainStep[];
  /** Pays, with the record of a run that succeeded. */
  readonly settle: readonly PlainStep[];
  /** Gives back, with the record of a run that failed. */
  readonly release: readonly PlainStep[];
  /** The refusal for a caller when the steps of `hold` did not apply; undefined for other failures. */
  refusalOf(error: unknown): ServiceError | undefined;
  /** Something was paid or refused. */
  noted(): void;
}
