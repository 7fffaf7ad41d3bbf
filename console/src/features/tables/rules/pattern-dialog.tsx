import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api, asTyped, type BodyOf } from '../../../shared/api/client.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import type { Rules } from '../column-types.ts';
import { tableNamesQuery } from '../table-queries.ts';
import type { TableInfo } from '../table-types.ts';
import { LATER_RULES, type NewTable, patternsFor } from './patterns.ts';

interface PatternDialogProps {
  readonly table: TableInfo;
  readonly onChosen: (rules: Rules) => void;
  readonly onClose: () => void;
}

export function PatternDialog({ table, onChosen, onClose }: PatternDialogProps) {
  const project = useProject();
  const changed = useChanged();
  const names = useQuery(tableNamesQuery(project.id));
  const patterns = patternsFor(table);
  const [name, setName] = useState(Object.keys(patterns)[0] ?? '');
  const pattern = patterns[name];
  const tables = pattern?.tables.filter((one) => !names.data?.includes(one.name)) ?? [];
  const found = pattern?.tables.filter((one) => names.data?.includes(one.name)) ?? [];
  const columns = pattern?.columns.filter((one) => !table.columns.some((column) => column.name === one.name)) ?? [];
  const make = async (): Promise<void> => {
    if (pattern === undefined) return;
    const at = (one: string) => ({ path: { project_id: project.id, name: one } });
    for (const one of tables) await createTable(project.id, one);
    for (const one of tables) {
      const rules = LATER_RULES[one.name];
      if (rules === undefined) continue;
      const body = { rules };
      await answerOf(api.PATCH('/api/cloud/projects/{project_id}/tables/{name}', { params: at(one.name), body }));
    }
    if (columns.length > 0) {
      const body = asTyped<BodyOf<'alterTable'>>({ add_columns: columns });
      await answerOf(api.PATCH('/api/cloud/projects/{project_id}/tables/{name}', { params: at(table.name), body }));
    }
    await changed(project.id, 'tables');
    onChosen(pattern.rules);
  };
  return (
    <FormDialog title="Start from a pattern" submit="Use pattern" fields={[]} send={make} onClose={onClose}>
      <NativeSelect
        label="Pattern"
        value={name}
        data={Object.keys(patterns)}
        description={pattern?.text}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ul>
        {found.map((one) => (
          <li key={one.name}>Looks into your table {one.name}.</li>
        ))}
        {tables.map((one) => (
          <li key={one.name}>
            Makes the table {one.name} ({one.columns.map((column) => column.name).join(', ')}).
          </li>
        ))}
        {columns.map((one) => (
          <li key={one.name}>
            Adds the column {one.name} to {table.name}.
          </li>
        ))}
        <li>Fills in the rules of {table.name}. They are in force when you save them.</li>
      </ul>
    </FormDialog>
  );
}

async function createTable(project: string, { name, columns, indexes, rules }: NewTable): Promise<void> {
  const params = { path: { project_id: project } };
  const body = asTyped<BodyOf<'createTable'>>({ name, columns, indexes, rules });
  await answerOf(api.POST('/api/cloud/projects/{project_id}/tables', { params, body }));
}
