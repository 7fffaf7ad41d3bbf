import { useMay } from '../../../shared/project/project-context.tsx';
import { TablePage } from '../table-page.tsx';
import { ExportLinks } from './export-links.tsx';
import { ImportForm } from './import-form.tsx';

export function ImportPage() {
  const isEditor = useMay('editor');
  return (
    <TablePage>
      {(table) => (
        <>
          {isEditor && <ImportForm key={table.name} table={table} />}
          <ExportLinks name={table.name} />
        </>
      )}
    </TablePage>
  );
}
