import type { Command } from '../program/command.ts';
import { login } from './account/login.ts';
import { logout } from './account/logout.ts';
import { whoami } from './account/whoami.ts';
import { init } from './app/init.ts';
import { link } from './app/link.ts';
import { open } from './app/open.ts';
import { types } from './app/types.ts';
import { completionOf } from './completion.ts';
import { projectCommands } from './project/projects.ts';
import { tableCommands } from './project/tables.ts';
import { start } from './start.ts';

const WORKING: readonly Command[] = [
  start,
  init,
  login,
  logout,
  whoami,
  ...projectCommands,
  link,
  ...tableCommands,
  types,
  open,
];

/** Every command, in the order of the guide. */
export const COMMANDS: readonly Command[] = [...WORKING, completionOf(WORKING)];
