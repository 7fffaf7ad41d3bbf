/**
 * Every table of the control store, and whether a backup of the installation holds its rows. `saved` tables are loaded
 * in this order, so that a row comes after the rows it refers to, and `projects` last. The archives of the projects
 * contain the `archived` tables.
 */
export const CONTROL_TABLES = {
  _users: 'saved',
  _identities: 'saved',
  _recovery_codes: 'saved',
  _totp_steps: 'saved',
  _passkeys: 'saved',
  personal_tokens: 'saved',
  setup: 'saved',
  prices: 'saved',
  audit: 'saved',
  deleted_projects: 'saved',
  former_stores: 'saved',
  members: 'saved',
  invites: 'saved',
  project_keys: 'saved',
  app_domain_claims: 'saved',
  app_domains: 'saved',
  project_metrics: 'saved',
  backups: 'saved',
  projects: 'saved',
  mail_templates: 'archived',
  // Sessions, mails and running work end with the installation; all users sign in again.
  _sessions: 'left out',
  _auth_tokens: 'left out',
  _auth_mails: 'left out',
  _mfa_challenges: 'left out',
  _oauth_states: 'left out',
  _passkey_challenges: 'left out',
  _pending_sign_ups: 'left out',
  _jobs: 'left out',
  mailbox: 'left out',
  setup_links: 'left out',
  oauth_grants: 'left out',
  restores: 'left out',
  limit_keys: 'left out',
  limit_hits: 'left out',
  // Each installation has its own.
  master_key_canary: 'left out',
  change_counter: 'left out',
  change_feed: 'left out',
  live_processes: 'left out',
  backup_schedule: 'left out',
  blob_holds: 'left out',
  scrub: 'left out',
  damaged_blobs: 'left out',
  databases: 'left out',
  store_places: 'left out',
  store_moves: 'left out',
  store_work: 'left out',
  webhook_work: 'left out',
  function_job_work: 'left out',
} as const satisfies Readonly<Record<string, 'saved' | 'archived' | 'left out'>>;

type Tables = typeof CONTROL_TABLES;
export type SavedTable = { [Name in keyof Tables]: Tables[Name] extends 'saved' ? Name : never }[keyof Tables];

export const SAVED_TABLES = Object.entries(CONTROL_TABLES).flatMap(([name, what]) =>
  what === 'saved' ? [name as SavedTable] : [],
);
