export type { NewProject } from './create-project.ts';
export { adoptProjects, createProjects, type Projects, type ProjectsOptions } from './projects.ts';
export type { ProjectDependents } from './projects-context.ts';
export type { ProjectArchives } from './restore/project-archives.ts';
export type { RestoredSettings } from './restore/restored-settings.ts';
export { readSettingsDocument, type SavedMailTemplate, type SettingsDocument } from './restore/settings-document.ts';
export { type FirstStart, type SampleTables, startText } from './sample-project.ts';
export type { Captcha, Settings } from './settings.ts';
export { tokenKeys } from './token-keys.ts';
