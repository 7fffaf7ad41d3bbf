import { useQuery, useQueryClient } from '@tanstack/react-query';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { useRefreshKey } from '../../shared/keyboard/use-refresh-key.ts';
import { List } from '../../shared/list/list-page.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { formatCount } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { ExportMessages } from './export-messages.tsx';
import { FolderLinks } from './folder-links.tsx';
import classes from './inbox.module.css';
import { type Message, messagesQuery, unreadQuery } from './message-queries.ts';
import { MessageRegion } from './message-region.tsx';
import { ReceiveSwitch } from './receive-switch.tsx';

const formCall = (project: string): string => `${projectAddress(project, 'api')}?operation=sendMessage`;

export function InboxPage() {
  const project = useProject();
  const { path, search, change, go } = useAddress();
  const client = useQueryClient();
  const unread = useQuery(unreadQuery(project.id));
  useRefreshKey(() => void client.invalidateQueries({ queryKey: [project.id, 'messages'] }));
  const opened = search['message'];
  const columns: readonly TableColumn<Message>[] = [
    {
      title: 'From',
      value: ({ from_name, from_email }) => from_name ?? from_email,
      cell: (message) => (
        <span className={message.status === 'unread' ? classes.unread : undefined}>
          <AppLink
            to={`${path}${searchText({ ...search, message: message.id })}`}
            {...(message.id === opened && { 'aria-current': 'page' as const })}
          >
            {senderOf(message)}
          </AppLink>
        </span>
      ),
    },
    { title: 'Message', cell: ({ body }) => visibleLine(body, 120) },
    { title: 'State', value: ({ status }) => status, cell: ({ status }) => <StateBadge state={status} /> },
    { title: 'Received', order: 'created_at', cell: ({ created_at }) => <TimeText at={created_at} /> },
  ];
  return (
    <Page title="Inbox" isWide actions={<ExportMessages />}>
      <div className={classes.state}>
        <span>{unread.data === undefined ? '' : `${formatCount(unread.data)} unread`}</span>
        <ReceiveSwitch />
      </div>
      <FolderLinks />
      <div className={classes.parts} data-open={opened !== undefined || undefined}>
        <div>
          <List
            name="Messages"
            hasSearch
            query={(asked) => messagesQuery(project.id, asked)}
            keyOf={({ id }) => id}
            columns={columns}
            isNarrowed={search['folder'] !== undefined}
            next={<p>What visitors send through the contact form of your app arrives here, and by mail with you.</p>}
            first={{ label: 'Show the call of the form', run: () => go(formCall(project.id)) }}
          />
        </div>
        {opened !== undefined && (
          <MessageRegion key={opened} id={opened} onClose={() => change({ message: undefined })} />
        )}
      </div>
    </Page>
  );
}

function senderOf({ from_name: name, from_email: email }: Message): string {
  return visibleLine(name ?? email ?? 'Somebody', 80);
}
