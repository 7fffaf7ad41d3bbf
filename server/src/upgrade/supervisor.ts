import { readFile, readlink } from 'node:fs/promises';
import { runProgram } from './run-program.ts';
import { UpgradeRefusal } from './upgrade-refusal.ts';

/** Starts the service on this machine: systemd, or a command. */
export interface Supervisor {
  environment(): Promise<{ readonly env: NodeJS.ProcessEnv; readonly cwd: string }>;
  restart(): Promise<void>;
}

export function createSupervisor({ unit, restart }: { unit: string; restart: string | undefined }): Supervisor {
  return restart === undefined ? systemdSupervisor(unit) : commandSupervisor(restart);
}

function systemdSupervisor(unit: string): Supervisor {
  return {
    async environment() {
      const { code, out, error } = await runProgram('systemctl', ['show', '--property=MainPID', '--value', unit]).catch(
        (cause: unknown) => {
          throw new UpgradeRefusal('There is no systemd here; name what restarts the service with --restart.', {
            cause,
          });
        },
      );
      const pid = Number(out.trim());
      if (code !== 0 || !(pid > 0)) throw new UpgradeRefusal(`The unit ${unit} is not running. ${error.trim()}`);
      const text = await readFile(`/proc/${pid}/environ`, 'utf8');
      return { env: parseEnvironment(text), cwd: await readlink(`/proc/${pid}/cwd`) };
    },
    async restart() {
      const { code, error } = await runProgram('systemctl', ['restart', unit]);
      if (code !== 0) throw new Error(`systemctl restart ${unit}: ${error.trim()}`);
    },
  };
}

function commandSupervisor(command: string): Supervisor {
  return {
    environment: async () => ({ env: process.env, cwd: process.cwd() }),
    async restart() {
      const { code, error } = await runProgram('/bin/sh', ['-c', command]);
      if (code !== 0) throw new Error(`${command}: ${error.trim()}`);
    },
  };
}

function parseEnvironment(text: string): NodeJS.ProcessEnv {
  const pairs = text.split('\0').filter((pair) => pair.includes('='));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}
