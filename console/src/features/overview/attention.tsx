import { Icon as IconAlertTriangle } from 'virtual:icon/alert-triangle';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { projectAddress, tableAddress, webhookAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { slowListsQuery } from '../../shared/indexes/slow-lists.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { formatBytes, plural } from '../../shared/text/formats.ts';
import { isNearlyFull } from '../../shared/text/room-used.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import classes from './overview.module.css';

const FRESH_MS = 60_000;
const WEBHOOKS_MAX = 1000;
const SHOWN = 5;

interface Matter {
  readonly key: string;
  readonly text: ReactNode;
}

export function Attention() {
  const matters = [...useFailedJobs(), ...useDisabledWebhooks(), ...useSlowLists(), ...useFullRooms()];
  if (matters.length === 0) return null;
  return (
    <Region title="Needs attention">
      <ul aria-label="Needs attention" className={classes.list}>
        {matters.map(({ key, text }) => (
          <li key={key}>
            <IconAlertTriangle size={18} aria-hidden className={classes.warning} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Region>
  );
}

/** Jobs are kept for seven days after their end. */
function useFailedJobs(): readonly Matter[] {
  const { id } = useProject();
  const { data } = useQuery({
    queryKey: [id, 'functions', 'jobs', 'failed'],
    refetchInterval: FRESH_MS,
    queryFn: ({ signal }) => {
      const params = { path: { project_id: id }, query: { state: 'failed' as const, limit: 0 } };
      return answerOf(api.GET('/api/cloud/projects/{project_id}/jobs', { params, signal }));
    },
  });
  if (data === undefined || data.count === 0) return [];
  const text = (
    <>
      <AppLink to={`${projectAddress(id, 'later')}?state=failed`}>{plural(data.count, 'job')}</AppLink> failed in the
      last seven days.
    </>
  );
  return [{ key: 'jobs', text }];
}

function useDisabledWebhooks(): readonly Matter[] {
  const { id } = useProject();
  const { data = [] } = useQuery({
    queryKey: [id, 'webhooks', 'all'],
    refetchInterval: FRESH_MS,
    queryFn: ({ signal }) => {
      const params = { path: { project_id: id }, query: { limit: WEBHOOKS_MAX } };
      return dataOf(api.GET('/api/cloud/projects/{project_id}/webhooks', { params, signal }));
    },
  });
  return data
    .filter(({ enabled }) => !enabled)
    .slice(0, SHOWN)
    .map(({ id: webhook, description, url }) => ({
      key: webhook,
      text: (
        <>
          The webhook <AppLink to={webhookAddress(id, webhook)}>{visibleLine(description || url, 60)}</AppLink> is
          disabled and sends nothing.
        </>
      ),
    }));
}

function useSlowLists(): readonly Matter[] {
  const { id } = useProject();
  const { data = [] } = useQuery({ ...slowListsQuery(id), refetchInterval: FRESH_MS });
  return data.slice(0, SHOWN).map(({ table, index: { columns }, lists }) => ({
    key: `${table} ${columns.join()}`,
    text: (
      <>
        {plural(lists, 'list')} of <AppLink to={tableAddress(id, table, 'structure')}>{table}</AppLink>{' '}
        {lists === 1 ? 'was' : 'were'} slow for want of an index on <code>{columns.join(', ')}</code>.
      </>
    ),
  }));
}

function useFullRooms(): readonly Matter[] {
  const { id } = useProject();
  const { data } = useQuery({
    queryKey: [id, 'usage'],
    refetchInterval: FRESH_MS,
    queryFn: ({ signal }) => {
      const params = { path: { project_id: id } };
      return dataOf(api.GET('/api/cloud/projects/{project_id}/usage', { params, signal }));
    },
  });
  if (data === undefined) return [];
  const rooms = [
    { name: 'Files', to: 'files', bytes: data.storage.bytes, bytesMax: data.storage.bytes_max },
    { name: 'Tables', to: 'tables', bytes: data.rows.bytes, bytesMax: data.rows.bytes_max },
  ];
  return rooms.filter(isNearlyFull).map(({ name, to, bytes, bytesMax }) => ({
    key: name,
    text: (
      <>
        <AppLink to={projectAddress(id, to)}>{name}</AppLink> use {formatBytes(bytes)} of {formatBytes(bytesMax)}.
      </>
    ),
  }));
}
