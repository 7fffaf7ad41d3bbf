import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';

export function RemovalText({ memberId, email }: { readonly memberId: string; readonly email: string }) {
  const project = useProject();
  const params = { path: { project_id: project.id, member_id: memberId } };
  const query = useQuery({
    queryKey: [project.id, 'members', memberId, 'removal'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/cloud/projects/{project_id}/members/{member_id}/removal', { params, signal })),
    gcTime: 0,
  });
  if (query.isPending) return 'Looking up what ends with this member …';
  if (query.isError) return <FailureAlert error={query.error} />;
  const { keys, tokens, invitations } = query.data;
  const ended = [
    ...keys.map(({ name }) => `Secret key “${visibleLine(name)}”`),
    ...tokens.map(({ name }) => `Personal token “${visibleLine(name)}”`),
    ...invitations.map((invitation) => `Invitation of ${visibleLine(invitation.email)}`),
  ];
  return (
    <>
      {visibleLine(email)} can no longer see the project, in any session.
      {ended.length === 0 ? ' No key, token or invitation stems from them.' : ' With them end:'}
      {ended.length > 0 && (
        <ul>
          {ended.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: keys may share a name, and the list never changes.
            <li key={`${index}`}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}
