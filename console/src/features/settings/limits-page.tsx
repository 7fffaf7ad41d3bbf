import { textOf } from '../../shared/forms/field-spec.ts';
import { GroupPage } from './group-page.tsx';
import { numberOf } from './lists-of-text.ts';

const FIELDS = [
  { name: 'reads_per_10s', label: 'Reads in 10 s', hint: 'Of one caller’s address.' },
  { name: 'writes_per_10s', label: 'Writes in 10 s', hint: 'Of one caller’s address.' },
  { name: 'rows_bytes', label: 'Table bytes', hint: 'All tables with their indexes.' },
  { name: 'files_bytes', label: 'File bytes', hint: 'All files together.' },
  { name: 'storage_files', label: 'Stored files', hint: 'How many there may be.' },
  { name: 'ai_per_day', label: 'AI calls in a day', hint: 'Their cost in minor units, until midnight UTC.' },
] as const;

/** Limits for callers and files. Only an operator of the installation can set them above the usual maximum. */
export function LimitsPage() {
  return (
    <GroupPage
      title="Limits"
      fields={FIELDS.map((field) => ({ ...field, kind: 'number' }))}
      read={({ limits }) => Object.fromEntries(FIELDS.map(({ name }) => [name, String(limits[name])]))}
      write={(values) => ({
        limits: Object.fromEntries(FIELDS.map(({ name }) => [name, numberOf(textOf(values, name))])),
      })}
    />
  );
}
