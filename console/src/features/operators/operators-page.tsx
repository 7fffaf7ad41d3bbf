import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { infoQuery } from '../../shared/api/info-query.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { CopyOnceDialog } from '../../shared/dialogs/copy-once-dialog.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import type { ListData } from '../../shared/list/list-data.ts';
import { List, type ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';
import { RowMenu } from '../../shared/list/row-menu.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { NotFound } from '../../shared/page/not-found.tsx';
import { Page } from '../../shared/page/page.tsx';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { ArchiveState } from './archive-state.tsx';

interface ListedOperator {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly is_operator: boolean;
  readonly disabled: boolean;
  readonly status: string;
  readonly created_at: string;
  readonly last_sign_in_at: string | null;
}

function operatorsQuery({ limit, offset, order }: ListSearch): ListQuery<ListData<ListedOperator>> {
  const query = { limit, offset, ...(order !== undefined && { order }) };
  return {
    queryKey: ['operators', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/cloud/operators', { params: { query }, signal })),
  };
}

export function OperatorsPage() {
  const { data: account } = useQuery(accountQuery);
  return account?.isOperator === false ? <NotFound /> : <Operators />;
}

const ENGINES: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

function Operators() {
  const changed = useChanged();
  const dialog = useDialog();
  const info = useQuery(infoQuery);
  const invite = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Invite operator"
        fields={[{ name: 'email', label: 'E-mail', kind: 'email' }]}
        send={async (values) => {
          const body = { email: textOf(values, 'email').trim() };
          const { invite_url: url } = await dataOf(api.POST('/api/cloud/operators', { body }));
          await changed('operators');
          if (url === undefined) return;
          dialog.showNext((done) => (
            <CopyOnceDialog
              label="Invitation link"
              value={url}
              text="Send this link to the person. It is good once, and is not shown again."
              onClose={done}
            />
          ));
        }}
        onClose={close}
      />
    ));
  const patch = async (id: string, body: { is_operator?: boolean; disabled?: boolean }): Promise<void> => {
    await answerOf(api.PATCH('/api/cloud/operators/{account_id}', { params: { path: { account_id: id } }, body }));
    await changed('operators');
  };
  const actionsOf = ({ id, email, is_operator, disabled }: ListedOperator) => [
    {
      label: is_operator ? 'Take operator rights' : 'Make operator',
      run: () =>
        dialog.confirm({
          action: is_operator ? 'Take operator rights' : 'Make operator',
          isHarmless: !is_operator,
          text: `An operator manages every account of this installation. This concerns ${visibleLine(email)}.`,
          run: () => patch(id, { is_operator: !is_operator }),
        }),
    },
    {
      label: disabled ? 'Enable account' : 'Disable account',
      run: () =>
        dialog.confirm({
          action: disabled ? 'Enable account' : 'Disable account',
          isHarmless: disabled,
          text: disabled
            ? `${visibleLine(email)} can sign in again.`
            : `${visibleLine(email)} is signed out and cannot sign in.`,
          run: () => patch(id, { disabled: !disabled }),
        }),
    },
    {
      label: 'Delete operator',
      isDangerous: true,
      run: () =>
        dialog.confirm({
          action: 'Delete operator',
          typed: email,
          text: `${visibleLine(email)} loses the account and everything that came with it.`,
          run: async () => {
            await answerOf(api.DELETE('/api/cloud/operators/{account_id}', { params: { path: { account_id: id } } }));
            await changed('operators');
          },
        }),
    },
  ];
  const columns: readonly TableColumn<ListedOperator>[] = [
    { title: 'E-mail', order: 'email', cell: ({ email }) => visibleLine(email) },
    { title: 'Name', value: ({ name }) => name, cell: ({ name }) => visibleLine(name ?? '–') },
    {
      title: 'Operator',
      value: ({ is_operator }) => is_operator,
      cell: ({ is_operator }) => (is_operator ? 'yes' : 'no'),
    },
    { title: 'State', value: ({ status }) => status, cell: ({ status }) => <StateBadge state={status} /> },
    {
      title: 'Last sign-in',
      value: ({ last_sign_in_at }) => last_sign_in_at,
      cell: ({ last_sign_in_at }) => <TimeText at={last_sign_in_at} />,
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (operator) => <RowMenu name={operator.email} actions={actionsOf(operator)} />,
    },
  ];
  return (
    <Page title="Operators" actions={<Button onClick={invite}>Invite operator</Button>}>
      <QueryPart query={info} lines={1}>
        {({ version, mode, engine }) => (
          <p className="dim">
            Version {version} · {mode} mode{engine !== undefined && ` · ${ENGINES[engine] ?? engine}`}
          </p>
        )}
      </QueryPart>
      <ArchiveState />
      <List name="Operators" query={operatorsQuery} keyOf={({ id }) => id} columns={columns} />
      {dialog.element}
    </Page>
  );
}
