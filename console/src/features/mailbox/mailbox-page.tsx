import { Button } from '@mantine/core';
import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import type { ListData } from '../../shared/list/list-data.ts';
import { List, type ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { type Mail, MailPanel } from './mail-panel.tsx';

function mailsQuery({ limit, offset }: ListSearch): ListQuery<ListData<Mail>> {
  const query = { limit, offset };
  return {
    queryKey: ['mailbox', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/cloud/mailbox', { params: { query }, signal })),
  };
}

export function MailboxPage() {
  const { path, search, change } = useAddress();
  const changed = useChanged();
  const dialog = useDialog();
  const empty = (): void =>
    dialog.confirm({
      action: 'Empty mailbox',
      text: 'All mails in it are deleted.',
      run: async () => {
        await answerOf(api.DELETE('/api/cloud/mailbox', {}));
        await changed('mailbox');
      },
    });
  const columns: readonly TableColumn<Mail>[] = [
    {
      title: 'Subject',
      value: ({ subject }) => subject,
      cell: ({ id, subject }) => (
        <AppLink to={`${path}${searchText({ ...search, mail: id })}`}>{visibleLine(subject)}</AppLink>
      ),
    },
    { title: 'To', value: ({ to }) => to, cell: ({ to }) => visibleLine(to) },
    { title: 'From', value: ({ from }) => from, cell: ({ from }) => visibleLine(from) },
    { title: 'Sent', value: ({ created_at }) => created_at, cell: ({ created_at }) => <TimeText at={created_at} /> },
  ];
  return (
    <Page
      title="Mailbox"
      actions={
        <Button variant="default" onClick={empty}>
          Empty mailbox
        </Button>
      }
    >
      <List
        name="Mailbox"
        query={mailsQuery}
        keyOf={({ id }) => id}
        columns={columns}
        next={<p>In development mode the service keeps its mails here instead of sending them.</p>}
      />
      {search['mail'] !== undefined && <MailPanel id={search['mail']} onClose={() => change({ mail: undefined })} />}
      {dialog.element}
    </Page>
  );
}
