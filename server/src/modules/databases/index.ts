export { createDatabases, type Databases } from './databases.ts';
export { createProjectPlacement, type ProjectPlacement } from './place-projects.ts';
