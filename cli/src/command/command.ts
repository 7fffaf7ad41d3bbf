import type { Result } from '../outcome/result.ts';
import type { CommandOptions, Context } from './context.ts';

export interface OptionText {
  /** As commander reads it: `--format <format>`. */
  readonly flags: string;
  readonly text: string;
  readonly choices?: readonly string[];
  /** The default; shown in the help. */
  readonly preset?: string;
}

/** The options of a command line, by the names that commander makes of its flags. */
export type Flags = CommandOptions & Readonly<Record<string, string | boolean | undefined>>;

/** A command as it is declared: parsing, help, completion and docs/cli.md are all made of this. */
export interface Command {
  /** Its words: `rows export`. */
  readonly name: string;
  /** As commander reads them: `<table>`, `[file]`, `[names...]`. */
  readonly args?: readonly string[];
  readonly summary: string;
  readonly more?: string;
  readonly options?: readonly OptionText[];
  /** At least one, as typed after `servicectl`. */
  readonly examples: readonly string[];
  /** Runs when the words are followed by nothing: `servicectl deploy` beside `servicectl deploy list`. */
  run(context: Context, args: readonly string[], flags: Flags): Promise<Result>;
}

export function text(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

export function flag(flags: Flags, name: string): boolean {
  return flags[name] === true;
}
