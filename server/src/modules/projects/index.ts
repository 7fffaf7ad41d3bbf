export { DOMAINS_SUBJECT } from './app-domains.ts';

export { adoptProjects, createProjects, type Projects } from './projects.ts';
export { type ProjectDependents, projectSubject } from './projects-context.ts';
export type { ProjectArchives } from './restore/project-archives.ts';

export { readSettingsDocument, type SavedMailTemplate, type SettingsDocument } from './restore/settings-document.ts';
export { startText } from './sample-project.ts';
export type { Settings } from './settings.ts';
export { tokenKeys } from './token-keys.ts';
