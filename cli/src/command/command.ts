import type { Result } from '../outcome/result.ts';
import type { CommandOptions, Context } from './context.ts';

export interface OptionText {
  /** In commander's notation: `--format <format>`. */
  readonly flags: string;
  readonly text: string;
  readonly choices?: readonly string[];
  readonly preset?: string;
}

export type Flags = CommandOptions & Readonly<Record<string, string | boolean | undefined>>;

/** Declaration of a command: parsing, help, completion and docs/cli.md are all derived from it. */
export interface Command {
  readonly name: string;
  /** In commander's notation: `<table>`, `[file]`, `[names...]`. */
  readonly args?: readonly string[];
  readonly summary: string;
  readonly more?: string;
  readonly options?: readonly OptionText[];
  readonly examples: readonly string[];
  /** A group can also be a command: this runs for `servicectl deploy` even though `servicectl deploy list` exists. */
  run(context: Context, args: readonly string[], flags: Flags): Promise<Result>;
}

export function text(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

export function flag(flags: Flags, name: string): boolean {
  return flags[name] === true;
}
