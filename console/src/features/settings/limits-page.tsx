import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { type FormValues, textOf } from '../../shared/forms/field-spec.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import type { Settings } from '../../shared/project/settings-queries.ts';
import { byteSize, readByteSize } from '../../shared/text/byte-size.ts';
import { decimalsOf, readMoney } from '../../shared/text/money.ts';
import { GroupPage } from './group-page.tsx';
import { numberOf } from './lists-of-text.ts';
import { SettingsPage } from './settings-page.tsx';

type Unit = 'count' | 'bytes' | 'money';

const FIELDS = [
  { name: 'reads_per_10s', label: 'Reads in 10 s', unit: 'count', hint: 'From one address of a caller.' },
  { name: 'writes_per_10s', label: 'Writes in 10 s', unit: 'count', hint: 'From one address of a caller.' },
  { name: 'rows_bytes', label: 'Table bytes', unit: 'bytes', hint: 'All tables with their indexes, such as 10 GB.' },
  { name: 'files_bytes', label: 'File bytes', unit: 'bytes', hint: 'All files together, such as 10 GB.' },
  { name: 'storage_files', label: 'Stored files', unit: 'count', hint: 'The number of files.' },
  { name: 'ai_per_day', label: 'AI calls in a day', unit: 'money', hint: 'What they may cost until midnight UTC' },
] as const satisfies readonly { readonly name: string; readonly unit: Unit; readonly [key: string]: string }[];

type ShownLimits = Pick<Settings['limits'], (typeof FIELDS)[number]['name']>;

export function LimitsPage() {
  const { id } = useProject();
  const billing = useQuery({
    queryKey: [id, 'billing'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/cloud/projects/{project_id}/billing', { params: { path: { project_id: id } }, signal })),
  });
  const currency = billing.data?.currency;
  if (currency === undefined) {
    return (
      <SettingsPage title="Limits">
        <QueryPart query={billing}>{() => null}</QueryPart>
      </SettingsPage>
    );
  }
  return (
    <GroupPage
      title="Limits"
      fields={FIELDS.map(({ name, label, unit, hint }) => ({
        name,
        label,
        hint: unit === 'money' ? `${hint}, in ${currency.toUpperCase()}.` : hint,
      }))}
      read={({ limits }) => shownLimits(limits, currency)}
      write={(values) => ({ limits: readLimits(values, currency) })}
    />
  );
}

export function shownLimits(limits: ShownLimits, currency: string): FormValues {
  return Object.fromEntries(FIELDS.map(({ name, unit }) => [name, shown(limits[name], unit, currency)]));
}

function shown(value: number, unit: Unit, currency: string): string {
  if (unit === 'bytes') return byteSize(value);
  const digits = unit === 'money' ? decimalsOf(currency) : 0;
  return (value / 10 ** digits).toFixed(digits);
}

/** Passes text that is not a number on unchanged, because the API explains what it expects. */
export function readLimits(values: FormValues, currency: string): Readonly<Record<string, number | string>> {
  return Object.fromEntries(
    FIELDS.map(({ name, unit }) => {
      const text = textOf(values, name);
      const read = unit === 'bytes' ? readByteSize(text) : unit === 'money' ? readMoney(text, currency) : undefined;
      return [name, read ?? numberOf(text)];
    }),
  );
}
