import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../../callers/index.ts';

/** The part of a call that a new session needs. Every call of a project's route has it. */
export interface SignInCall {
  readonly project: Project;
  readonly requestId: string;
  readonly ip: string;
  readonly isHttps: boolean;
  readonly headers: IncomingHttpHeaders;
}
