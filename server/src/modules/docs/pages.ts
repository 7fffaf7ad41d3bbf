import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Relative to the bundled service, and relative to this source file. */
const FOLDERS = ['../docs/', '../../../../docs/'];

/** In listed order. Decision records and the code glossary are not published. */
export const PAGES: readonly { readonly page: string; readonly title: string; readonly about: string }[] = [
  { page: 'tutorial', title: 'Tutorial', about: 'a shop in an hour, from nothing to a published app' },
  { page: 'api', title: 'HTTP API', about: 'every call with its parameters, answers and errors' },
  {
    page: 'sdk',
    title: 'Client packages',
    about: 'rows, accounts, files and functions from React, browsers and servers',
  },
  { page: 'rules', title: 'Rules', about: 'who may do what: levels, look-ups, patterns for teams, how to test them' },
  { page: 'functions', title: 'Functions', about: 'how to write functions, what `ctx` has, limits' },
  { page: 'webhooks', title: 'Webhooks', about: 'how to receive webhooks and verify their signatures' },
  { page: 'cli', title: 'Command line', about: 'every command with its options, examples and exit codes' },
  { page: 'mcp', title: 'MCP', about: 'the tools that programs which speak the Model Context Protocol have' },
  {
    page: 'integrations/README',
    title: 'Integrations',
    about: 'mail, payments and AI: what they cost, how to connect one',
  },
  { page: 'integrations/send_email', title: 'send_email', about: 'the function that sends mail' },
  { page: 'integrations/process_payment', title: 'process_payment', about: 'the function that starts a payment' },
  { page: 'integrations/ai_call', title: 'ai_call', about: 'the function that asks an AI provider' },
  { page: 'import', title: 'Moving in', about: 'bringing a project from PocketBase, Supabase or CSV files' },
  { page: 'recipes/invite-a-team-mate', title: 'Invite a team mate', about: 'roles, and what each may' },
  { page: 'recipes/upload-with-progress', title: 'Upload with progress', about: 'from React and from a terminal' },
  { page: 'recipes/import-csv', title: 'Import a CSV file', about: 'into a table, or a whole folder' },
  {
    page: 'recipes/sell-a-subscription',
    title: 'Sell a subscription',
    about: 'with Stripe, and only subscribers read',
  },
  {
    page: 'recipes/report-by-schedule',
    title: 'Send a report every Monday',
    about: 'a scheduled function that sends mail',
  },
  {
    page: 'recipes/changes-to-slack',
    title: 'Tell Slack about new orders',
    about: 'a webhook to a function of the project',
  },
  { page: 'recipes/custom-domain', title: 'Publish on your own domain', about: 'settings, proof and DNS' },
  { page: 'recipes/move-from-supabase', title: 'Move in from Supabase', about: 'tables, rows, users, rules' },
  {
    page: 'recipes/types-in-ci',
    title: 'Check types and tables in CI',
    about: 'exit codes, tokens, a copy of the project',
  },
  { page: 'recipes/backups', title: 'Back up, and prove that it works', about: 'by hand, by schedule, and the drill' },
  { page: 'operations', title: 'Operations', about: 'settings, data, health, logs, stopping, growing' },
  {
    page: 'reliability',
    title: 'Reliability',
    about: 'what is promised, against which failures, how it is tested, runs on record',
  },
  { page: 'security', title: 'Security', about: 'who is trusted with what, what is promised, how to report a hole' },
  { page: 'deploy', title: 'Deploying', about: 'systemd, containers, Caddy and nginx, upgrades, backups, a checklist' },
];

const LISTED: ReadonlySet<string> = new Set(PAGES.map(({ page }) => page));

export interface Pages {
  list(): readonly (typeof PAGES)[number][];
  find(page: string): Promise<string | undefined>;
}

export function openPages(folder = findFolder()): Pages {
  const has = (page: string): boolean => LISTED.has(page) && existsSync(fileOf(folder, page));
  return {
    list: () => PAGES.filter(({ page }) => has(page)),
    // Only listed names become a path.
    find: async (page) => (has(page) ? await readFile(fileOf(folder, page), 'utf8') : undefined),
  };
}

function fileOf(folder: string, page: string): string {
  return `${folder}${page}.md`;
}

function findFolder(): string {
  const folders = FOLDERS.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders.find((folder) => existsSync(`${folder}api.md`)) ?? folders.at(-1) ?? '';
}
