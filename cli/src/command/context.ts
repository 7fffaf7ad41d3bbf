import { Api, type ApiOptions } from '../api/api.ts';
import { EXIT } from '../outcome/exit-codes.ts';
import { Failure, unconfirmed, wrongUse } from '../outcome/failure.ts';
import { isSecret } from '../outcome/hide-secrets.ts';
import { askLine } from '../output/ask.ts';
import type { Output, Streams } from '../output/output.ts';
import type { GlobalOptions, Settings } from '../settings/settings.ts';

const LAST_MS = 500;

export interface ProcessContext {
  readonly streams: Streams;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Call to handle signals in the command itself instead of ending it. */
  readonly releaseSignals: () => void;
}

export interface CommandOptions extends GlobalOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly yes?: boolean;
  readonly color?: boolean;
  readonly confirm?: string;
}

interface ContextOptions extends ProcessContext {
  readonly output: Output;
  readonly settings: Settings;
  readonly options: CommandOptions;
}

export class Context {
  readonly output: Output;
  readonly settings: Settings;
  readonly streams: Streams;
  readonly env: ProcessContext['env'];
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly options: CommandOptions;
  readonly releaseSignals: () => void;

  constructor(source: ContextOptions) {
    this.output = source.output;
    this.settings = source.settings;
    this.streams = source.streams;
    this.env = source.env;
    this.cwd = source.cwd;
    this.signal = source.signal;
    this.options = source.options;
    this.releaseSignals = source.releaseSignals;
  }

  async api(client = 'cli', options: Pick<ApiOptions, 'silenceMs'> = {}): Promise<Api> {
    return new Api({ ...(await this.#server()), signal: this.signal, client, ...options });
  }

  /** For a final request, which is sent even after the command was ended, but then with a short time limit. */
  async lastApi(): Promise<Api> {
    const { origin, token } = await this.#server();
    return new Api({ origin, token, signal: this.signal.aborted ? finalRequestSignal() : this.signal, client: 'cli' });
  }

  async #server() {
    const server = await this.settings.requireServer();
    const { token } = await this.settings.requireToken(server);
    return { origin: server.origin, token };
  }

  async confirm(question: string): Promise<void> {
    if (this.options.yes === true) return;
    if (!this.output.isInteractive) throw unconfirmed(`${question} Nobody is there to answer.`, '--yes');
    const answer = await askLine(this.streams, `${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw unconfirmed('Nothing was changed.');
  }

  /** Before destroying data, requires the project's id, typed or given by `--confirm`; `--yes` is not enough. */
  async confirmLoss(what: string, id: string): Promise<void> {
    const { confirm } = this.options;
    if (confirm === id) return;
    if (confirm !== undefined) throw unconfirmed(`${what} --confirm must be the id "${id}".`);
    if (!this.output.isInteractive) throw unconfirmed(`${what} Nobody is there to confirm it.`, `--confirm ${id}`);
    const answer = await askLine(this.streams, `${what}\nType ${id} to confirm: `);
    if (answer.trim() !== id) throw unconfirmed('Nothing was changed.');
  }
}

function finalRequestSignal(): AbortSignal {
  const abort = new AbortController();
  const late = new Failure('The server did not answer in time.', { exit: EXIT.unreachable, code: 'unreachable' });
  setTimeout(() => abort.abort(late), LAST_MS).unref();
  return abort.signal;
}

/** A secret in the arguments would stay in the shell's history and show in the process list. */
export function refuseSecrets(args: readonly string[]): void {
  if (!args.some(isSecret)) return;
  throw wrongUse(
    'An argument holds a token or secret key: others see it in the list of processes. Use --token-file or SERVICE_TOKEN.',
  );
}
