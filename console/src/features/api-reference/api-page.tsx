import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAddress } from '../../shared/address/use-address.ts';
import { CopyField } from '../../shared/dialogs/copy-field.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { useRefreshKey } from '../../shared/keyboard/use-refresh-key.ts';
import { Page } from '../../shared/page/page.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import classes from './api.module.css';
import { type Description, descriptionQuery, operationsOf } from './description.ts';
import { OperationRegion } from './operation-region.tsx';
import { OperationsNavigation } from './operations-navigation.tsx';
import { schemasOf } from './schema-text.ts';

export function ApiPage() {
  const project = useProject();
  const query = useQuery(descriptionQuery(project.id));
  useRefreshKey(() => void query.refetch());
  const address = `/api/cloud/projects/${project.id}`;
  return (
    <Page
      title="API reference"
      isWide
      actions={
        <>
          <a href={`${address}/openapi.json`} target="_blank" rel="noopener">
            OpenAPI document
          </a>
          <a href={`${address}/types.ts`} target="_blank" rel="noopener">
            Types
          </a>
        </>
      }
    >
      <QueryPart query={query} lines={8}>
        {(description) => <Reference description={description} />}
      </QueryPart>
    </Page>
  );
}

function Reference({ description }: { readonly description: Description }) {
  const project = useProject();
  const { search } = useAddress();
  const operations = useMemo(() => operationsOf(description, project.id), [description, project.id]);
  const opened = search['operation'];
  const operation = operations.find(({ operationId }) => operationId === opened);
  return (
    <div className={classes.reference}>
      <OperationsNavigation operations={operations} opened={opened} />
      {operation === undefined ? (
        <div>
          {opened !== undefined && <p>There is no such operation any more.</p>}
          <p>
            Every call begins with the address of the project and brings a key along: the public one of an app, or a
            secret one of a server of yours, as <code>Authorization: Bearer …</code>
          </p>
          <CopyField label="Address of the project" value={project.baseUrl} />
          <p className={classes.next}>
            <span className="dim">Choose an operation to see what it takes and answers, and to try it.</span>
          </p>
        </div>
      ) : (
        <OperationRegion key={operation.operationId} operation={operation} schemas={schemasOf(description)} />
      )}
    </div>
  );
}
