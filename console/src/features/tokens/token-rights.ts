import { type FieldSpec, type FormValues, optionsOf, textOf } from '../../shared/forms/field-spec.ts';

const ROLES = ['viewer', 'editor', 'admin'] as const;
type TokenRole = (typeof ROLES)[number];

export function rightsFields(
  projects: readonly { readonly id: string; readonly name: string }[],
): readonly FieldSpec[] {
  return [
    {
      name: 'projects',
      label: 'Projects',
      kind: 'several',
      options: projects.map(({ id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` })),
      hint: 'The token may use the projects you choose here; if you choose none, it may use all of yours.',
    },
    {
      name: 'role',
      label: 'Role',
      kind: 'select',
      options: [{ value: '', label: 'your own role' }, ...optionsOf(ROLES)],
      hint: 'The most the token may do, in any project.',
    },
  ];
}

export function rightsBody(values: FormValues): { projects: string[] | null; role: TokenRole | null } {
  const projects = textOf(values, 'projects')
    .split('\n')
    .filter((id) => id !== '');
  return {
    projects: projects.length === 0 ? null : projects,
    role: ROLES.find((role) => role === values['role']) ?? null,
  };
}
