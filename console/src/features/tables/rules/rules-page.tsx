import { TablePage } from '../table-page.tsx';
import { RulesView } from './rules-view.tsx';

export function RulesPage() {
  return <TablePage>{(table) => <RulesView key={table.name} table={table} />}</TablePage>;
}
