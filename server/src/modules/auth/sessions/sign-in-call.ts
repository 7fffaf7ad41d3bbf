import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../../callers/index.ts';

export interface SignInCall {
  readonly project: Project;
  readonly requestId: string;
  readonly ip: string;
  readonly isHttps: boolean;
  readonly headers: IncomingHttpHeaders;
}
