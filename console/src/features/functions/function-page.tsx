import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { functionAddress } from '../../shared/address/addresses.ts';
import { usePathPart } from '../../shared/address/use-address.ts';
import { Page } from '../../shared/page/page.tsx';
import { PageLinks } from '../../shared/page/page-links.tsx';
import { Thing } from '../../shared/page/thing.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { type FunctionInfo, functionQuery } from './function-queries.ts';

interface FunctionPageProps {
  readonly actions?: (info: FunctionInfo) => ReactNode;
  readonly isWide?: boolean;
  readonly children: (info: FunctionInfo) => ReactNode;
}

export function FunctionPage({ actions, isWide = false, children }: FunctionPageProps) {
  const project = useProject();
  const name = usePathPart('function');
  const query = useQuery(functionQuery(project.id, name));
  return (
    <Thing query={query} title={name}>
      {(info) => (
        <Page
          title={info.name}
          isWide={isWide}
          actions={actions?.(info)}
          views={
            <PageLinks
              name="Function"
              links={[
                { label: 'Code', to: functionAddress(project.id, info.name) },
                { label: 'Runs', to: functionAddress(project.id, info.name, 'runs') },
                { label: 'Settings', to: functionAddress(project.id, info.name, 'settings') },
              ]}
            />
          }
        >
          {children(info)}
        </Page>
      )}
    </Thing>
  );
}
