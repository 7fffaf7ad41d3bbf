import type { Readable, Writable } from 'node:stream';
import { EXIT, type ExitCode } from '../outcome/exit-codes.ts';
import { type Failure, outputFailure } from '../outcome/failure.ts';
import { hideSecrets } from '../outcome/hide-secrets.ts';
import type { Result, ShownRows } from '../outcome/result.ts';
import { escapeControls, escapeJson, escapeLines } from './escape.ts';
import { aligned, cellText, tabSeparated } from './table.ts';

export interface Streams {
  readonly stdin: Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
  readonly stdout: Writable & { isTTY?: boolean; columns?: number };
  readonly stderr: Writable & { isTTY?: boolean };
}

export interface OutputOptions {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly hasColor: boolean;
  /** The terminal supports no control sequences (`TERM=dumb`). */
  readonly isDumb: boolean;
}

export class Output {
  readonly options: OutputOptions;
  readonly #streams: Streams;
  readonly #decoder = new TextDecoder();

  constructor(streams: Streams, options: OutputOptions) {
    this.#streams = streams;
    this.options = options;
  }

  get isInteractive(): boolean {
    const { stdin, stderr } = this.#streams;
    return stdin.isTTY === true && stderr.isTTY === true && !this.options.isDumb && !this.options.isJson;
  }

  get isForPeople(): boolean {
    return this.#isTerminal && !this.options.isDumb && !this.options.isJson;
  }

  /** Whether standard output interprets control characters, even on a dumb terminal. */
  get #isTerminal(): boolean {
    return this.#streams.stdout.isTTY === true;
  }

  write(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#streams.stdout.write(bytes, (error) => (error ? reject(outputFailure(error)) : resolve()));
    });
  }

  /** Writes untrusted text in pieces. Control characters are escaped for a terminal; JSON stays the same document. */
  async writeText(bytes: Uint8Array): Promise<void> {
    if (this.options.isJson) return this.write(escapeJson(this.#decoder.decode(bytes, { stream: true })));
    if (!this.#isTerminal) return this.write(bytes);
    await this.write(escapeLines(this.#decoder.decode(bytes, { stream: true })));
  }

  #json(value: object): Promise<void> {
    return this.write(`${escapeJson(JSON.stringify(value))}\n`);
  }

  async line(value: object, text: string): Promise<void> {
    if (this.options.isJson) return this.#json(value);
    await this.write(`${this.#forReader(text)}\n`);
  }

  /** Asks the caller to do something while the command waits: an object with `--json`, otherwise text. Standard output stays for the result. */
  async request(value: object, text: string): Promise<void> {
    const line = this.options.isJson ? escapeJson(JSON.stringify(value)) : escapeLines(text);
    await new Promise<void>((resolve, reject) => {
      this.#streams.stderr.write(`${line}\n`, (error) => (error ? reject(outputFailure(error)) : resolve()));
    });
  }

  note(text: string): void {
    if (this.options.isJson || this.options.isQuiet) return;
    this.#streams.stderr.write(`${escapeLines(text)}\n`);
  }

  progress(text: string): void {
    if (!this.isInteractive || !this.options.hasColor || this.options.isQuiet) return;
    this.#streams.stderr.write(`\r\u001b[2K${escapeControls(text)}`);
  }

  async result(result: Result): Promise<ExitCode> {
    const { data, count, shown } = result;
    if (this.options.isJson) {
      if (shown.as !== 'nothing') {
        await this.#json(count === undefined ? { data } : { data, count });
      }
    } else await this.#show(shown);
    return result.exit ?? EXIT.done;
  }

  async failure(error: Failure): Promise<ExitCode> {
    const { exit, code, requestId, request, details, hint } = error.facts;
    if (exit === EXIT.pipeClosed) return exit;
    // When standard output itself failed, no document can be written to it.
    if (this.options.isJson && exit !== EXIT.outputFailed) {
      const message = hideSecrets(error.message);
      await this.#json({ error: message, code, exit, request_id: requestId, details });
      return exit;
    }
    const { stderr } = this.#streams;
    const mark = this.options.hasColor && stderr.isTTY === true ? '\u001b[31merror:\u001b[0m' : 'error:';
    const sent = [requestId && `request ${requestId}`, request].filter(Boolean).join(' · ');
    const lines = [`${mark} ${escapeLines(hideSecrets(error.message))} (${escapeControls(code)})`];
    lines.push(...fieldLines(details, error.message));
    if (sent !== '') lines.push(`  ${escapeControls(sent)}`);
    if (hint !== undefined) lines.push(`  try: ${escapeControls(hint)}`);
    stderr.write(`${lines.join('\n')}\n`);
    return exit;
  }

  async #show(shown: Result['shown']): Promise<void> {
    switch (shown.as) {
      case 'rows':
        return this.#showRows(shown);
      case 'fields': {
        const rows = Object.entries(shown.fields).map(([name, value]) => [name, cellText(value)]);
        const width = Math.max(0, ...rows.map(([name = '']) => name.length));
        const lines = this.isForPeople
          ? rows
              .map(([name = '', text = '']) => `${this.#bold(name.padEnd(width))}  ${escapeControls(text)}\n`)
              .join('')
          : this.#forReader(tabSeparated(['name', 'value'], rows), '\t');
        return this.write(lines);
      }
      case 'text':
        return this.write(this.#forReader(shown.text));
      case 'note':
        return this.note(shown.text);
      case 'nothing':
        return;
    }
  }

  /** Programs always get a header when the columns are known; people get a sentence instead of an empty list. */
  async #showRows({ columns, rows, none }: ShownRows): Promise<void> {
    const isEmpty = rows.length === 0;
    if (isEmpty && (none !== undefined || this.isForPeople)) this.note(none ?? 'There are none.');
    if (columns.length === 0 || (isEmpty && this.isForPeople)) return;
    const cells = rows.map((row) => columns.map((name) => cellText((row as Record<string, unknown>)[name])));
    await this.write(
      this.isForPeople ? aligned(columns, cells, this.#bold) : this.#forReader(tabSeparated(columns, cells), '\t'),
    );
  }

  readonly #bold = (text: string): string => (this.options.hasColor ? `\u001b[1m${text}\u001b[0m` : text);

  #forReader(text: string, separator?: string): string {
    if (!this.#isTerminal) return text;
    if (separator === undefined) return escapeLines(text);
    return text.split(separator).map(escapeLines).join(separator);
  }
}

/** The message of a validation error already names its first problems, so only the others get a line. */
function fieldLines(details: unknown, message: string): string[] {
  if (typeof details !== 'object' || details === null) return [];
  const { fields } = details as { fields?: unknown };
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields)
    .filter(([name, problem]) => !message.startsWith(problem) && !`; ${message}`.includes(`; ${name} ${problem}`))
    .map(([name, problem]) => `  ${escapeControls(`${name}: ${String(problem)}`)}`);
}
