import { Switch } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { panelSteps } from '../../shared/dialogs/panel-steps.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { optionsOf } from '../../shared/forms/field-spec.ts';
import { useWanted } from '../../shared/forms/use-wanted.ts';
import { useRefreshKey } from '../../shared/keyboard/use-refresh-key.ts';
import { DataTable } from '../../shared/list/data-table.tsx';
import { Empty } from '../../shared/list/empty.tsx';
import classes from '../../shared/list/list.module.css';
import type { ListData } from '../../shared/list/list-data.ts';
import { FIRST_PAGE, FilterFields, TextFilter, TimeFilter } from '../../shared/list/list-tools.tsx';
import { SortField } from '../../shared/list/sort-header.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { useListOrder } from '../../shared/list/use-list-order.ts';
import { Page } from '../../shared/page/page.tsx';
import { useIsNarrow } from '../../shared/page/use-is-narrow.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { formatMs } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { LogPager } from './log-pager.tsx';
import { isLogNarrowed, isOldestFirst, type LoggedRequest, type LogPage, logsQuery } from './log-queries.ts';
import { RequestPanel } from './request-panel.tsx';
import { StatusBadge } from './status-badge.tsx';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const CLASSES = ['2xx', '3xx', '4xx', '5xx'];
const STATUSES =
  '200 201 202 204 206 301 302 304 400 401 403 404 405 406 408 409 412 413 415 416 422 429 500 502 503 504 507';

export function LogsPage() {
  const project = useProject();
  const { path, search, change, go } = useAddress();
  const [isFollowed, setIsFollowed] = useWanted(search['follow'] === 'on');
  const query = useQuery({ ...logsQuery(project.id, search), placeholderData: keepPreviousData });
  useRefreshKey(() => void query.refetch());
  const isNarrow = useIsNarrow();
  const columns = columnsFor(path, search);
  const { orderItems, sortingOf } = useListOrder(columns);
  const sorting = sortingOf(query.data && listOf(query.data));
  return (
    <Page title="Logs" isWide>
      <div className={classes.tools}>
        <TextFilter label="Path" name="path" placeholder="Part of it" isFirst />
        <FilterFields
          filters={[
            { label: 'Status', name: 'status', options: optionsOf(statusesWith(search['status'])) },
            { label: 'Method', name: 'method', options: optionsOf(METHODS) },
          ]}
        />
        <TimeFilter label="Since" name="since" />
        <TextFilter label="Request id" name="request_id" />
        {isNarrow && <SortField {...sorting} />}
        <Switch
          label="Follow"
          className={classes.toggle}
          checked={isFollowed}
          onChange={(event) => {
            setIsFollowed(event.currentTarget.checked);
            change({ ...FIRST_PAGE, order: undefined, follow: event.currentTarget.checked ? 'on' : undefined });
          }}
        />
      </div>
      <QueryPart query={query} lines={8}>
        {(page) => (
          <div aria-busy={query.isPlaceholderData}>
            {page.requests.length === 0 ? (
              <Empty
                name="Requests"
                isNarrowed={isLogNarrowed(search)}
                first={{ label: 'Send a request', run: () => go(projectAddress(project.id, 'api')) }}
                next={<p>The log keeps every request to the API of this project for three days.</p>}
              />
            ) : (
              <DataTable
                name="Requests"
                columns={columns}
                items={orderItems(listOf(page))}
                keyOf={({ id }) => id}
                sorting={sorting}
              />
            )}
            {(page.count > page.requests.length || page.earlier > 0) && (
              <LogPager page={page} isOldestFirst={isOldestFirst(search)} />
            )}
          </div>
        )}
      </QueryPart>
      {search['request'] !== undefined && (
        <RequestPanel
          key={search['request']}
          id={search['request']}
          steps={panelSteps({
            name: 'request',
            id: search['request'],
            ids: query.data?.requests.map((one) => one.request_id) ?? [],
            go: (request) => change({ request }, { replace: true }),
          })}
          onClose={() => change({ request: undefined })}
        />
      )}
    </Page>
  );
}

function listOf({ requests, count }: LogPage): ListData<LoggedRequest> {
  return { data: requests, count };
}

function statusesWith(chosen = ''): readonly string[] {
  return [...new Set([...CLASSES, ...STATUSES.split(' '), ...(chosen === '' ? [] : [chosen])])];
}

function columnsFor(path: string, search: Readonly<Record<string, string>>): readonly TableColumn<LoggedRequest>[] {
  return [
    {
      title: 'Time',
      order: 'at',
      value: ({ at }) => at,
      isShort: true,
      cell: ({ at, request_id: request }) => (
        <AppLink to={`${path}${searchText({ ...search, request })}`}>
          <TimeText at={at} precise />
        </AppLink>
      ),
    },
    { title: 'Method', value: ({ method }) => method, cell: ({ method }) => visibleLine(method) },
    { title: 'Path', value: ({ path }) => path, cell: ({ path }) => visibleLine(path, 160) },
    { title: 'Status', value: ({ status }) => status, cell: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Code', value: ({ code }) => code, isShort: true, needsRoom: true, cell: ({ code }) => code ?? '–' },
    {
      title: 'Duration',
      value: ({ duration_ms: duration }) => duration,
      isExtra: true,
      needsRoom: true,
      align: 'right',
      isShort: true,
      cell: ({ duration_ms: duration }) => formatMs(duration),
    },
    {
      title: 'Caller',
      value: ({ caller }) => caller,
      isShort: true,
      needsRoom: true,
      cell: ({ caller }) => visibleLine(caller ?? '–', 24),
    },
  ];
}
