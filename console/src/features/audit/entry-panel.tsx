import { useQuery } from '@tanstack/react-query';
import { logAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { Fact, Facts } from '../../shared/text/facts.tsx';
import { PlainText } from '../../shared/text/plain-text.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { actorText } from './actor-text.ts';
import { type AuditEntry, entryQuery } from './audit-queries.ts';
import { TargetText } from './target-text.tsx';

export function EntryPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const project = useProject();
  const query = useQuery(entryQuery(project.id, id));
  return (
    <Dialog title="Change" kind="panel" onClose={onClose}>
      <QueryPart query={query}>
        {(entry) => (entry === null ? <p>There is no such entry.</p> : <EntryContent entry={entry} />)}
      </QueryPart>
    </Dialog>
  );
}

function EntryContent({ entry }: { readonly entry: AuditEntry }) {
  const project = useProject();
  const { request_id: request, created_at: at } = entry;
  return (
    <>
      <Facts>
        <Fact name="At">
          <TimeText at={at} precise />
        </Fact>
        <Fact name="Actor">{visibleLine(actorText(entry.actor))}</Fact>
        <Fact name="Action">
          <code>{entry.action}</code>
        </Fact>
        <Fact name="Target">
          <TargetText entry={entry} />
        </Fact>
        <Fact name="By way of">{entry.via}</Fact>
        <Fact name="Address">{entry.ip}</Fact>
        <Fact name="Request">
          {request === null ? null : <AppLink to={logAddress(project.id, request)}>{request}</AppLink>}
        </Fact>
      </Facts>
      <h3>Details</h3>
      <PlainText text={JSON.stringify(entry.details, null, 2)} />
    </>
  );
}
