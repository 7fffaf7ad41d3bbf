import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddress } from '../../../shared/address/use-address.ts';
import { api, asTyped, type BodyOf, dataOf } from '../../../shared/api/client.ts';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { StateBadge } from '../../../shared/feedback/state-badge.tsx';
import { parseJson } from '../../../shared/forms/parse-json.ts';
import { useShortcut } from '../../../shared/keyboard/use-shortcut.ts';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { plural } from '../../../shared/text/formats.ts';
import { visibleText } from '../../../shared/text/visible-text.ts';
import { RULE_ACTIONS, type Rules } from '../column-types.ts';
import { findUserId } from '../find-user-id.ts';
import type { TableInfo } from '../table-types.ts';
import classes from './rules.module.css';

interface Verdict {
  readonly allowed: boolean;
  readonly reason: string;
  readonly status?: number | null;
  readonly code?: string | null;
  readonly sample?: readonly object[] | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CALLERS = ['anonymous', 'user', 'role'];

export function TryRules({ table, rules }: { readonly table: TableInfo; readonly rules: Rules }) {
  const { id } = useProject();
  const client = useQueryClient();
  const { search } = useAddress();
  const [caller, setCaller] = useState(search['caller'] ?? 'anonymous');
  const [user, setUser] = useState(search['user'] ?? '');
  const [role, setRole] = useState('');
  const [action, setAction] = useState(search['action'] ?? 'read');
  const [row, setRow] = useState(search['row'] ?? '');
  const [verdict, setVerdict] = useState<Verdict>();
  const [error, setError] = useState<unknown>();

  const run = async (): Promise<void> => {
    setError(undefined);
    setVerdict(undefined);
    try {
      const as =
        caller === 'user' ? await findUserId(client, id, user) : caller === 'role' ? { role: role.trim() } : null;
      const text = row.trim();
      const tried = text === '' ? {} : UUID.test(text) ? { row_id: text } : { row: parseJson('row', text) };
      const params = { path: { project_id: id, name: table.name } };
      const body = asTyped<BodyOf<'testRule'>>({ action, as, rules, sample: true, ...tried });
      setVerdict(await dataOf(api.POST('/api/cloud/projects/{project_id}/tables/{name}/rules/test', { params, body })));
    } catch (thrown) {
      setError(thrown);
    }
  };
  useShortcut({ keys: 'mod+enter', label: 'Run', whileTyping: true, run: () => void run() });

  return (
    <Region title="View as">
      <div className={classes.try}>
        <NativeSelect
          label="Caller"
          value={caller}
          data={CALLERS}
          onChange={(event) => setCaller(event.currentTarget.value)}
        />
        {caller === 'user' && (
          <TextInput
            label="User"
            placeholder="ann@example.com"
            value={user}
            onChange={(event) => setUser(event.currentTarget.value)}
          />
        )}
        {caller === 'role' && (
          <TextInput label="Role" value={role} onChange={(event) => setRole(event.currentTarget.value)} />
        )}
        <NativeSelect
          label="Action"
          value={action}
          data={[...RULE_ACTIONS]}
          onChange={(event) => setAction(event.currentTarget.value)}
        />
        <Textarea
          label="Row"
          description="A row as JSON, or the id of one. Empty asks for all."
          rows={1}
          autosize={false}
          value={row}
          onChange={(event) => setRow(event.currentTarget.value)}
        />
        <Button onClick={() => void run()}>Try</Button>
      </div>
      {error !== undefined && <FailureAlert error={error} />}
      {verdict !== undefined && <VerdictText verdict={verdict} />}
    </Region>
  );
}

function VerdictText({ verdict: { allowed, reason, status, code, sample } }: { readonly verdict: Verdict }) {
  return (
    <div role="status" className={classes.verdict}>
      <p>
        <StateBadge state={allowed ? 'Allowed' : 'Denied'} />{' '}
        {typeof status === 'number' && <span className="dim">{status}</span>}{' '}
        {typeof code === 'string' && <code>{code}</code>}
      </p>
      <p>{reason}</p>
      {Array.isArray(sample) && (
        <>
          <p className="dim">May read {plural(sample.length, 'row')} of a sample:</p>
          <pre className={classes.seen}>{visibleText(JSON.stringify(sample, null, 2))}</pre>
        </>
      )}
    </div>
  );
}
