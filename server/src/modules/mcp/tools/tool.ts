import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ToolApi } from './api.ts';
import { ApiRefusal } from './api.ts';

/** Context of a tool: one project, which its paths never leave. */
export interface ToolContext {
  readonly api: ToolApi;
  readonly projectId: string;
  /** Where the project is managed. */
  readonly base: string;
  readonly mode: ToolMode;
}

/** `read`: tools that change something are not there. */
export type ToolMode = 'read' | 'write';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  readonly effect: Effect;
  /** Throws `ApiRefusal`. */
  run(context: ToolContext, input: unknown): Promise<Answer>;
}

/** `changes` may be undone, `destroys` may not; `reaches` also acts outside of the project. */
export type Effect = 'reads' | 'changes' | 'destroys' | 'reaches';

/** Result of a tool. Text of strangers is marked as such. */
export interface Answer {
  readonly content: Readonly<Record<string, unknown>>;
  readonly isUntrusted: boolean;
}

export function trusted(content: Answer['content']): Answer {
  return { content, isUntrusted: false };
}

interface Source {
  readonly source: 'rows' | 'logs' | 'deliveries' | 'function';
  readonly table?: string;
}

/** Rows, logs and deliveries hold what strangers wrote: it is data, whatever it says. */
export function untrusted(
  { projectId }: ToolContext,
  { source, table }: Source,
  rest: { readonly rows: readonly unknown[]; readonly [name: string]: unknown },
): Answer {
  const about = { source, project: projectId, ...(table !== undefined && { table }) };
  return { content: { ...about, untrusted: true, ...rest }, isUntrusted: true };
}

interface Declared<Input extends TSchema> extends Omit<Tool, 'input' | 'run'> {
  readonly input: Input;
  run(context: ToolContext, input: Static<Input>): Promise<Answer>;
}

/** A tool whose arguments are checked before it runs. */
export function declareTool<Input extends TSchema>({ run, ...tool }: Declared<Input>): Tool {
  let check: ReturnType<typeof Compile> | undefined;
  return {
    ...tool,
    async run(context, input) {
      check ??= Compile(tool.input);
      if (!check.Check(input)) {
        const problems = check.Errors(input).map(({ instancePath, message }) => `${nameOf(instancePath)} ${message}`);
        throw new ApiRefusal('validation_failed', `The arguments do not fit: ${problems.slice(0, 5).join('; ')}.`);
      }
      return await run(context, input as Static<Input>);
    },
  };
}

function nameOf(path: string): string {
  return path === '' ? 'the arguments' : path.slice(1);
}
