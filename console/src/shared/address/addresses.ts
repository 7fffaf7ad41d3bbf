import { searchText } from './search-text.ts';

export const projectAddress = (project: string, path = ''): string => `/p/${project}${path === '' ? '' : `/${path}`}`;

export const tableAddress = (project: string, table: string, view = ''): string =>
  projectAddress(project, `tables/${table}${view === '' ? '' : `/${view}`}`);

export const userAddress = (project: string, user: string): string => projectAddress(project, `users/${user}`);

export const functionAddress = (project: string, name: string, view = ''): string =>
  projectAddress(project, `functions/${encodeURIComponent(name)}${view === '' ? '' : `/${view}`}`);

export const runAddress = (project: string, name: string, run: string): string =>
  `${functionAddress(project, name, 'runs')}${searchText({ run })}`;

export const runsAddress = (project: string, name: string, cause: string): string =>
  `${functionAddress(project, name, 'runs')}${searchText({ q: cause })}`;

export const jobAddress = (project: string, job: string): string =>
  `${projectAddress(project, 'later')}${searchText({ job })}`;

export const webhookAddress = (project: string, webhook: string, view = ''): string =>
  projectAddress(project, `webhooks/${webhook}${view === '' ? '' : `/${view}`}`);

export const deliveryAddress = (project: string, webhook: string, delivery: string): string =>
  `${webhookAddress(project, webhook)}${searchText({ delivery })}`;

export const logAddress = (project: string, request: string): string =>
  `${projectAddress(project, 'logs')}${searchText({ request_id: request })}`;
