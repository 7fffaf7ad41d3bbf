import type { Project } from './project.ts';

/** The console's operators are its users. No address leads to it, because a project id cannot contain `_`. */
export const CONSOLE: Project = Object.freeze({
  id: 'service_operator',
  store: 'control',
  name: 'Console',
  plan: 'business',
  publicKey: '',
  allowedOrigins: [],
  createdAt: '1970-01-01T00:00:00.000Z',
});

export const OPERATOR_ROLE = 'operator';
