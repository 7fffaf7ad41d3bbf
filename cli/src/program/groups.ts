/** Descriptions of command groups. */
export const GROUPS: Readonly<Record<string, string>> = {
  projects: 'List, make, show and delete projects',
  tables: 'Show tables, their columns and rules',
  rows: 'Export and import rows',
  functions: 'Deploy, run and watch functions',
  'functions secrets': 'Set what functions find in ctx.secrets',
  deploy: 'Publish the app with its handlers and functions',
  webhooks: 'Test, resend and receive webhooks',
  payments: 'Try payments without a provider',
  messages: 'Read the inbox',
  users: 'Manage the people who use the app',
  backup: 'Save a project as one archive',
  import: 'Move in from another product',
};
