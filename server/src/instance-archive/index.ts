export { findUnrecovered } from './find-unrecovered.ts';
export { createInstanceArchive, type InstanceArchive } from './instance-archive.ts';
export { runRecover } from './recover/command.ts';
export { NotInArchive, type RecoveredProjectData, UnusableArchive } from './recover-project.ts';
export { withoutStores } from './without-stores.ts';
