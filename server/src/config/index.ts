export { type Addresses, createAddresses } from './addresses.ts';
export { type Config, ConfigProblems, createConfig } from './config.ts';
export { helpText, readEnv, unknownVariable } from './env.ts';
export { type CanaryStore, confirmMasterKey, openMasterKey } from './secrets.ts';
export type { BlobsConfig } from './urls.ts';
export { VERSION } from './version.ts';
