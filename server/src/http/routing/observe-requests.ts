import type { IncomingMessage } from 'node:http';
import type { Caller, Operator, Project } from '../../callers/index.ts';

export interface ObservedRequest {
  readonly requestId: string;
  readonly project: Project | undefined;
  readonly caller: Caller | undefined;
  readonly operator: Operator | undefined;
  readonly runId: string | undefined;
  readonly ip: string;
  /** Without the query and without keys. */
  readonly path: string;
  readonly raw: Pick<IncomingMessage, 'method' | 'headers'>;
}

export interface ObservedAnswer {
  readonly status: number;
  readonly durationMs: number;
  readonly failure:
    | {
        readonly code: string;
        readonly message: string;
        readonly subject?: string | undefined;
      }
    | undefined;
}

/** Called for every answer, so it must be fast and must not throw. */
export type ObserveRequest = (request: ObservedRequest, answer: ObservedAnswer) => void;
