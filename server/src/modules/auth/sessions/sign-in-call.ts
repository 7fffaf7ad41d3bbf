import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../../callers/index.ts';

/** The part of a call that a new session is made of. A call of a project's route is one. */
export interface SignInCall {
  readonly project: Project;
  readonly requestId: string;
  readonly ip: string;
  readonly isHttps: boolean;
  readonly headers: IncomingHttpHeaders;
}
