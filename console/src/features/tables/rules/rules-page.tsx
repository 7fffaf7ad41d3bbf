import { TablePage } from '../table-page.tsx';
import { RulesView } from './rules-view.tsx';

/** Who may do what with the rows of a table. */
export function RulesPage() {
  return <TablePage>{(table) => <RulesView key={table.name} table={table} />}</TablePage>;
}
