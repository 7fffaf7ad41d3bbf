import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '../../api/api.ts';
import { path } from '../../api/path.ts';
import { buildFunction, findFunctions, namedInApp } from '../../bundling/function-files.ts';
import { rememberBundles } from '../../bundling/remember-bundles.ts';
import type { Command } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { requirePlainPath } from '../../files/write-whole.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure, wrongUse } from '../../outcome/failure.ts';
import { projectApi } from '../project/tables.ts';
import { followLogs, logEnd } from './logs.ts';

/** Waits for the editor to finish, because editors write a file in several steps. */
const SETTLE_MS = 40;

export const dev: Command = {
  name: 'functions dev',
  summary: 'Deploy the functions, deploy again what a save changed, and show what they log',
  more: 'A function that does not build is told with file:line:column, and the one before stays. Ends with Ctrl-C. With --json an object a line.',
  examples: ['functions dev', 'functions dev --json'],
  async run(context) {
    const { folder, folders } = await context.settings.serviceJson;
    const root = join(folder, folders.functions);
    await requirePlainPath(folder, root);
    const session = new Session(context, root, await projectApi(context));
    try {
      await session.run();
    } catch (error) {
      if (context.signal.reason !== error || context.signal.reason.facts.exit !== EXIT.interrupted) throw error;
    }
    // Ctrl-C is the normal end of this command, so no error is printed.
    return { data: null, shown: { as: 'nothing' }, exit: EXIT.interrupted };
  },
};

class Session {
  readonly #context: Context;
  readonly #folder: string;
  readonly #api: Api;
  readonly #base: string;
  readonly #sources = new Map<string, readonly string[]>();
  readonly #sent = new Map<string, string>();
  readonly #changed = new Set<string>();
  readonly #bundle = rememberBundles();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(context: Context, folder: string, { api, base }: { readonly api: Api; readonly base: string }) {
    this.#context = context;
    this.#folder = folder;
    this.#api = api;
    this.#base = base;
  }

  async run(): Promise<void> {
    const { output } = this.#context;
    const found = await findFunctions(this.#folder);
    if (found.size === 0) throw wrongUse(`There are no functions in ${this.#folder}.`);
    const after = await logEnd(this.#api, this.#base);
    const watcher = this.#watch();
    try {
      for (const [name, file] of found) await this.#deploy(name, file);
      await output.line({ type: 'ready' }, `Watching ${[...found.keys()].join(', ')}. Ctrl-C ends.`);
      const following = { context: this.#context, api: this.#api, base: this.#base, function: undefined, after };
      await followLogs(following, ({ function: name, level, message }) =>
        output.line({ type: 'log', function: name, level, message }, `${name} ${level} ${message}`),
      );
    } finally {
      watcher.close();
      clearTimeout(this.#timer);
      await this.#working;
    }
  }

  #watch(): FSWatcher {
    return watch(this.#folder, { recursive: true }, (_event, file) => {
      this.#changed.add((file ?? '').split('\\').join('/'));
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#working = this.#working.then(() => this.#deployChanged());
      }, SETTLE_MS);
    });
  }

  async #deployChanged(): Promise<void> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    for (const [name, file] of await findFunctions(this.#folder)) {
      const sources = this.#sources.get(name);
      // A function that was never built may have failed for lack of the changed file.
      const isConcerned = sources === undefined || [file, ...sources].some((source) => changed.has(source));
      if (isConcerned) await this.#deploy(name, file);
    }
  }

  async #deploy(name: string, file: string): Promise<void> {
    const { output, signal } = this.#context;
    const startedAt = performance.now();
    try {
      const { files, sources } = await buildFunction(this.#folder, file, this.#bundle);
      this.#sources.set(name, sources);
      const text = JSON.stringify(files);
      if (this.#sent.get(name) === text) return;
      await this.#api.call(`${this.#base}${path`/functions/${name}`}`, {
        method: 'PUT',
        json: { files, from_source: true },
      });
      this.#sent.set(name, text);
      const ms = Math.round(performance.now() - startedAt);
      await output.line({ type: 'deployed', function: name, ms }, `${name} deployed in ${ms} ms`);
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      this.#sent.delete(name);
      const told = namedInApp(error.message, this.#folder, file);
      await output.line({ type: 'error', function: name, error: told }, `${name}: ${told}`);
    }
  }
}

/** Whether the next save may fix the failure: a build error or an unreachable server. A missing permission stays. */
function isPassing(error: unknown): error is Failure {
  return error instanceof Failure && (error.facts.exit === EXIT.failed || error.facts.exit === EXIT.unreachable);
}
