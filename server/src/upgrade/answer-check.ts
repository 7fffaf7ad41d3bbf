import type { Logger } from '../platform/logger.ts';
import { answerRequest, endRequest, findRequest } from './check-request.ts';

const UNREADABLE_MAX = 20;
const PROGRESS_MS = 1000;

export interface ProjectReader {
  list(): Promise<readonly string[]>;
  read(project: string): Promise<void>;
}

export interface CheckOptions {
  readonly dataDir: string;
  readonly version: string;
  readonly reader: ProjectReader;
  readonly logger: Logger;
}

/** Reads every project once if an upgrade has requested it, one after the other; this also migrates their stores. */
export function startCheck(options: CheckOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const checking = answerCheck(options, stopping.signal).catch((error: unknown) => {
    options.logger.error({ err: { message: String(error) } }, 'The check after the upgrade failed.');
  });
  return {
    async stop() {
      stopping.abort();
      await checking;
    },
  };
}

async function answerCheck({ dataDir, version, reader, logger }: CheckOptions, signal: AbortSignal): Promise<void> {
  const id = await findRequest(dataDir);
  if (id === undefined) return;
  const projects = await reader.list();
  const unreadable: { project: string; error: string }[] = [];
  const answer = async (read: number): Promise<void> =>
    await answerRequest(dataDir, { id, version, projects: projects.length, read, unreadable });
  let answeredAt = performance.now();
  for (const [read, project] of projects.entries()) {
    if (signal.aborted) return;
    if (performance.now() - answeredAt > PROGRESS_MS) {
      await answer(read);
      answeredAt = performance.now();
    }
    try {
      await reader.read(project);
    } catch (error) {
      logger.error({ project, err: { message: String(error) } }, 'The project cannot be read after the upgrade.');
      if (unreadable.length < UNREADABLE_MAX) unreadable.push({ project, error: String(error) });
    }
  }
  await answer(projects.length);
  await endRequest(dataDir);
}
