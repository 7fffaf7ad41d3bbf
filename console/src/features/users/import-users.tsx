import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api, asTyped, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import dialogs from '../../shared/dialogs/dialogs.module.css';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { parseJson } from '../../shared/forms/parse-json.ts';
import { DataTable } from '../../shared/list/data-table.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { plural } from '../../shared/text/formats.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';

interface Report {
  readonly created: number;
  readonly failed: number;
  readonly dry_run: boolean;
  readonly errors: readonly { readonly index: number; readonly message: string }[];
}

const EXAMPLE = '[{"email": "ann@example.com", "name": "Ann", "email_verified": true}]';

export function ImportUsers({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const changed = useChanged();
  const [text, setText] = useState('');
  const [report, setReport] = useState<Report>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);

  const send = async (isTrial: boolean): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      const body = { users: asTyped<unknown[]>(parseJson('users', text)), dry_run: isTrial };
      const params = { path: { project_id: project.id } };
      setReport(await dataOf(api.POST('/api/cloud/projects/{project_id}/users/import', { params, body })));
      if (!isTrial) await changed(project.id, 'users');
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Dialog title="Import users" kind="wide" onClose={onClose}>
      <p>
        A JSON array of up to 1,000 users: <code>email</code>, and if you like <code>password_hash</code> (argon2,
        scrypt or bcrypt), <code>name</code>, <code>role</code>, <code>metadata</code>, <code>email_verified</code>,{' '}
        <code>id</code>, <code>created_at</code>.
      </p>
      <input
        type="file"
        accept="application/json,.json"
        aria-label="JSON file"
        onChange={(event) => void event.currentTarget.files?.[0]?.text().then(setText)}
      />
      <Textarea
        label="Users as JSON"
        rows={10}
        placeholder={EXAMPLE}
        value={text}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {error !== undefined && <FailureAlert error={error} />}
      {report !== undefined && (
        <section aria-label="Report">
          <p role="status">
            {plural(report.created, 'user')} {report.dry_run ? 'fit' : 'imported'}, {report.failed} left out
          </p>
          {report.errors.length > 0 && (
            <DataTable
              name="Problems"
              items={report.errors}
              keyOf={({ index, message }) => `${index} ${message}`}
              columns={[
                { title: 'User', cell: ({ index }) => index + 1 },
                { title: 'Problem', cell: ({ message }) => visibleLine(message) },
              ]}
            />
          )}
        </section>
      )}
      <div className={dialogs.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="default" loading={isBusy} onClick={() => void send(true)}>
          Check users
        </Button>
        <Button loading={isBusy} onClick={() => void send(false)}>
          Import users
        </Button>
      </div>
    </Dialog>
  );
}
