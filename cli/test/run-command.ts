import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { runCommandLine } from '../src/program/run-command-line.ts';

export interface FinishedCommand {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Parses standard output as the one document that `--json` promises. */
  json<Document = { data: Record<string, unknown>; count: number }>(): Document;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string | Uint8Array;
  /** Text that a user types at a terminal. */
  readonly typed?: string;
  readonly columns?: number;
  readonly signal?: AbortSignal;
  /** Called with standard output as it arrives. */
  readonly onOutput?: (text: string) => void;
  /** Called with standard error as it arrives. */
  readonly onNote?: (text: string) => void;
}

export interface Folder extends AsyncDisposable {
  readonly path: string;
  write(name: string, text: string | Uint8Array): Promise<string>;
  run(args: readonly string[], options?: RunOptions): Promise<FinishedCommand>;
}

/** A folder outside the repository with its own configuration folder, in which the command runs. */
export async function createFolder(env: Readonly<Record<string, string>> = {}): Promise<Folder> {
  const root = await mkdtemp(join(tmpdir(), 'service-cli-'));
  const path = join(root, 'app');
  await mkdir(path);
  const base = { SERVICE_CONFIG_DIR: join(root, 'config'), TERM: 'xterm', ...env };
  return {
    path,
    async write(name, text) {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      return file;
    },
    run: (args, options = {}) => run(args, { cwd: path, ...options, env: { ...base, ...options.env } }),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

async function run(args: readonly string[], options: RunOptions & { readonly cwd: string }): Promise<FinishedCommand> {
  const [stdout, stderr] = [new CollectedOutput(options.onOutput), new CollectedOutput(options.onNote)];
  const stdin = Object.assign(new PassThrough(), { isTTY: options.typed !== undefined, setRawMode: () => undefined });
  stdin.end(options.typed ?? options.stdin ?? '');
  if (options.typed !== undefined) Object.assign(stdout, { isTTY: true, columns: options.columns });
  if (options.typed !== undefined) Object.assign(stderr, { isTTY: true });
  const exit = await runCommandLine(args, {
    streams: { stdin, stdout, stderr },
    env: options.env ?? {},
    cwd: options.cwd,
    signal: options.signal ?? new AbortController().signal,
    releaseSignals: () => undefined,
  });
  return { exit, stdout: stdout.text, stderr: stderr.text, json: () => JSON.parse(stdout.text) };
}

class CollectedOutput extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #onText: ((text: string) => void) | undefined;

  constructor(onText?: (text: string) => void) {
    super();
    this.#onText = onText;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    this.#onText?.(chunk.toString('utf8'));
    done();
  }
}
