import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { PasskeysTable } from '../../shared/session/passkeys-table.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import type { User } from './user-queries.ts';

function userPasskeysQuery(project: string, user: string) {
  const path = { project_id: project, user_id: user };
  return queryOptions({
    queryKey: [project, 'users', 'passkeys', user],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/cloud/projects/{project_id}/users/{user_id}/passkeys', { params: { path }, signal })),
  });
}

export function UserPasskeys({ user }: { readonly user: User }) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const query = useQuery(userPasskeysQuery(project.id, user.id));
  return (
    <Region title="Passkeys">
      <QueryPart query={query} lines={2}>
        {(passkeys) => (
          <PasskeysTable
            passkeys={passkeys}
            next={<p>Users add passkeys in your app, and then sign in with fingerprint, face or PIN.</p>}
            onRemove={
              isAdmin
                ? ({ id, name }) =>
                    dialog.confirm({
                      action: 'Remove passkey',
                      text: `${visibleLine(user.email)} no longer signs in with “${visibleLine(name)}”. A password reset by mail still works.`,
                      run: async () => {
                        const path = { project_id: project.id, user_id: user.id, passkey_id: id };
                        await answerOf(
                          api.DELETE('/api/cloud/projects/{project_id}/users/{user_id}/passkeys/{passkey_id}', {
                            params: { path },
                          }),
                        );
                        await changed(project.id, 'users');
                      },
                    })
                : undefined
            }
          />
        )}
      </QueryPart>
      {dialog.element}
    </Region>
  );
}
