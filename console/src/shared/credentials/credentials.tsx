import { Button } from '@mantine/core';
import { type FieldSpec, type FormValues, textOf } from '../forms/field-spec.ts';
import { endOfDay } from '../forms/times.ts';
import type { TableColumn } from '../list/table-column.ts';
import { TimeText } from '../text/time-text.tsx';
import { visibleLine } from '../text/visible-text.ts';

interface Credential {
  readonly id: string;
  /** Its first characters; null for those made before the service kept them. */
  readonly prefix: string | null;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
}

export function credentialFields(thing: string): readonly FieldSpec[] {
  return [
    { name: 'name', label: 'Name', hint: `Where the ${thing} is used.` },
    { name: 'expires_at', label: 'Expires', kind: 'date', hint: 'Left empty, it is good until it is deleted.' },
  ];
}

export function credentialBody(values: FormValues): { name: string; expires_at: string | null } {
  return { name: textOf(values, 'name').trim(), expires_at: endOfDay(textOf(values, 'expires_at')) };
}

export function credentialColumns<T extends Credential>(
  deletion: string,
  onDelete: (credential: T) => void,
): readonly TableColumn<T>[] {
  return [
    { title: 'Name', order: 'name', cell: ({ name }) => visibleLine(name) },
    { title: 'Begins with', cell: ({ prefix }) => (prefix ? <code>{visibleLine(prefix)}…</code> : '–') },
    { title: 'Created', order: 'created_at', cell: ({ created_at }) => <TimeText at={created_at} /> },
    {
      title: 'Last used',
      value: ({ last_used_at }) => last_used_at,
      cell: ({ last_used_at }) => <TimeText at={last_used_at} />,
    },
    {
      title: 'Expires',
      value: ({ expires_at }) => expires_at,
      cell: ({ expires_at }) => <TimeText at={expires_at} exact />,
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (credential) => (
        <Button variant="default" size="compact-sm" onClick={() => onDelete(credential)}>
          {deletion}
        </Button>
      ),
    },
  ];
}
