import { removeCheck, requestCheck } from './check-request.ts';
import { type Installation, pointTo } from './installation.ts';
import type { RunningService } from './running-service.ts';
import type { Supervisor } from './supervisor.ts';
import { verifyService } from './verify-service.ts';

export interface InstalledRelease {
  readonly folder: string;
  /** Undefined for a release that cannot read all projects at its start. */
  readonly version: string | undefined;
}

export interface Switch {
  readonly installation: Installation;
  readonly service: RunningService;
  readonly supervisor: Supervisor;
  readonly from: InstalledRelease;
  readonly to: InstalledRelease;
  readonly except: readonly string[];
  readonly healthMs: number;
  readonly say: (text: string) => void;
}

/** The new release did not work. The former one runs again, unless `isStuck`. */
export class SwitchFailed extends Error {
  readonly isStuck: boolean;

  constructor(message: string, isStuck: boolean) {
    super(message);
    this.isStuck = isStuck;
  }
}

/** Restarts the service with another release. If that fails, restarts it with the former one and throws. */
export async function switchRelease(wanted: Switch): Promise<void> {
  try {
    await startWith(wanted, wanted.to);
  } catch (error) {
    const reason = `${wanted.to.folder} does not work: ${messageOf(error)}`;
    wanted.say(`${reason}\nGoing back to ${wanted.from.folder}.`);
    try {
      // A healthy service is enough, because a project that it cannot read was unreadable before.
      await startWith(wanted, { folder: wanted.from.folder, version: undefined });
    } catch (second) {
      throw new SwitchFailed(`${reason}\n${wanted.from.folder} does not work either: ${messageOf(second)}`, true);
    }
    throw new SwitchFailed(`${reason}\nThe service runs from ${wanted.from.folder} again.`, false);
  }
}

async function startWith(
  { installation, service: { config }, supervisor, except, healthMs, say }: Switch,
  { folder, version }: InstalledRelease,
): Promise<void> {
  const check = version === undefined ? undefined : { id: await requestCheck(config.dataDir), version, except };
  try {
    await pointTo(installation, folder);
    say(`Restarting the service from ${folder}.`);
    await supervisor.restart();
    const projects = await verifyService({ config, healthMs, check });
    say(projects === undefined ? 'The service is healthy.' : `The service is healthy; projects read: ${projects}.`);
  } finally {
    await removeCheck(config.dataDir);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
