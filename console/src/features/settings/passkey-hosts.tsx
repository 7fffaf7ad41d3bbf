import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import type { FieldSpec } from '../../shared/forms/field-spec.ts';
import { useProject } from '../../shared/project/project-context.tsx';

function passkeyHostsQuery(project: string) {
  const params = { path: { project_id: project } };
  return queryOptions({
    queryKey: [project, 'users', 'passkey-hosts'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/cloud/projects/{project_id}/passkeys', { params, signal })),
  });
}

export function usePasskeyFields(): readonly FieldSpec[] {
  const project = useProject();
  const { data } = useQuery(passkeyHostsQuery(project.id));
  return [
    { name: 'passkeys_enabled', label: 'Allow passkeys', kind: 'switch' },
    {
      name: 'passkeys_rp_id',
      label: 'Host of passkeys',
      placeholder: data?.rp_id ?? '',
      hint: data === undefined ? '' : hintOf(data),
    },
  ];
}

interface PasskeyHosts {
  readonly rp_id: string;
  readonly hosts: readonly { readonly rp_id: string; readonly passkeys: number }[];
}

function hintOf({ rp_id: current, hosts }: PasskeyHosts): string {
  const base = 'The host of an allowed origin. Empty is the host of the published app.';
  const stranded = hosts.filter((host) => host.rp_id !== current).reduce((sum, { passkeys }) => sum + passkeys, 0);
  const used = hosts.find((host) => host.rp_id === current)?.passkeys ?? 0;
  return [
    base,
    used > 0 && `Another host than ${current} makes ${counted(used)} useless.`,
    stranded > 0 && `${counted(stranded)} of earlier hosts no longer work.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

function counted(passkeys: number): string {
  return passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`;
}
