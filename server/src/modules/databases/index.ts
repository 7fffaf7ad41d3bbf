export { createDatabases, type Databases, type DatabasesOptions } from './databases.ts';
export { createProjectPlacement, type ProjectPlacement } from './place-projects.ts';
