import { type FieldSpec, type FormValues, optionsOf, textOf } from '../../shared/forms/field-spec.ts';

const ROLES = ['viewer', 'editor', 'admin'] as const;
type TokenRole = (typeof ROLES)[number];

/** The fields that limit what a token may do. */
export const RIGHTS_FIELDS: readonly FieldSpec[] = [
  {
    name: 'projects',
    label: 'Projects',
    kind: 'multiline',
    rows: 2,
    hint: 'The ids of the projects the token may use, one a line. Left empty, it may use all of yours.',
  },
  {
    name: 'role',
    label: 'Role',
    kind: 'select',
    options: [{ value: '', label: 'your own role' }, ...optionsOf(ROLES)],
    hint: 'The most the token may do, in any project.',
  },
];

export function rightsBody(values: FormValues): { projects: string[] | null; role: TokenRole | null } {
  const projects = textOf(values, 'projects')
    .split(/[\s,]+/)
    .filter((id) => id !== '');
  return {
    projects: projects.length === 0 ? null : projects,
    role: ROLES.find((role) => role === values['role']) ?? null,
  };
}
