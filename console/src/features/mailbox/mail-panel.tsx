import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { Fact, Facts } from '../../shared/text/facts.tsx';
import { MailFrame } from '../../shared/text/mail-frame.tsx';
import { PlainText } from '../../shared/text/plain-text.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';

export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly reply_to: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly created_at: string;
}

const KEPT = 500;

export function MailPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useQuery({
    queryKey: ['mailbox', 'one', id],
    queryFn: async ({ signal }): Promise<Mail | null> => {
      const mails = await dataOf(api.GET('/api/cloud/mailbox', { params: { query: { limit: KEPT } }, signal }));
      return mails.find((mail) => mail.id === id) ?? null;
    },
  });
  return (
    <Dialog title={query.data ? visibleLine(query.data.subject) : 'Mail'} kind="panel" onClose={onClose}>
      <QueryPart query={query}>
        {(mail) => (mail === null ? <p>This mail is no longer there.</p> : <MailContent mail={mail} />)}
      </QueryPart>
    </Dialog>
  );
}

function MailContent({ mail }: { readonly mail: Mail }) {
  return (
    <>
      <Facts>
        <Fact name="To">{visibleLine(mail.to)}</Fact>
        <Fact name="From">{visibleLine(mail.from)}</Fact>
        <Fact name="Reply to">{mail.reply_to === null ? null : visibleLine(mail.reply_to)}</Fact>
        <Fact name="Sent">
          <TimeText at={mail.created_at} exact />
        </Fact>
      </Facts>
      {mail.html !== null && <MailFrame title="The mail as HTML" html={mail.html} />}
      <h3>Text</h3>
      <PlainText text={mail.text} />
    </>
  );
}
