import type { CommandOptions, Context } from './context.ts';
import type { Result } from './result.ts';

export interface OptionText {
  /** As commander reads it: `--format <format>`. */
  readonly flags: string;
  readonly text: string;
  readonly choices?: readonly string[];
  /** What is taken when it is not said; shown in the help. */
  readonly preset?: string;
}

/** What is given on the command line, by the names commander makes of the flags. */
export type Given = CommandOptions & Readonly<Record<string, string | boolean | undefined>>;

/** A command as it is declared: parsing, help, completion and docs/cli.md are all made of this. */
export interface Command {
  /** Its words: `rows export`. */
  readonly name: string;
  /** As commander reads them: `<table>`, `[file]`, `[names...]`. */
  readonly args?: readonly string[];
  readonly summary: string;
  readonly more?: string;
  readonly options?: readonly OptionText[];
  /** At least one, as typed after `service`. */
  readonly examples: readonly string[];
  /** Runs when the words are followed by nothing: `service deploy` beside `service deploy list`. */
  run(context: Context, args: readonly string[], given: Given): Promise<Result>;
}

export function text(given: Given, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
}

export function flag(given: Given, name: string): boolean {
  return given[name] === true;
}
