import { queryOptions } from '@tanstack/react-query';
import { searchText } from '../../../shared/address/search-text.ts';
import { api, dataOf } from '../../../shared/api/client.ts';
import { sendFile } from '../../../shared/api/send-file.ts';
import type { Restore } from './backup-api.ts';

export interface Moments {
  readonly from: string;
  readonly to: string;
}

const MOMENTS_MS = 30_000;
/** The service waits this many seconds before it answers, so that an early failure arrives with its reason. */
const WAIT_ASIDE = 20;

/** 404 where the service has no archive. The last moment moves on, so it is read again. */
export function momentsQuery(project: string) {
  const params = { path: { project_id: project } };
  return queryOptions<Moments>({
    queryKey: [project, 'moments'],
    refetchInterval: ({ state }) => (state.data === undefined ? false : MOMENTS_MS),
    queryFn: ({ signal }): Promise<Moments> =>
      dataOf(api.GET('/api/cloud/projects/{project_id}/restore/moments', { params, signal })),
  });
}

export interface MomentRestore {
  readonly at: string;
  /** The id of a new project; undefined restores in place of this one. */
  readonly newId: string | undefined;
  readonly isPaused: boolean;
  readonly isDryRun: boolean;
}

export async function startMomentRestore(
  project: string,
  { at, newId, isPaused, isDryRun }: MomentRestore,
): Promise<Restore> {
  const isAside = newId !== undefined && !isDryRun;
  const query = searchText({
    at,
    ...(isAside ? { as: newId, wait: String(WAIT_ASIDE) } : { replace: project, wait: '0' }),
    ...(isPaused && { paused: 'true' }),
    ...(isDryRun && { dry_run: 'true' }),
  });
  const address = `/api/cloud/projects/${project}/restore${query}`;
  const answer = await sendFile({ address, body: new Blob() }, () => undefined);
  return (answer as { readonly data: Restore }).data;
}
