import { useQuery } from '@tanstack/react-query';
import { usePathPart } from '../../shared/address/use-address.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { ifMatch } from '../../shared/api/if-match.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { parseJson } from '../../shared/forms/parse-json.ts';
import { SettingsForm } from '../../shared/forms/settings-form.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Region } from '../../shared/page/region.tsx';
import { Thing } from '../../shared/page/thing.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { SessionsTable } from '../../shared/session/sessions-table.tsx';
import { ShortId } from '../../shared/text/short-id.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { UserActions } from './user-actions.tsx';
import { UserPasskeys } from './user-passkeys.tsx';
import { type User, userQuery, userSessionsQuery } from './user-queries.ts';

export function UserPage() {
  const project = useProject();
  const id = usePathPart('user');
  const query = useQuery(userQuery(project.id, id));
  return (
    <Thing query={query} title="User">
      {(user) => (
        <Page title={visibleLine(user.email)} actions={<UserActions user={user} />}>
          <UserSummary user={user} />
          <UserForm user={user} />
          <UserPasskeys user={user} />
          <UserSessions user={user} />
        </Page>
      )}
    </Thing>
  );
}

function UserSummary({ user }: { readonly user: User }) {
  return (
    <p className="dim">
      <StateBadge state={user.disabled ? 'disabled' : 'active'} /> · {user.email_verified ? 'verified' : 'not verified'}{' '}
      ·{' '}
      {user.last_sign_in_at === null ? (
        'never signed in'
      ) : (
        <>
          last sign-in <TimeText at={user.last_sign_in_at} />
        </>
      )}{' '}
      · <ShortId id={user.id} />
    </p>
  );
}

function UserForm({ user }: { readonly user: User }) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  return (
    <SettingsForm
      fields={[
        { name: 'name', label: 'Name' },
        { name: 'email', label: 'E-mail', kind: 'email', hint: 'The old address gets a mail about the change.' },
        { name: 'role', label: 'Role', hint: 'A word of your own that rules ask for, as role:editor.' },
        { name: 'metadata', label: 'Metadata', kind: 'code', rows: 6 },
      ]}
      initial={{
        name: user.name ?? '',
        email: user.email,
        role: user.role ?? '',
        metadata: JSON.stringify(user.metadata, null, 2),
      }}
      draft={`${project.id}/users/${user.id}`}
      isReadOnly={!isAdmin}
      reload={() => void changed(project.id, 'users')}
      version={user.updated_at}
      send={async (values, version) => {
        const body = {
          name: optionalText(values, 'name') ?? null,
          role: optionalText(values, 'role') ?? null,
          metadata: parseJson('metadata', textOf(values, 'metadata') || '{}') as Record<string, unknown>,
          ...(textOf(values, 'email') !== user.email && { email: textOf(values, 'email').trim() }),
        };
        const path = { project_id: project.id, user_id: user.id };
        await answerOf(
          api.PATCH('/api/cloud/projects/{project_id}/users/{user_id}', {
            params: { path },
            body,
            headers: ifMatch(version),
          }),
        );
        await changed(project.id, 'users');
      }}
    />
  );
}

function UserSessions({ user }: { readonly user: User }) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const query = useQuery(userSessionsQuery(project.id, user.id));
  const end = async (session: string): Promise<void> => {
    const path = { project_id: project.id, user_id: user.id, session_id: session };
    await answerOf(
      api.DELETE('/api/cloud/projects/{project_id}/users/{user_id}/sessions/{session_id}', { params: { path } }),
    );
    await changed(project.id, 'users');
  };
  return (
    <Region title="Sessions">
      <QueryPart query={query} lines={2}>
        {(sessions) => <SessionsTable sessions={sessions} onEnd={isAdmin ? ({ id }) => void end(id) : undefined} />}
      </QueryPart>
    </Region>
  );
}
