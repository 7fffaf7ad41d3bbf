import type { Readable, Writable } from 'node:stream';
import { EXIT, type Exit } from '../outcome/exit-codes.ts';
import type { Failure } from '../outcome/failure.ts';
import type { Result } from '../outcome/result.ts';
import { escapeControls, escapeLines } from './escape.ts';
import { aligned, cellText, tabSeparated } from './table.ts';

/** Where a command reads and writes, and what these are. */
export interface Streams {
  readonly stdin: Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
  readonly stdout: Writable & { isTTY?: boolean; columns?: number };
  readonly stderr: Writable & { isTTY?: boolean };
}

export interface OutputOptions {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  /** Escape sequences may be written. */
  readonly hasColor: boolean;
}

/** Data go to standard output, everything else to standard error. */
export class Output {
  readonly options: OutputOptions;
  readonly #streams: Streams;

  constructor(streams: Streams, options: OutputOptions) {
    this.#streams = streams;
    this.options = options;
  }

  /** Somebody is there to be asked. */
  get isInteractive(): boolean {
    const { stdin, stderr } = this.#streams;
    return stdin.isTTY === true && stderr.isTTY === true && this.options.hasColor && !this.options.isJson;
  }

  /** Data are read by a person. */
  get isForPeople(): boolean {
    return this.#streams.stdout.isTTY === true && this.options.hasColor && !this.options.isJson;
  }

  /** Bytes of data as they are; resolves when they may be followed by more. */
  async write(bytes: string | Uint8Array): Promise<void> {
    const { stdout } = this.#streams;
    if (stdout.write(bytes)) return;
    await new Promise<void>((resolve, reject) => {
      stdout.once('drain', resolve);
      stdout.once('error', reject);
    });
  }

  /** One line of a command that goes on: an object with `--json`, else its text. */
  async line(value: object, text: string): Promise<void> {
    if (this.options.isJson) return this.write(`${JSON.stringify(value)}\n`);
    await this.write(`${this.#forReader(text)}\n`);
  }

  /** For people only, and not with `--quiet`. */
  note(text: string): void {
    if (this.options.isJson || this.options.isQuiet) return;
    this.#streams.stderr.write(`${escapeLines(text)}\n`);
  }

  /** A line that the next one takes the place of. */
  progress(text: string): void {
    if (!this.isInteractive || this.options.isQuiet) return;
    this.#streams.stderr.write(`\r\u001b[2K${escapeControls(text)}`);
  }

  async result(result: Result): Promise<Exit> {
    const { data, count, shown } = result;
    if (this.options.isJson) {
      if (shown.as !== 'nothing') {
        await this.write(`${JSON.stringify(count === undefined ? { data } : { data, count })}\n`);
      }
    } else await this.#show(shown);
    return result.exit ?? EXIT.done;
  }

  async failure(error: Failure): Promise<Exit> {
    const { exit, code, requestId, request, details, hint } = error.facts;
    if (this.options.isJson) {
      const document = { error: error.message, code, exit, request_id: requestId, details };
      await this.write(`${JSON.stringify(document)}\n`);
      return exit;
    }
    const { stderr } = this.#streams;
    const mark = this.options.hasColor && stderr.isTTY === true ? '\u001b[31merror:\u001b[0m' : 'error:';
    const sent = [requestId && `request ${requestId}`, request].filter(Boolean).join(' · ');
    const lines = [`${mark} ${escapeLines(error.message)} (${escapeControls(code)})`];
    lines.push(...fieldLines(details));
    if (sent !== '') lines.push(`  ${escapeControls(sent)}`);
    if (hint !== undefined) lines.push(`  try: ${escapeControls(hint)}`);
    stderr.write(`${lines.join('\n')}\n`);
    return exit;
  }

  async #show(shown: Result['shown']): Promise<void> {
    switch (shown.as) {
      case 'rows': {
        const { columns } = shown;
        const rows = shown.rows.map((row) => columns.map((name) => cellText((row as Record<string, unknown>)[name])));
        return this.write(this.isForPeople ? aligned(columns, rows, bold) : tabSeparated(columns, rows));
      }
      case 'fields': {
        const rows = Object.entries(shown.fields).map(([name, value]) => [name, cellText(value)]);
        const width = Math.max(0, ...rows.map(([name = '']) => name.length));
        const lines = this.isForPeople
          ? rows.map(([name = '', text = '']) => `${bold(name.padEnd(width))}  ${escapeControls(text)}\n`).join('')
          : tabSeparated(['name', 'value'], rows);
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

  #forReader(text: string): string {
    return this.isForPeople ? escapeLines(text) : text;
  }
}

function bold(text: string): string {
  return `\u001b[1m${text}\u001b[0m`;
}

/** The API's words on single fields, a line each. */
function fieldLines(details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return [];
  const { fields } = details as { fields?: unknown };
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).map(([name, problem]) => `  ${escapeControls(`${name}: ${String(problem)}`)}`);
}
