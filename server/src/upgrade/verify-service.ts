import type { Config } from '../config/index.ts';
import { findAnswer } from './check-request.ts';

const POLL_MS = 250;
const HEALTH_REQUEST_MS = 5000;
/** The service answers every second; a single project takes at most this long. */
const NO_PROGRESS_MS = 60_000;

export interface Verification {
  readonly config: Pick<Config, 'host' | 'port' | 'dataDir'>;
  readonly healthMs: number;
  readonly check: { readonly id: string; readonly version: string; readonly except: readonly string[] } | undefined;
}

/** Resolves with the number of projects that were read. Throws with the reason when the service is not healthy. */
export async function verifyService({ config, healthMs, check }: Verification): Promise<number | undefined> {
  await untilHealthy(config, healthMs);
  if (check === undefined) return undefined;
  let progress = { read: -1, at: performance.now() };
  for (;;) {
    const answer = await findAnswer(config.dataDir, check.id);
    if (answer !== undefined && answer.read > progress.read) progress = { read: answer.read, at: performance.now() };
    if (answer !== undefined && answer.version !== check.version) {
      throw new Error(`release ${answer.version} answers instead of ${check.version}`);
    }
    const first = answer?.unreadable.find(({ project }) => !check.except.includes(project));
    if (first !== undefined) throw new Error(`project ${first.project} cannot be read: ${first.error}`);
    if (answer !== undefined && answer.read === answer.projects) return answer.projects;
    if (performance.now() - progress.at > NO_PROGRESS_MS) throw new Error('the projects were not read in time');
    await pause();
  }
}

async function untilHealthy({ host, port }: Verification['config'], healthMs: number): Promise<void> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/health`;
  const startedAt = performance.now();
  for (;;) {
    const found = await fetch(url, { signal: AbortSignal.timeout(HEALTH_REQUEST_MS) }).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      (error: unknown) => String(Object(error).cause ?? error),
    );
    if (found.startsWith('200 ')) return;
    if (performance.now() - startedAt > healthMs) throw new Error(`${url} says ${found.slice(0, 500)}`);
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
