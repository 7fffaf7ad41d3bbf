export { DOMAINS_SUBJECT } from './app-domains.ts';
export type { ProjectArchives } from './archive/project-archives.ts';
export { readSettingsDocument, type SavedMailTemplate, type SettingsDocument } from './archive/settings-document.ts';
export { adoptProjects, createProjects, type Projects } from './projects.ts';
export { type ProjectDependents, projectSubject } from './projects-context.ts';
export { startText } from './sample-project.ts';
export type { Settings } from './settings.ts';
export { tokenKeys } from './token-keys.ts';
