import type { IncomingMessage } from 'node:http';
import type { Caller, Operator, Project } from '../../callers/index.ts';

/** A request of a project's API, as whoever watches may look at it after it was answered. */
export interface ObservedRequest {
  readonly requestId: string;
  readonly project: Project | undefined;
  /** Undefined when the request was refused before that was known. */
  readonly caller: Caller | undefined;
  readonly operator: Operator | undefined;
  /** The run of a function that the request caused. */
  readonly runId: string | undefined;
  readonly ip: string;
  /** Without parameters and keys. */
  readonly path: string;
  readonly raw: Pick<IncomingMessage, 'method' | 'headers'>;
}

export interface ObservedAnswer {
  readonly status: number;
  readonly durationMs: number;
  /** The failure that an answer tells, where it is known. */
  readonly failure:
    | {
        readonly code: string;
        readonly message: string;
        /** The account or thing it was about, where that is known. */
        readonly subject?: string | undefined;
      }
    | undefined;
}

/** Told of every answer. On the way of every request, so it must be quick and may not throw. */
export type ObserveRequest = (request: ObservedRequest, answer: ObservedAnswer) => void;
