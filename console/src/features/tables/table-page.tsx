import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tableAddress } from '../../shared/address/addresses.ts';
import { usePathPart } from '../../shared/address/use-address.ts';
import { Page } from '../../shared/page/page.tsx';
import { PageLinks } from '../../shared/page/page-links.tsx';
import { Thing } from '../../shared/page/thing.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { tableQuery } from './table-queries.ts';
import type { TableInfo } from './table-types.ts';
import { TablesRoom } from './tables-room.tsx';

interface TablePageProps {
  readonly actions?: (table: TableInfo) => ReactNode;
  readonly isFull?: boolean;
  readonly children: (table: TableInfo) => ReactNode;
}

export function TablePage({ actions, isFull = false, children }: TablePageProps) {
  const project = useProject();
  const name = usePathPart('table');
  const query = useQuery(tableQuery(project.id, name));
  return (
    <Thing query={query} title={name}>
      {(table) => (
        <Page
          title={table.name}
          isFull={isFull}
          actions={actions?.(table)}
          views={
            <PageLinks
              name="Table"
              links={[
                { label: 'Data', to: tableAddress(project.id, table.name) },
                { label: 'Structure', to: tableAddress(project.id, table.name, 'structure') },
                { label: 'Rules', to: tableAddress(project.id, table.name, 'rules') },
                { label: 'Import and export', to: tableAddress(project.id, table.name, 'import') },
              ]}
            />
          }
        >
          <TablesRoom onlyWhenNearlyFull />
          {children(table)}
        </Page>
      )}
    </Thing>
  );
}
