import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { notify } from '../../../shared/feedback/notices.ts';
import { FileField } from '../../../shared/forms/file-field.tsx';
import { DataTable } from '../../../shared/list/data-table.tsx';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { plural } from '../../../shared/text/formats.ts';
import { visibleLine } from '../../../shared/text/visible-text.ts';
import type { TableInfo } from '../table-types.ts';
import { csvHeader } from './csv-header.ts';
import classes from './import.module.css';
import { type ImportReport, importFile, isCsv } from './import-api.ts';

const HEADER_BYTES = 262_144;
const LEFT_OUT = '-';

export function ImportForm({ table }: { readonly table: TableInfo }) {
  const { id } = useProject();
  const changed = useChanged();
  const [file, setFile] = useState<File>();
  const [mode, setMode] = useState('insert');
  const [header, setHeader] = useState<readonly string[]>([]);
  const [targets, setTargets] = useState<readonly string[]>([]);
  const [report, setReport] = useState<ImportReport>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const names = table.columns.map(({ name }) => name);

  const choose = async (chosen: File | undefined): Promise<void> => {
    setFile(chosen);
    setReport(undefined);
    setError(undefined);
    const cells = chosen !== undefined && isCsv(chosen) ? csvHeader(await chosen.slice(0, HEADER_BYTES).text()) : [];
    setHeader(cells);
    setTargets(cells.map((cell) => (names.includes(cell) ? cell : LEFT_OUT)));
  };
  const send = async (isTrial: boolean): Promise<void> => {
    if (file === undefined) return;
    setIsBusy(true);
    setError(undefined);
    try {
      const isAsNamed = targets.every((target, at) => target === header[at]);
      const columns = isAsNamed ? undefined : targets;
      const done = await importFile({ project: id, table: table.name, file, mode, columns, isTrial });
      setReport(done);
      if (isTrial) return;
      notify(`${plural(done.inserted + done.updated, 'row')} imported.`);
      await Promise.all([changed(id, 'rows', table.name), changed(id, 'tables')]);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div className={classes.form}>
      <FileField
        label="CSV or JSON file"
        accept=".csv,.json,text/csv,application/json"
        onChange={(one) => void choose(one)}
      />
      <NativeSelect
        label="Mode"
        value={mode}
        data={['insert', 'upsert']}
        description={
          mode === 'upsert'
            ? 'Rows that are there, by id or the unique column, are changed.'
            : 'Every row is a new one.'
        }
        onChange={(event) => {
          setMode(event.currentTarget.value);
          setReport(undefined);
        }}
      />
      {header.length > 0 && (
        <DataTable
          name="Columns of the file"
          items={header.map((name, at) => ({ name, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { title: 'In the file', cell: ({ name }) => visibleLine(name) },
            {
              title: 'Goes to',
              cell: ({ name, at }) => (
                <NativeSelect
                  aria-label={`Column for ${name}`}
                  value={targets[at] ?? LEFT_OUT}
                  data={[{ value: LEFT_OUT, label: 'left out' }, ...names]}
                  onChange={(event) => {
                    setTargets(targets.with(at, event.currentTarget.value));
                    setReport(undefined);
                  }}
                />
              ),
            },
          ]}
        />
      )}
      {error !== undefined && <FailureAlert error={error} />}
      <div className={classes.actions}>
        <Button variant="default" disabled={file === undefined} loading={isBusy} onClick={() => void send(true)}>
          Check file
        </Button>
        <Button
          disabled={file === undefined || report?.dry_run !== true}
          loading={isBusy}
          onClick={() => void send(false)}
        >
          Import rows
        </Button>
      </div>
      {report !== undefined && <ReportRegion report={report} />}
    </div>
  );
}

function ReportRegion({ report }: { readonly report: ImportReport }) {
  const fitting = report.rows - report.failed;
  return (
    <Region title="Report">
      <p role="status">
        {plural(report.rows, 'row')},{' '}
        {report.dry_run ? `${fitting} fit` : `${report.inserted} new, ${report.updated} changed`}
      </p>
      {report.errors.length > 0 && (
        <DataTable
          name="Problems"
          items={report.errors}
          keyOf={({ line, field, message }) => `${line} ${field ?? ''} ${message}`}
          columns={[
            { title: 'Line', cell: ({ line }) => line },
            { title: 'Column', cell: ({ field }) => field ?? '–' },
            { title: 'Problem', cell: ({ message }) => visibleLine(message) },
          ]}
        />
      )}
    </Region>
  );
}
