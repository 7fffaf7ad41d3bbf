export { createInstanceArchive, type InstanceArchive } from './continuous-archive.ts';
export { findUnrecovered } from './find-unrecovered.ts';
export { runRecover } from './recover/command.ts';
export { UnusableArchive } from './recover/wrong-use.ts';
export { NotInArchive, type RecoveredProjectData } from './recover-project.ts';
export { withoutStores } from './without-stores.ts';
