export { type Addresses, createAddresses } from './addresses.ts';
export { type BackupKeep, backupKeepOf, KEEP_RULES, type KeepRule } from './backup-keep.ts';
export { type Config, ConfigProblems, createConfig } from './config.ts';
export { helpText, readEnv, unknownVariable } from './env.ts';
export { keepPrivate } from './private-files.ts';
export { confirmMasterKey, openMasterKey } from './secrets.ts';
export { type BackupTargetConfig, type BlobsConfig, backupTargetOf } from './urls.ts';
export { VERSION } from './version.ts';
