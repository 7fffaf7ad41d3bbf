import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import classes from './inbox.module.css';
import { deleteMessage, type Message, type MessageStatus, messageQuery, setStatus } from './message-queries.ts';

interface MessageActionsProps {
  readonly message: Message;
  readonly onGone: () => void;
}

const DONE: Readonly<Record<MessageStatus, string>> = {
  unread: 'Marked as unread.',
  read: 'Back in the inbox.',
  archived: 'Archived.',
  spam: 'Marked as spam.',
};

export function MessageActions({ message, onGone }: MessageActionsProps) {
  const project = useProject();
  const isEditor = useMay('editor');
  const changed = useChanged();
  const dialog = useDialog();
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: (status: MessageStatus) => setStatus(project.id, message.id, status),
    // Updates the cache before the answer: if the user reopened the message first, a stale `unread` would mark it as read again.
    async onMutate(status) {
      const { queryKey } = messageQuery(project.id, message.id);
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, { ...message, status });
    },
    onSettled: () => changed(project.id, 'messages'),
  });
  useReadOnce(message, isEditor ? () => move.mutate('read') : undefined);

  const moveTo = (status: MessageStatus): void => {
    const before = message.status;
    move.mutate(status, { onSuccess: () => notify(DONE[status], () => move.mutate(before)) });
  };
  const askDelete = (): void =>
    dialog.confirm({
      action: 'Delete message',
      text: 'The message is deleted for good.',
      run: async () => {
        await deleteMessage(project.id, message.id);
        onGone();
        await changed(project.id, 'messages');
        notify('Message deleted.');
      },
    });
  const { status } = message;
  const moves: readonly (readonly [label: string, to: MessageStatus])[] =
    status === 'spam'
      ? [['Not spam', 'unread']]
      : [
          ...(status === 'unread' ? [] : [['Mark as unread', 'unread'] as const]),
          status === 'archived' ? ['Move to inbox', 'read'] : ['Archive', 'archived'],
          ['Mark as spam', 'spam'],
        ];
  return (
    <div className={classes.actions}>
      {message.from_email !== null && (
        <Button component="a" href={replyAddress(message)} rel="noopener noreferrer nofollow">
          Reply by mail
        </Button>
      )}
      {isEditor &&
        moves.map(([label, to]) => (
          <Button key={label} variant="default" disabled={move.isPending} onClick={() => moveTo(to)}>
            {label}
          </Button>
        ))}
      {isEditor && (
        <Button variant="default" c="red" onClick={askDelete}>
          Delete message
        </Button>
      )}
      {move.isError && <FailureAlert error={move.error} />}
      {dialog.element}
    </div>
  );
}

/** Marks a message as read if it was unread when opened; marking it unread afterwards stays. */
function useReadOnce({ status }: Message, markRead: (() => void) | undefined): void {
  const isJudged = useRef(false);
  useEffect(() => {
    if (isJudged.current) return;
    isJudged.current = true;
    if (status === 'unread') markRead?.();
  });
}

const QUOTED_MAX = 1000;

function replyAddress({ from_email: email, body }: Message): string {
  const quoted = body
    .slice(0, QUOTED_MAX)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  const fields = { subject: 'Re: Your message', body: `\n\n${quoted}` };
  const text = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return `mailto:${encodeURIComponent((email ?? '').toWellFormed())}?${text.join('&')}`;
}
