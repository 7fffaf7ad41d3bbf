import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldSpec, optionsOf, textOf } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import type { Column } from '../column-types.ts';
import { FILTER_OPERATORS } from '../grid/filter-text.ts';
import { tableNamesQuery, tableQuery } from '../table-queries.ts';
import type { TableInfo } from '../table-types.ts';
import type { Condition } from './rule-condition.ts';

interface AddConditionProps {
  readonly table: TableInfo;
  readonly onAdd: (term: Condition) => void;
  readonly onClose: () => void;
}

const COMPARE = 'A column of the row';
const NONE = '';

export function AddCondition({ table, onAdd, onClose }: AddConditionProps) {
  const { id } = useProject();
  const names = useQuery(tableNamesQuery(id));
  const [about, setAbout] = useState(COMPARE);
  const looked = useQuery({ ...tableQuery(id, about), enabled: about !== COMPARE });
  const choice = (
    <NativeSelect
      mb={12}
      label="Condition about"
      value={about}
      data={[COMPARE, { group: 'The user is in', items: [...(names.data ?? [])] }]}
      onChange={(event) => setAbout(event.currentTarget.value)}
    />
  );
  if (about === COMPARE) {
    return (
      <FormDialog
        key="compare"
        title="Add condition"
        intro={choice}
        fields={comparisonFields(table.columns)}
        initial={{ column: table.columns[0]?.name ?? '', operator: 'eq' }}
        send={(values) => {
          const [column, op] = [textOf(values, 'column'), textOf(values, 'operator')];
          const text = textOf(values, 'value');
          const isList = ['in', 'nin', 'between'].includes(op);
          onAdd({ kind: 'compare', column, op, values: isList ? text.split(',').map((one) => one.trim()) : [text] });
          return Promise.resolve();
        }}
        onClose={onClose}
      />
    );
  }
  const columns = looked.data?.columns ?? [];
  return (
    <FormDialog
      key={`${about} ${columns.length}`}
      title="Add condition"
      intro={choice}
      fields={lookupFields(columns, table.columns)}
      initial={likelyLookup(columns, table)}
      send={(values) => {
        onAdd(lookupOf(about, (name) => textOf(values, name)));
        return Promise.resolve();
      }}
      onClose={onClose}
    />
  );
}

function comparisonFields(columns: readonly Column[]): readonly FieldSpec[] {
  return [
    { name: 'column', label: 'Column', kind: 'select', options: optionsOf(columns.map(({ name }) => name)) },
    { name: 'operator', label: 'Operator', kind: 'select', options: optionsOf(FILTER_OPERATORS) },
    {
      name: 'value',
      label: 'Value',
      hint: '$user.id, $user.email, $user.role and $now stand for the caller and the time. Several values of in, nin and between are parted by commas.',
    },
  ];
}

function lookupFields(columns: readonly Column[], own: readonly Column[]): readonly FieldSpec[] {
  const theirs = optionsOf(columns.map(({ name }) => name));
  const none = { value: NONE, label: 'Not compared' };
  return [
    { name: 'user', label: 'Column with the user’s id', kind: 'select', options: theirs },
    { name: 'column', label: 'Column that equals one of this row', kind: 'select', options: [none, ...theirs] },
    {
      name: 'row',
      label: 'Column of this row',
      kind: 'select',
      options: optionsOf(own.map(({ name }) => name)),
      isShown: ({ column }) => column !== NONE,
    },
    { name: 'role', label: 'With', kind: 'select', options: [{ value: NONE, label: 'Nothing more' }, ...theirs] },
    {
      name: 'values',
      label: 'One of',
      hint: 'Several are parted by commas.',
      placeholder: 'owner,editor',
      isShown: ({ role }) => role !== NONE,
    },
  ];
}

/** The usual columns of a table of members: `user_id`, and the same name of a column in both tables or `<table>_id`. */
function likelyLookup(columns: readonly Column[], { columns: own, name }: TableInfo): Readonly<Record<string, string>> {
  const names = columns.filter(({ system }) => system !== true).map((column) => column.name);
  const user = names.find((one) => one === 'user_id' || one === 'user') ?? 'owner_id';
  const shared = names.find(
    (one) => one !== user && own.some((column) => column.name === one && column.type !== 'json'),
  );
  const referring = columns.find((column) => column.type === 'reference' && column.table === name)?.name;
  const column = referring ?? shared ?? NONE;
  return { user, column, row: referring === undefined ? (shared ?? 'id') : 'id', role: NONE, values: '' };
}

function lookupOf(table: string, textAt: (name: string) => string): Condition {
  const terms: Condition[] = [];
  const compare = (column: string, op: string, values: readonly string[]): void => {
    terms.push({ kind: 'compare', column, op, values });
  };
  if (textAt('column') !== NONE) compare(textAt('column'), 'eq', [`$row.${textAt('row')}`]);
  compare(textAt('user'), 'eq', ['$user.id']);
  const values = textAt('values')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (textAt('role') !== NONE && values.length > 0) compare(textAt('role'), values.length > 1 ? 'in' : 'eq', values);
  return { kind: 'exists', table, terms };
}
