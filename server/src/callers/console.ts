import type { Project } from './project.ts';

/**
 * The installation itself, as far as it has accounts: operators are its users, by the same engine as the users of projects
 * are theirs. Nothing but accounts lives in it, and no address leads to it: `_` cannot stand in a project's id.
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

/** The role of a user of the console who may do what concerns the installation. */
export const OPERATOR_ROLE = 'operator';
