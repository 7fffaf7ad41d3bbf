import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CONSOLE, OPERATOR_ROLE } from '../../callers/index.ts';
import type { Answer, OperatorCall } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuditAuthor } from '../audit/index.ts';
import { type ArchiveKey, openArchiveKey, passphraseOf } from '../backup/index.ts';
import { requireInstanceOperator } from '../operators/index.ts';
import type { ControlHead, ControlRow } from './control-document.ts';
import type { InstanceContext } from './instance-context.ts';
import { insertStep, loadControl, ownRow } from './load-control.ts';
import { readControl, readControlHead } from './read-control.ts';
import { receiveDocument } from './receive-document.ts';
import { RESTORE_BEGUN, RESTORE_LOADED } from './restore-actions.ts';
import { createTargetStore } from './target-store.ts';

const LISTED_MAX = 20;

/** Needs an empty installation. Repeating it changes nothing and lists the projects that are still empty. */
export async function restoreInstance(context: InstanceContext, call: OperatorCall): Promise<Answer> {
  requireInstanceOperator(call);
  const passphrase = passphraseOf(call.headers);
  const path = join(context.folder, `${context.ids()}.ndjson`);
  await receiveDocument(path, call);
  try {
    const head = await readControlHead(path);
    const contents = await verify(path, call);
    const key = await openKey(context, head, passphrase);
    const target = createTargetStore(context.database);
    // Projects restored since then have new stores; the document's rows would point to stores that no longer exist.
    if (!(await target.isNoted(RESTORE_LOADED, head.backup_id))) {
      await load(context, call, { head, key, path, account: contents.callerAccount });
    }
    const projects = (await target.projects()).flatMap(({ id, name, store }) => {
      const source = contents.stores.get(id);
      return source === undefined ? [] : [{ id, name, state: source === store ? 'waiting' : 'restored' }];
    });
    const { backup_id, created_at, service_version } = head;
    return { status: 200, body: { data: { backup_id, created_at, service_version, projects }, count: 1 } };
  } finally {
    await rm(path, { force: true });
  }
}

interface Contents {
  /** Store of each project at the time of the backup, by id. */
  readonly stores: ReadonlyMap<string, string>;
  /** The account in the backup that has the caller's address. */
  readonly callerAccount: ControlRow | undefined;
}

/** Reads the whole document before changing anything. */
async function verify(path: string, { operator }: OperatorCall): Promise<Contents> {
  const stores = new Map<string, string>();
  let callerAccount: ControlRow | undefined;
  for await (const line of readControl(path)) {
    if (!('table' in line)) continue;
    if (line.table === 'projects') for (const { id, store } of line.rows) stores.set(String(id), String(store));
    if (line.table !== '_users' || operator.kind !== 'account') continue;
    callerAccount ??= line.rows.find(({ email }) => email === operator.email);
  }
  return { stores, callerAccount };
}

async function openKey(
  { masterKey }: InstanceContext,
  { backup_id: archiveId, key: { wrapped } }: ControlHead,
  passphrase: string | undefined,
): Promise<ArchiveKey> {
  const opened = await openArchiveKey(
    { archive_id: archiveId, key: { wrapped: [...wrapped] } },
    { masterKey, passphrase, mayOpen: async (source) => source === CONSOLE.store },
  );
  if (opened.kind === 'open') return opened.key;
  throw new ServiceError(
    'passphrase_required',
    opened.kind === 'passphrase_missing'
      ? 'This backup needs its passphrase. Send it.'
      : 'This backup has no passphrase: only an installation with the same master key restores it. Set SERVICE_MASTER_KEY, or make it again with a passphrase.',
  );
}

async function requireEmptyInstance({ database }: InstanceContext, { operator }: OperatorCall): Promise<void> {
  const target = createTargetStore(database);
  const projects = (await target.projects()).map(({ id }) => id);
  const accounts = await target.otherAccounts(operator.kind === 'account' ? operator.accountId : undefined);
  if (projects.length === 0 && accounts === 0) return;
  const found = [
    ...(projects.length === 0 ? [] : [`the projects ${projects.slice(0, LISTED_MAX).join(', ')}`]),
    ...(accounts === 0 ? [] : [`${accounts} other account${accounts === 1 ? '' : 's'}`]),
  ].join(' and ');
  throw new ServiceError(
    'not_empty',
    `A backup can only be restored into an empty installation. This one has ${found}.`,
    {
      details: { projects: projects.slice(0, LISTED_MAX), accounts },
    },
  );
}

interface VerifiedDocument {
  readonly head: ControlHead;
  readonly key: ArchiveKey;
  readonly path: string;
  readonly account: ControlRow | undefined;
}

async function load(context: InstanceContext, call: OperatorCall, verified: VerifiedDocument): Promise<void> {
  const { head, key, path } = verified;
  const target = createTargetStore(context.database);
  if (!(await target.isNoted(RESTORE_BEGUN, head.backup_id))) {
    await requireEmptyInstance(context, call);
    await begin(context, call, verified);
  }
  await loadControl(context, path, key);
  const { operator, ip, requestId, headers } = call;
  const loaded = { action: RESTORE_LOADED, target: head.backup_id };
  await context.database.write('control', [context.audit.step({ operator, ip, requestId, headers }, loaded)]);
}

/** Records the restore, and moves the caller's tokens to the caller's account in the backup, in one transaction. */
async function begin(
  context: InstanceContext,
  call: OperatorCall,
  { head, key, account }: VerifiedDocument,
): Promise<void> {
  const { database, audit } = context;
  const { operator } = call;
  const target = createTargetStore(database);
  const isReplaced = operator.kind === 'account' && account !== undefined && account['id'] !== operator.accountId;
  if (isReplaced && account['role'] !== OPERATOR_ROLE) {
    throw new ServiceError(
      'conflict',
      `${operator.email} is an account without the rights of an operator in the backup. Restore it with the account of an operator, or with the admin token.`,
    );
  }
  const accountId = String(account?.['id']);
  const { ip, requestId, headers } = call;
  const author: AuditAuthor = {
    ...{ ip, requestId, headers },
    operator: isReplaced ? { ...operator, accountId } : operator,
  };
  const replaced = isReplaced
    ? target.replaceAccountSteps(
        operator.accountId,
        insertStep(context, '_users', [ownRow(context, key, account)]),
        accountId,
      )
    : [];
  const { backup_id, created_at, service_version } = head;
  await database.write('control', [
    target.forgetSetupLinks(),
    ...replaced,
    audit.step(author, { action: RESTORE_BEGUN, target: backup_id, details: { created_at, service_version } }),
  ]);
}
