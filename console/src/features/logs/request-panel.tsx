import { useQuery } from '@tanstack/react-query';
import { runAddress, tableAddress, userAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { CopyField } from '../../shared/dialogs/copy-field.tsx';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import type { PanelSteps } from '../../shared/dialogs/panel-steps.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { Fact, Facts } from '../../shared/text/facts.tsx';
import { formatMs } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleText } from '../../shared/text/visible-text.ts';
import { type LoggedRequest, requestQuery } from './log-queries.ts';
import { StatusBadge } from './status-badge.tsx';

interface RequestPanelProps {
  readonly id: string;
  readonly steps: PanelSteps;
  readonly onClose: () => void;
}

export function RequestPanel({ id, steps, onClose }: RequestPanelProps) {
  const project = useProject();
  const query = useQuery(requestQuery(project.id, id));
  return (
    <Dialog title="Request" kind="panel" onClose={onClose} {...steps}>
      <QueryPart query={query}>
        {(request) =>
          request === null ? (
            <p>This request is no longer in the log, which is kept for three days.</p>
          ) : (
            <RequestContent request={request} />
          )
        }
      </QueryPart>
    </Dialog>
  );
}

function RequestContent({ request }: { readonly request: LoggedRequest }) {
  const project = useProject();
  const run = runOf(request);
  const tester = testerOf(project.id, request);
  const text = (value: string | null) => (value === null ? null : visibleText(value));
  return (
    <>
      <p>
        <StatusBadge status={request.status} /> <code>{visibleText(request.method)}</code> {visibleText(request.path)}
      </p>
      <Facts>
        <Fact name="At">
          <TimeText at={request.at} precise />
        </Fact>
        <Fact name="Duration">{formatMs(request.duration_ms)}</Fact>
        <Fact name="Code">{text(request.code)}</Fact>
        <Fact name="Error">{text(request.error)}</Fact>
        <Fact name="Caller">{request.caller === null ? null : <Caller caller={request.caller} />}</Fact>
        <Fact name="Address">{visibleText(request.ip)}</Fact>
        <Fact name="User agent">{text(request.user_agent)}</Fact>
        <Fact name="Run">
          {run === undefined ? (
            text(request.run_id)
          ) : (
            <AppLink to={runAddress(project.id, run.name, run.id)}>Run of {visibleText(run.name)}</AppLink>
          )}
        </Fact>
      </Facts>
      {tester !== undefined && (
        <p>
          <AppLink to={tester}>Try this call in the rules</AppLink>
        </p>
      )}
      <CopyField label="Request id" value={request.request_id} />
    </>
  );
}

function Caller({ caller }: { readonly caller: string }) {
  const project = useProject();
  const user = /^user:(.+)$/.exec(caller)?.[1];
  return user === undefined ? visibleText(caller) : <AppLink to={userAddress(project.id, user)}>{caller}</AppLink>;
}

function runOf({ run_id: id, path }: LoggedRequest): { readonly name: string; readonly id: string } | undefined {
  if (id === null) return undefined;
  const called = /\/functions\/([^/]+)\/(?:invoke|webhook)$/.exec(path)?.[1];
  const handler = /\/webhook\/([^/]+)$/.exec(path)?.[1];
  const name = called ?? (handler === undefined ? undefined : `webhook/${handler}`);
  return name === undefined ? undefined : { name: decodeURIComponent(name), id };
}

const ACTIONS: Readonly<Record<string, string>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'create',
  PATCH: 'update',
  DELETE: 'delete',
};

function testerOf(project: string, { status, method, path, caller }: LoggedRequest): string | undefined {
  const [, table, row = ''] = /\/data\/([a-z]\w*)(?:\/([\da-f-]{36}))?/.exec(path) ?? [];
  const action = path.endsWith('/aggregate') ? 'read' : ACTIONS[method];
  if (status !== 403 || table === undefined || action === undefined) return undefined;
  const user = /^user:(.+)$/.exec(caller ?? '')?.[1];
  const who = user === undefined ? { caller: 'anonymous' } : { caller: 'user', user };
  return `${tableAddress(project, table, 'rules')}${searchText({ ...who, action, row })}`;
}
