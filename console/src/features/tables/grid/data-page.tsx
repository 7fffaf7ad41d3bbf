import { useMay } from '../../../shared/project/project-context.tsx';
import { TablePage } from '../table-page.tsx';
import { TableData } from './table-data.tsx';

export function DataPage() {
  const isEditor = useMay('editor');
  return <TablePage isFull>{(table) => <TableData key={table.name} table={table} isEditor={isEditor} />}</TablePage>;
}
