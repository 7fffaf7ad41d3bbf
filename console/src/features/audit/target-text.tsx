import {
  functionAddress,
  projectAddress,
  tableAddress,
  userAddress,
  webhookAddress,
} from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { targetName } from '../../shared/text/target-name.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import type { AuditEntry } from './audit-queries.ts';

/** The page of an action's target, by the part of the action before its dot. */
const PAGES: Readonly<Record<string, (project: string, target: string) => string>> = {
  table: tableAddress,
  function: functionAddress,
  user: userAddress,
  webhook: webhookAddress,
  secret: (project) => projectAddress(project, 'secrets'),
  key: (project) => projectAddress(project, 'settings/keys'),
  member: (project) => projectAddress(project, 'settings/members'),
  mail_template: (project, kind) => `${projectAddress(project, 'settings/mails')}?kind=${encodeURIComponent(kind)}`,
  settings: (project) => projectAddress(project, 'settings'),
  deployment: (project) => projectAddress(project, 'deployments'),
  integration: (project) => projectAddress(project, 'integrations'),
  payment: (project) => projectAddress(project, 'payments'),
  backup: (project) => projectAddress(project, 'settings/backup'),
};
const GONE = /\.(?:delete|remove)$/;

export function TargetText({ entry: { action, target, details } }: { readonly entry: AuditEntry }) {
  const { id } = useProject();
  const text = visibleLine(targetName(target, details), 80);
  const page = PAGES[action.split('.')[0] ?? ''];
  return (
    <span title={target}>
      {page === undefined || GONE.test(action) ? text : <AppLink to={page(id, target)}>{text}</AppLink>}
    </span>
  );
}
