import { CONSOLE, OPERATOR_ROLE, type Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import type { ProjectsContext } from './projects-context.ts';

interface NamedItem {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

export interface MemberCredentials {
  readonly keys: readonly NamedItem[];
  readonly invitations: readonly { readonly id: string; readonly email: string; readonly role: string }[];
  readonly tokens: readonly NamedItem[];
  readonly sessions: number;
}

export const NO_CREDENTIALS: MemberCredentials = { keys: [], invitations: [], tokens: [], sessions: 0 };

/** Tokens that also serve other projects stay, but lose access to this one. */
export async function findMemberCredentials(
  context: ProjectsContext,
  project: Project,
  accountId: string,
): Promise<MemberCredentials> {
  const { keysStore, membersStore, operators, clock } = context;
  const { tokensStore, accounts } = operators.context;
  const [keys, invitations, tokens, memberships, account, sessions] = await Promise.all([
    keysStore.madeBy(project.store, accountId),
    membersStore.invitesMadeBy(project.store, accountId),
    tokensStore.ofAccount(accountId),
    membersStore.membershipsOf(accountId),
    accounts.users.find(CONSOLE.store, accountId),
    accounts.sessions.store.list(CONSOLE.store, accountId, clock.now()),
  ]);
  const isOnlyHere = memberships.every(({ store }) => store === project.store) && account?.role !== OPERATOR_ROLE;
  const isForThis = ({ projects }: { readonly projects: readonly string[] | null }): boolean =>
    isOnlyHere || projects?.every((id) => id === project.id) === true;
  return {
    keys,
    invitations,
    tokens: tokens.filter(isForThis),
    sessions: sessions.length,
  };
}

export async function endCredentialsSteps(
  { keysStore, membersStore, operators }: ProjectsContext,
  { store }: Project,
  { accountId, credentials }: { readonly accountId: string; readonly credentials: MemberCredentials },
): Promise<readonly PlainStep[]> {
  const { tokensStore, tokenKeys } = operators.context;
  const tokenIds = credentials.tokens.map(({ id }) => id);
  return [
    keysStore.deleteMadeByStep(store, accountId),
    membersStore.removeInvitesMadeByStep(store, accountId),
    ...(await tokenKeys.endSteps(tokenIds)),
    ...(tokenIds.length === 0 ? [] : [tokensStore.deleteStep(tokenIds)]),
  ];
}

export function shownCredentials({ keys, invitations, tokens, sessions }: MemberCredentials) {
  const named = ({ id, name, created_at }: NamedItem) => ({ id, name, created_at });
  return {
    keys: keys.map(named),
    invitations: invitations.map(({ id, email, role }) => ({ id, email, role })),
    tokens: tokens.map(named),
    sessions,
  };
}

/** For the audit log: names and counts, no secrets. */
export function summaryOf({
  keys,
  invitations,
  tokens,
  sessions,
}: MemberCredentials): Readonly<Record<string, unknown>> {
  return {
    keys: keys.map(({ name }) => name),
    invitations: invitations.map(({ email }) => email),
    tokens: tokens.map(({ name }) => name),
    sessions,
  };
}
