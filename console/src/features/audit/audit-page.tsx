import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { List } from '../../shared/list/list-page.tsx';
import { TextFilter, TimeFilter } from '../../shared/list/list-tools.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { NotFound } from '../../shared/page/not-found.tsx';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { actorText } from './actor-text.ts';
import { type AuditEntry, auditQuery } from './audit-queries.ts';
import { EntryPanel } from './entry-panel.tsx';
import { TargetText } from './target-text.tsx';

const FILTERS = ['actor', 'action', 'target', 'since', 'until'];

export function AuditPage() {
  return useMay('admin') ? <Audit /> : <NotFound />;
}

function Audit() {
  const project = useProject();
  const { path, search, change } = useAddress();
  const opened = search['entry'];
  const columns: readonly TableColumn<AuditEntry>[] = [
    {
      title: 'Time',
      order: 'created_at',
      isShort: true,
      cell: ({ id, created_at: at }) => (
        <AppLink to={`${path}${searchText({ ...search, entry: id })}`}>
          <TimeText at={at} />
        </AppLink>
      ),
    },
    {
      title: 'Actor',
      needsRoom: true,
      isShort: true,
      value: ({ actor }) => actorText(actor),
      cell: ({ actor }) => visibleLine(actorText(actor), 40),
    },
    { title: 'Action', order: 'action', isShort: true, cell: ({ action }) => <code>{action}</code> },
    { title: 'Target', cell: (entry) => <TargetText entry={entry} /> },
    { title: 'By way of', needsRoom: true, cell: ({ via }) => via ?? '–' },
  ];
  return (
    <Page title="Audit">
      <List
        name="Audit"
        query={(asked) => auditQuery(project.id, asked)}
        keyOf={({ id }) => id}
        columns={columns}
        isNarrowed={FILTERS.some((name) => search[name] !== undefined)}
        tools={
          <>
            <TextFilter label="Actor" name="actor" placeholder="E-mail or admin" isFirst />
            <TextFilter label="Action" name="action" placeholder="table." />
            <TextFilter label="Target" name="target" />
            <TimeFilter label="Since" name="since" />
            <TimeFilter label="Until" name="until" />
          </>
        }
        next={<p>The audit log records who changed tables, rules, functions, keys and settings, and when.</p>}
      />
      {opened !== undefined && <EntryPanel key={opened} id={opened} onClose={() => change({ entry: undefined })} />}
    </Page>
  );
}
