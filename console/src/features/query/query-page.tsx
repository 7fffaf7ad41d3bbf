import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { projectAddress } from '../../shared/address/addresses.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { Field } from '../../shared/forms/field.tsx';
import { type FieldSpec, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { requireText } from '../../shared/forms/require-text.ts';
import { SlowLists, slowListsQuery } from '../../shared/indexes/slow-lists.tsx';
import { shortcuts } from '../../shared/keyboard/shortcuts.ts';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { Empty } from '../../shared/list/empty.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Region } from '../../shared/page/region.tsx';
import { Tabs } from '../../shared/page/tabs.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { CopyBlock } from '../../shared/text/copy-block.tsx';
import classes from './query.module.css';
import { CODE_WAYS, queryCode } from './query-code.ts';
import { isAggregate, type QueryDraft, readDraft } from './query-draft.ts';
import { QueryResults } from './query-results.tsx';
import { runQuery } from './run-query.ts';
import { SavedQueries, useSavedQueries } from './saved-queries.tsx';

const TABLES_MAX = 1000;

function tableNamesQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'tables', 'names'],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project }, query: { summary: true, limit: TABLES_MAX, order: 'name' } };
      const tables = await dataOf(api.GET('/api/cloud/projects/{project_id}/tables', { params, signal }));
      return tables.map(({ name }) => name);
    },
  });
}

function NoTables() {
  const { id } = useProject();
  const { go } = useAddress();
  return (
    <Empty
      name="Tables"
      next={<p>A query lists the rows of a table, or counts and sums them by group.</p>}
      first={{
        label: 'Make the first table',
        run: () => {
          go(projectAddress(id, 'tables'));
          shortcuts.request('New table');
        },
      }}
    />
  );
}

/** Queries the data in the API's own syntax. The page never writes, so a query in the address runs at once. */
export function QueryPage() {
  const project = useProject();
  const { search, change } = useAddress();
  const asked = readDraft(search);
  const askedText = JSON.stringify(asked);
  const [draft, setDraft] = useState<QueryDraft>(asked);
  const dialog = useDialog();
  const saved = useSavedQueries();
  const tables = useQuery(tableNamesQuery(project.id));
  const slow = useQuery(slowListsQuery(project.id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address replaces the draft.
  useEffect(() => setDraft(asked), [askedText]);
  const result = useQuery({
    queryKey: [project.id, 'rows', asked.table, 'query', asked],
    queryFn: ({ signal }) => runQuery(project.id, asked, signal),
    enabled: asked.table !== '',
    retry: false,
  });
  const table = draft.table === '' ? (tables.data?.[0] ?? '') : draft.table;
  const shown = { ...draft, table };
  const run = (): void => {
    if (JSON.stringify(shown) === askedText) void result.refetch();
    else change({ ...shown });
  };
  useShortcut({ keys: 'mod+enter', label: 'Run', whileTyping: true, run });
  const askName = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Keep query"
        fields={[{ name: 'name', label: 'Name' }]}
        send={(values) => {
          requireText(values, 'name');
          saved.save({ name: textOf(values, 'name').trim(), draft: shown });
          return Promise.resolve();
        }}
        onClose={close}
      />
    ));
  return (
    <Page title="Query">
      <p className="dim">Lists and sums of a table, in the words of the API. A query only reads.</p>
      {tables.data?.length === 0 && <NoTables />}
      {tables.isError && <FailureAlert error={tables.error} onRetry={() => void tables.refetch()} />}
      <form
        hidden={tables.data?.length === 0}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          run();
        }}
      >
        <div className={classes.form}>
          {fieldsOf(tables.data ?? [], shown).map((spec) => (
            <Field
              key={spec.name}
              spec={spec}
              value={shown[spec.name as keyof QueryDraft]}
              onChange={(value) => setDraft({ ...shown, [spec.name]: String(value) })}
            />
          ))}
        </div>
        <div className={classes.actions}>
          <Button type="submit" loading={result.isFetching} disabled={table === ''}>
            Ask the data
          </Button>
          <Button variant="default" disabled={table === ''} onClick={askName}>
            Keep query
          </Button>
        </div>
      </form>
      <SavedQueries {...saved} />
      {asked.table !== '' && (
        <>
          <QueryPart query={result}>{(found) => <QueryResults draft={asked} result={found} />}</QueryPart>
          <Region title="As code">
            <Tabs name="As code" tabs={CODE_WAYS}>
              {(way) => (
                <CopyBlock
                  label={way}
                  text={queryCode(way, asked, { baseUrl: project.baseUrl, key: project.publicKey })}
                />
              )}
            </Tabs>
          </Region>
        </>
      )}
      <Region title="Slow lists">
        <QueryPart query={slow} lines={1}>
          {(lists) =>
            lists.length === 0 ? (
              <p className="dim">No list took 20 ms or more for want of an index since the service started.</p>
            ) : (
              <SlowLists lists={lists} />
            )
          }
        </QueryPart>
      </Region>
      {dialog.element}
    </Page>
  );
}

function fieldsOf(tables: readonly string[], draft: QueryDraft): readonly FieldSpec[] {
  const isGrouped = isAggregate(draft);
  return [
    { name: 'table', label: 'Table', kind: 'select', options: tables.map((value) => ({ value })) },
    {
      name: 'aggregates',
      label: 'Aggregates',
      placeholder: 'count, sum:amount:revenue',
      hint: 'Left empty, rows are listed.',
    },
    {
      name: 'group_by',
      label: 'Group by',
      placeholder: 'kind, created_at:day',
      hint: 'Times by day, week, month or year.',
    },
    ...(isGrouped ? [] : [{ name: 'select', label: 'Select', hint: 'Columns, or empty for all.' } as const]),
    { name: 'filter', label: 'Filter', placeholder: 'status:eq:active,price:gte:10' },
    { name: 'order', label: 'Order', placeholder: isGrouped ? 'count:desc' : 'created_at:desc' },
    { name: 'limit', label: 'Limit', kind: 'number', placeholder: '100' },
  ];
}
