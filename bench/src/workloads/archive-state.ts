import { setTimeout as delay } from 'node:timers/promises';
import { bearer, send } from '../http-request.ts';
import type { AdminApi } from '../service/admin-api.ts';
import { ADMIN_TOKEN, type RunningService } from '../service/start-service.ts';

const POLL_MS = 200;
const PATIENCE_MS = 600_000;

export async function untilArchived({ url }: RunningService): Promise<void> {
  const startMs = Date.now();
  while (Date.now() < startMs + PATIENCE_MS) {
    const { body } = await send({ method: 'GET', path: '/health', headers: bearer(ADMIN_TOKEN) }, url);
    const { archive } = JSON.parse(body).details;
    const isArchived = archive.lag_seconds === 0 && Date.parse(archive.last_success_at ?? 0) > 0;
    if (isArchived && archive.oldest_moment !== null) return;
    await delay(POLL_MS);
  }
  throw new Error('the archive does not catch up');
}

export async function archiveMetric(api: AdminApi, name: string): Promise<number> {
  const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(await api.metrics());
  if (found === null) throw new Error(`there is no metric ${name}`);
  return Number(found[1]);
}
