import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { StateBadge } from '../../../shared/feedback/state-badge.tsx';
import { DataTable } from '../../../shared/list/data-table.tsx';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { plural } from '../../../shared/text/formats.ts';
import { visibleText } from '../../../shared/text/visible-text.ts';
import { RULE_ACTIONS, type Rules } from '../column-types.ts';
import { findUserId } from '../find-user-id.ts';
import type { TableInfo } from '../table-types.ts';
import { explainActions, type Person, samplePeople, type Trial, tryActions } from './rule-trials.ts';
import classes from './rules.module.css';

const SAMPLE_ROWS = 10;
const SAMPLE_PEOPLE = 5;
const COLUMNS_MAX = 6;
const VISITOR = 'a visitor';
const USER = 'a user';

interface WhoSeesProps {
  readonly table: TableInfo;
  readonly rules: Rules;
}

export function WhoSees({ table, rules }: WhoSeesProps) {
  const { id } = useProject();
  const client = useQueryClient();
  const [person, setPerson] = useState(VISITOR);
  const [email, setEmail] = useState('');
  const [trials, setTrials] = useState<readonly Trial[]>();
  const [people, setPeople] = useState<readonly PersonTrials[]>();
  const [busy, setBusy] = useState<'show' | 'compare'>();
  const [error, setError] = useState<unknown>();
  const run = async (what: 'show' | 'compare', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(undefined);
    }
  };
  const show = async (): Promise<void> => {
    setTrials(undefined);
    const as = person === USER ? await findUserId(client, id, email) : null;
    setTrials(await explainActions({ project: id, table: table.name, as, rules, sample: SAMPLE_ROWS }));
  };
  const compare = async (): Promise<void> => {
    setPeople(undefined);
    const sample = await samplePeople(id, SAMPLE_PEOPLE);
    setPeople(await Promise.all(sample.map((one) => comparePerson(one, { project: id, table: table.name, rules }))));
  };
  return (
    <Region title="Who can see what">
      <div className={classes.try}>
        <NativeSelect
          label="Person"
          value={person}
          data={[VISITOR, USER]}
          onChange={(event) => setPerson(event.currentTarget.value)}
        />
        {person === USER && (
          <TextInput
            label="E-mail of the user"
            type="email"
            placeholder="ann@example.com"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        <Button loading={busy === 'show'} onClick={() => void run('show', show)}>
          Show what they see
        </Button>
        <Button variant="default" loading={busy === 'compare'} onClick={() => void run('compare', compare)}>
          Compare with the saved rules
        </Button>
      </div>
      {error !== undefined && <FailureAlert error={error} />}
      {trials !== undefined && <Seen table={table} trials={trials} />}
      {people !== undefined && <Matrix people={people} />}
    </Region>
  );
}

function Seen({ table, trials }: { readonly table: TableInfo; readonly trials: readonly Trial[] }) {
  const rows = trials.find(({ action }) => action === 'read')?.sample ?? [];
  const own = table.columns.filter(({ system }) => system !== true);
  const names = [...own, ...table.columns.filter(({ system }) => system === true)]
    .map(({ name }) => name)
    .filter((name) => rows.some((row) => name in row));
  return (
    <div role="status" className={classes.verdict}>
      <DataTable
        name="What they may do"
        items={trials}
        keyOf={({ action }) => action}
        columns={[
          { title: 'Action', isShort: true, cell: ({ action }) => action },
          { title: 'May', isShort: true, cell: ({ allowed }) => <StateBadge state={allowed ? 'Allowed' : 'Denied'} /> },
          {
            title: 'Rows',
            align: 'right',
            cell: ({ rows: count, action }) => (action === 'create' ? '' : (count ?? 0)),
          },
          { title: 'Why', cell: (trial) => visibleText(whyOf(trial)) },
        ]}
      />
      {rows.length === 0 ? (
        <p className="dim">They see no row.</p>
      ) : (
        <div className={classes.wide}>
          <DataTable
            name="Rows as they see them"
            items={rows}
            keyOf={(row) => String(row['id'])}
            columns={names.slice(0, COLUMNS_MAX).map((name) => ({
              title: name,
              cell: (row: Readonly<Record<string, unknown>>) => visibleText(textOfCell(row[name])),
            }))}
          />
        </div>
      )}
    </div>
  );
}

function whyOf({ reason, exists = [] }: Trial): string {
  const lookups = exists.filter(({ held }) => held !== null);
  const said = lookups.map(({ table, held }) => `${held === true ? 'Found' : 'Not found'} in ${table}.`);
  return [reason, ...said].join(' ');
}

function textOfCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface PersonTrials extends Person {
  readonly draft: readonly Trial[];
  readonly saved: readonly Trial[];
}

async function comparePerson(
  person: Person,
  { project, table, rules }: { readonly project: string; readonly table: string; readonly rules: Rules },
): Promise<PersonTrials> {
  const tried = { project, table, as: person.as };
  const [draft, saved] = await Promise.all([tryActions({ ...tried, rules }), tryActions(tried)]);
  return { ...person, draft, saved };
}

function Matrix({ people }: { readonly people: readonly PersonTrials[] }) {
  return (
    <div role="status" className={`${classes.verdict} ${classes.wide}`}>
      <DataTable
        name="What the draft changes"
        items={people}
        keyOf={({ name }) => name}
        columns={[
          { title: 'Person', cell: ({ name }) => visibleText(name) },
          ...RULE_ACTIONS.map((action, at) => ({
            title: action,
            cell: ({ draft, saved }: PersonTrials) => changeOf(draft[at], saved[at]),
          })),
        ]}
      />
    </div>
  );
}

function changeOf(draft: Trial | undefined, saved: Trial | undefined): string {
  if (draft === undefined || saved === undefined) return '';
  if (draft.action === 'create') {
    const word = ({ allowed }: Trial): string => (allowed ? 'allowed' : 'denied');
    return word(draft) === word(saved) ? word(draft) : `${word(draft)}, before ${word(saved)}`;
  }
  const [now, before] = [draft.rows ?? 0, saved.rows ?? 0];
  const change = now > before ? `, ${now - before} more` : now < before ? `, ${before - now} fewer` : '';
  return `${plural(now, 'row')}${change}`;
}
