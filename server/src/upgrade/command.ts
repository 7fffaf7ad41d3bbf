import { parseArgs } from 'node:util';
import { ConfigProblems, createConfig, readEnv, VERSION } from '../config/index.ts';
import { findChangingTables, releaseFormats, type SavedInstallation, saveControl } from '../database/index.ts';
import { parameterProblem } from '../platform/parameter-problem.ts';
import type { DescribedRelease } from './formats.ts';
import { createSupervisor } from './supervisor.ts';
import { SwitchFailed } from './switch-release.ts';
import { rollBack, type UpgradeOptions, upgrade } from './upgrade.ts';
import { UpgradeRefusal } from './upgrade-refusal.ts';

const EXIT = { done: 0, wentBack: 1, refused: 2, stuck: 3 } as const;
const HEALTH_SECONDS = '120';

const USAGE = `Upgrades the service of this machine, or goes back to the release before. Run it as root.

  service-server upgrade --to service-<version>.tgz [options]
  service-server rollback [options]
  service-server save-control FOLDER    copies the control plane, and prints the formats of all stores
  service-server changing-tables        prints the tables with a change that has not ended

  --unit NAME             the systemd unit (service)
  --restart COMMAND       for other supervisors: ends the service and starts it from the link
  --link PATH             the link to the running release (/opt/service for /opt/service-<version>)
  --except PROJECT        a project that may be unreadable, because it was before (may be repeated)
  --anyway                rollback: also while tables are being changed
  --health-seconds N      how long /health may take to become 200 (${HEALTH_SECONDS})

With --restart, SERVICE_ variables are those of this command's environment.
Exit codes: 0 done, 1 it failed and the former release runs again, 2 refused and nothing changed, 3 neither release works.
`;

export type PrintLine = (text: string) => void;

export async function runUpgradeCommand(
  parameters: readonly string[],
  say: PrintLine,
  sayError: PrintLine,
): Promise<number> {
  try {
    await run(parameters, say);
    return EXIT.done;
  } catch (error) {
    sayError(error instanceof Error ? error.message : String(error));
    if (error instanceof SwitchFailed) return error.isStuck ? EXIT.stuck : EXIT.wentBack;
    if (error instanceof UpgradeRefusal || error instanceof ConfigProblems) return EXIT.refused;
    throw error;
  }
}

export function formatsText(): string {
  return JSON.stringify({ version: VERSION, formats: releaseFormats } satisfies DescribedRelease);
}

async function run([command, ...rest]: readonly string[], say: PrintLine): Promise<void> {
  const { values, positionals } = parse(rest);
  if (values.help === true) return say(USAGE);
  const [first, ...others] = positionals;
  if (command === 'save-control') {
    if (first === undefined || others.length > 0)
      throw new UpgradeRefusal('save-control takes one folder; see --help.');
    return say(await savedFormats(first));
  }
  if (first !== undefined) throw new UpgradeRefusal(`'${first}' is no parameter; see --help.`);
  if (command === 'changing-tables') return say(JSON.stringify(await findChangingTables(installationOf())));
  const options = readOptions(values, say);
  if (command === 'rollback') return await rollBack({ ...options, anyway: values.anyway === true });
  if (values.anyway === true) throw new UpgradeRefusal('--anyway is for rollback only.');
  if (values.to === undefined) throw new UpgradeRefusal('--to names the release to install, a service-<version>.tgz.');
  await upgrade(values.to, options);
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        unit: { type: 'string' },
        restart: { type: 'string' },
        link: { type: 'string' },
        except: { type: 'string', multiple: true },
        anyway: { type: 'boolean' },
        'health-seconds': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UpgradeRefusal(parameterProblem(error));
  }
}

function readOptions(values: ReturnType<typeof parse>['values'], say: PrintLine): UpgradeOptions {
  const seconds = Number(values['health-seconds'] ?? HEALTH_SECONDS);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 3600) {
    throw new UpgradeRefusal('--health-seconds must be a number from 1 to 3600.');
  }
  const supervisor = createSupervisor({ unit: values.unit ?? 'service', restart: values.restart });
  return { supervisor, link: values.link, except: values.except ?? [], healthMs: seconds * 1000, say };
}

async function savedFormats(folder: string): Promise<string> {
  return JSON.stringify([...(await saveControl(installationOf(), folder))]);
}

/** Reading a database may make files beside it. */
function installationOf(): SavedInstallation {
  process.umask(0o077);
  const { database, dataDir } = createConfig(readEnv(process.env).env);
  return { url: database.engine === 'postgres' ? database.url : undefined, directory: dataDir };
}
