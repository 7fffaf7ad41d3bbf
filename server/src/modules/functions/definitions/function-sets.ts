import type { StoreName } from '../../../database/index.ts';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { MaybePromise } from '../../../platform/when-ready.ts';
import type { Program } from '../runtime/index.ts';
import type { Redact } from '../secrets/redact.ts';
import type { OpenSecrets } from '../secrets/secrets.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { FunctionsStore } from './functions-store.ts';
import type { Template } from './template.ts';
import { templateDefinitions } from './template-definitions.ts';
import type { TemplatesStore } from './templates-store.ts';

const SUBJECT = 'functions:';
const BYTES_MAX = 128 * 1024 * 1024;
/** Memory counted for a project without functions; it bounds the number of cached projects. */
const SET_BYTES = 4096;
const KEPT_MS = 60_000;

export function functionsSubject(store: StoreName): string {
  return `${SUBJECT}${store}`;
}

export function storeOfFunctions(subject: string): StoreName | undefined {
  return subject.startsWith(SUBJECT) ? (subject.slice(SUBJECT.length) as StoreName) : undefined;
}

export interface FunctionSet {
  readonly definitions: ReadonlyMap<string, FunctionDefinition>;
  readonly program: Program;
  readonly secrets: Readonly<Record<string, string>>;
  readonly redact: Redact;
}

export interface FunctionSets {
  get(store: StoreName): MaybePromise<FunctionSet>;
  forget(store: StoreName): void;
  settle(): Promise<void>;
}

interface FunctionSetsOptions {
  readonly functionsStore: FunctionsStore;
  readonly templates: ReadonlyMap<string, Template>;
  readonly templatesStore: TemplatesStore;
  readonly openSecrets: (store: StoreName) => Promise<OpenSecrets>;
  /** Runs in the background at the first read, and again at the next one when it returns false. Never rejects. */
  readonly onFirst: (store: StoreName) => Promise<boolean>;
}

/** Caches the functions of projects; the least recently used are evicted first. */
export function createFunctionSets(options: FunctionSetsOptions): FunctionSets {
  const cache = createBoundedCache<StoreName, FunctionSet>({ bytesMax: BYTES_MAX, bytesOf: sizeOf, keptMs: KEPT_MS });
  const seen = new Set<StoreName>();
  const underWay = new Set<Promise<void>>();

  const takeUp = (store: StoreName): void => {
    if (seen.has(store)) return;
    seen.add(store);
    const task = options.onFirst(store).then((isDone) => {
      if (!isDone) seen.delete(store);
      underWay.delete(task);
    });
    underWay.add(task);
  };

  return {
    get: (store) =>
      cache.get(store, () => {
        const reading = readSet(options, store);
        takeUp(store);
        return reading;
      }),
    forget: cache.forget,
    settle: async () => {
      await Promise.all(underWay);
    },
  };
}

async function readSet(options: FunctionSetsOptions, store: StoreName): Promise<FunctionSet> {
  const { functionsStore, templates, templatesStore, openSecrets } = options;
  const [deployed, chosen, modules, { values, redact }] = await Promise.all([
    functionsStore.all(store),
    templatesStore.all(store),
    functionsStore.modules(store),
    openSecrets(store),
  ]);
  // Computed from the modules that will run, not from the definitions, which were read slightly earlier.
  const version = sha256Hex(
    Array.from(modules, ([name, { versionId }]) => `${name} ${versionId}`)
      .sort()
      .join('\n'),
  );
  const definitions = [...templateDefinitions(templates.values(), chosen), ...deployed];
  return {
    definitions: new Map(definitions.map((definition) => [definition.name, definition])),
    program: {
      projectStore: store,
      version,
      modules: new Map(Array.from(modules, ([name, { module }]) => [name, module])),
    },
    secrets: values,
    redact,
  };
}

function sizeOf({ program }: FunctionSet): number {
  let size = SET_BYTES;
  for (const module of program.modules.values()) size += module.length;
  return size;
}
