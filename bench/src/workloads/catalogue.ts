import type { Figure } from '../figures.ts';
import type { Stage } from '../stage.ts';
import { measureLogins, measureSignedInReads, measureStorm } from './accounts.ts';
import { measureApps } from './apps.ts';
import { measureArchive } from './archive.ts';
import type { BenchRun } from './bench-run.ts';
import { measureBulkChanges } from './bulk-changes.ts';
import { measureCliffs } from './cliffs.ts';
import { measureCountsBesideInserts } from './counts-beside-inserts.ts';
import { measureExport } from './export.ts';
import { measureFiles } from './files.ts';
import { measureFloods } from './floods.ts';
import { measureFunctions } from './functions.ts';
import { measureGrowth } from './growth.ts';
import { measureImport } from './import.ts';
import { measureIntegrations } from './integrations.ts';
import { measureLater } from './later.ts';
import { measureListShapes } from './list-shapes.ts';
import { measureNeighbours } from './neighbours.ts';
import { measurePackages } from './packages.ts';
import { measurePeers } from './peers.ts';
import { measureProjects } from './projects.ts';
import {
  measureAggregates,
  measureBatches,
  measureInserts,
  measureLists,
  measureMix,
  measureReads,
  measureRuleCost,
  measureUpdates,
} from './rows.ts';
import { measureScanNeighbours } from './scan-neighbours.ts';
import { measureSearch } from './search.ts';
import { measureStart } from './start.ts';
import { measureTeamRules } from './team-rules.ts';
import { measureWebhooks } from './webhooks.ts';

export const ALONE: Readonly<Record<string, (run: BenchRun) => Promise<Figure[]>>> = {
  start: measureStart,
  projects: measureProjects,
  webhooks: measureWebhooks,
  files: measureFiles,
  functions: measureFunctions,
  later: measureLater,
  neighbours: measureNeighbours,
  scans: measureScanNeighbours,
  floods: measureFloods,
  apps: measureApps,
  integrations: measureIntegrations,
  packages: measurePackages,
  search: measureSearch,
  archive: measureArchive,
};

/** Workloads on the service with the big table. Read-only ones come first, so that all of them see the same table. */
export const ON_STAGE: Readonly<Record<string, (stage: Stage) => Promise<Figure[]>>> = {
  read: measureReads,
  list: measureLists,
  shapes: measureListShapes,
  cliffs: measureCliffs,
  rule: async (stage) => [...(await measureRuleCost(stage)), ...(await measureTeamRules(stage))],
  'signed-in': measureSignedInReads,
  login: measureLogins,
  storm: measureStorm,
  aggregate: measureAggregates,
  export: measureExport,
  growth: measureGrowth,
  counts: measureCountsBesideInserts,
  insert: measureInserts,
  update: measureUpdates,
  mix: measureMix,
  batch: measureBatches,
  'bulk-changes': measureBulkChanges,
  import: measureImport,
  peers: measurePeers,
};

export const WORKLOAD_NAMES: readonly string[] = [...Object.keys(ALONE), ...Object.keys(ON_STAGE)];
