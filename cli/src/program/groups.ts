/** Descriptions of command groups. */
export const GROUPS: Readonly<Record<string, string>> = {
  projects: 'List, make, copy, show and delete projects',
  tables: 'Show tables, their columns and rules',
  settings: 'Keep the settings of the project as a file',
  rows: 'Read, export and import rows',
  files: 'Upload, download and share files',
  keys: 'Make and end the keys of the project',
  functions: 'Make, deploy, run and watch functions',
  'functions secrets': 'Set what functions find in ctx.secrets',
  deploy: 'Publish the app with its handlers and functions',
  webhooks: 'Make, test, resend and receive webhooks',
  payments: 'Try payments without a provider',
  messages: 'Read the inbox',
  users: 'Manage the people who use the app',
  backup: 'Save a project as one archive',
  instance: 'Save and restore a whole installation',
  import: 'Move in from another product',
};
