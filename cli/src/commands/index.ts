import type { Command } from '../command/command.ts';
import { login } from './account/login.ts';
import { logout } from './account/logout.ts';
import { whoami } from './account/whoami.ts';
import { init } from './app/init.ts';
import { link } from './app/link.ts';
import { open } from './app/open.ts';
import { types } from './app/types.ts';
import { backupCommands } from './backup/backup.ts';
import { verify } from './backup/verify.ts';
import { completionOf } from './completion/completion.ts';
import { copyProject } from './copy/copy-project.ts';
import { deployCommands } from './deploy/deploy.ts';
import { doctor } from './doctor/doctor.ts';
import { dev } from './functions/dev.ts';
import { functionCommands } from './functions/functions.ts';
import { jobCommands } from './functions/jobs.ts';
import { logs } from './functions/logs.ts';
import { secretCommands } from './functions/secrets.ts';
import { importCommands } from './import/import-commands.ts';
import { databaseCommands } from './instance/databases.ts';
import { instanceCommands } from './instance/instance.ts';
import { keyCommands } from './keys/keys.ts';
import { mcp } from './mcp/mcp.ts';
import { paymentCommands } from './payments/payments.ts';
import { messageCommands } from './people/messages.ts';
import { userCommands } from './people/users.ts';
import { moveCommands } from './project/moves.ts';
import { projectCommands } from './project/projects.ts';
import { tableChangeCommands } from './project/table-changes.ts';
import { tableCommands } from './project/tables.ts';
import { recover } from './recover.ts';
import { moments, restore } from './restore/restore.ts';
import { exportRows } from './rows/export.ts';
import { importRows } from './rows/import.ts';
import { readCommands } from './rows/read.ts';
import { testRules } from './rules/test-rules.ts';
import { schemaCommands } from './schema/schema-commands.ts';
import { settingsCommands } from './settings/settings-commands.ts';
import { start } from './start.ts';
import { fileCommands } from './storage/files.ts';
import { webhookCommands } from './webhooks/webhooks.ts';

const WORKING: readonly Command[] = [
  start,
  init,
  login,
  logout,
  whoami,
  ...projectCommands,
  copyProject,
  ...moveCommands,
  link,
  ...tableCommands,
  ...tableChangeCommands,
  ...schemaCommands,
  ...settingsCommands,
  testRules,
  types,
  ...readCommands,
  exportRows,
  importRows,
  ...fileCommands,
  ...keyCommands,
  ...functionCommands,
  ...jobCommands,
  dev,
  logs,
  ...secretCommands,
  ...deployCommands,
  ...webhookCommands,
  ...paymentCommands,
  ...messageCommands,
  ...userCommands,
  ...backupCommands,
  verify,
  restore,
  moments,
  ...instanceCommands,
  ...databaseCommands,
  recover,
  doctor,
  ...importCommands,
  mcp,
  open,
];

export const COMMANDS: readonly Command[] = [...WORKING, completionOf(WORKING)];
