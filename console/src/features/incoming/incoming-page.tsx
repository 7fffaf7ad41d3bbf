import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { functionAddress, projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { notify } from '../../shared/feedback/notices.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { useRefreshKey } from '../../shared/keyboard/use-refresh-key.ts';
import { Empty } from '../../shared/list/empty.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { WholeTable } from '../../shared/list/whole-table.tsx';
import { Page } from '../../shared/page/page.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { formatCount } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { addressOf, type Handler, handlersQuery } from './handlers-query.ts';

export function IncomingPage() {
  const project = useProject();
  const { go } = useAddress();
  const query = useQuery(handlersQuery(project.id));
  useRefreshKey(() => void query.refetch());
  const copy = async (handler: Handler): Promise<void> => {
    await navigator.clipboard.writeText(addressOf(project.baseUrl, handler));
    notify(`The URL of ${handler.name} is copied.`);
  };
  const columns: readonly TableColumn<Handler>[] = [
    {
      title: 'Handler',
      value: ({ name }) => name,
      cell: ({ name }) => <AppLink to={functionAddress(project.id, name)}>{visibleLine(name)}</AppLink>,
    },
    { title: 'URL', cell: (handler) => <code>{addressOf(project.baseUrl, handler)}</code> },
    {
      title: 'State',
      value: ({ enabled }) => enabled,
      cell: ({ enabled }) => <StateBadge state={enabled ? 'Enabled' : 'Disabled'} />,
    },
    {
      title: 'Last request',
      value: ({ stats }) => stats?.last_run,
      cell: ({ stats }) => <TimeText at={stats?.last_run} />,
    },
    {
      title: 'Runs in 24 h',
      value: ({ stats }) => stats?.runs ?? 0,
      align: 'right',
      cell: ({ name, stats }) => <AppLink to={functionAddress(project.id, name, 'runs')}>{runsText(stats)}</AppLink>,
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (handler) => (
        <Button variant="default" size="compact-sm" onClick={() => void copy(handler)}>
          Copy URL
        </Button>
      ),
    },
  ];
  return (
    <Page title="Incoming webhooks">
      <QueryPart query={query}>
        {(handlers) =>
          handlers.length === 0 ? (
            <Empty
              name="Handlers"
              next={
                <p>
                  Make a function with the trigger <code>webhook</code>, or publish an app with files in{' '}
                  <code>webhook/</code>: each has a URL that other services send to.
                </p>
              }
              first={{ label: 'Open the functions', run: () => go(projectAddress(project.id, 'functions')) }}
            />
          ) : (
            <WholeTable name="Handlers" columns={columns} items={handlers} keyOf={({ name }) => name} />
          )
        }
      </QueryPart>
    </Page>
  );
}

function runsText(stats: Handler['stats']): string {
  const { runs = 0, failed = 0 } = stats ?? {};
  return failed === 0 ? formatCount(runs) : `${formatCount(runs)}, ${formatCount(failed)} failed`;
}
