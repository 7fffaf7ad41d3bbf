import { useMay } from '../../../shared/project/project-context.tsx';
import { TablePage } from '../table-page.tsx';
import { IndexesRegion } from './indexes-region.tsx';
import { PendingChange } from './pending-change.tsx';
import { StructureView } from './structure-view.tsx';
import { TableActions } from './table-actions.tsx';

export function StructurePage() {
  const isEditor = useMay('editor');
  return (
    <TablePage actions={(table) => isEditor && <TableActions name={table.name} />}>
      {(table) => (
        <>
          {table.change !== undefined && <PendingChange key={table.change} id={table.change} isEditor={isEditor} />}
          <StructureView key={table.name} table={table} isEditor={isEditor} />
          <IndexesRegion table={table} isEditor={isEditor} />
        </>
      )}
    </TablePage>
  );
}
