import type { Project } from './project.ts';

/**
 * The console as a project: operators are its users, through the same engine as the users of projects. It contains only accounts, and no
 * address leads to it, because a project id cannot contain `_`.
 */
export const CONSOLE: Project = Object.freeze({
  id: 'service_operator',
  store: 'control',
  name: 'Console',
  plan: 'business',
  publicKey: '',
  allowedOrigins: [],
  createdAt: '1970-01-01T00:00:00.000Z',
});

/** The role of console users who may manage the installation itself. */
export const OPERATOR_ROLE = 'operator';
