import type { Project } from '../../../callers/index.ts';
import type { TemplateKind, TemplateValues } from '../../../mail/templates/index.ts';

export function sampleValues(kind: TemplateKind, project: Project): TemplateValues {
  return {
    app_name: project.name,
    email: 'ada@example.com',
    link: 'https://example.com/auth?token=preview',
    expires_in: kind === 'reset_password' ? '60 minutes' : '24 hours',
    provider: 'Google',
  };
}
