import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ToolApi } from './api.ts';
import { ApiRefusal } from './api.ts';

export interface ToolContext {
  readonly api: ToolApi;
  readonly projectId: string;
  readonly base: string;
  readonly mode: ToolMode;
}

/** `read`: tools that change something are not offered. */
export type ToolMode = 'read' | 'write';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  readonly effect: Effect;
  /** Throws `ApiRefusal`. */
  run(context: ToolContext, input: unknown): Promise<ToolAnswer>;
}

/** `changes` can be undone, `destroys` cannot; `reaches` also acts outside the project. */
export type Effect = 'reads' | 'changes' | 'destroys' | 'reaches';

export interface ToolAnswer {
  readonly content: Readonly<Record<string, unknown>>;
  readonly isUntrusted: boolean;
}

export function trusted(content: ToolAnswer['content']): ToolAnswer {
  return { content, isUntrusted: false };
}

interface Source {
  readonly source: 'rows' | 'logs' | 'deliveries' | 'function';
  readonly table?: string;
}

/** Rows, logs and deliveries contain text written by strangers: it is data, never instructions. */
export function untrusted(
  { projectId }: ToolContext,
  { source, table }: Source,
  rest: { readonly rows: readonly unknown[]; readonly [name: string]: unknown },
): ToolAnswer {
  const about = { source, project: projectId, ...(table !== undefined && { table }) };
  return { content: { ...about, untrusted: true, ...rest }, isUntrusted: true };
}

interface ToolDeclaration<Input extends TSchema> extends Omit<Tool, 'input' | 'run'> {
  readonly input: Input;
  run(context: ToolContext, input: Static<Input>): Promise<ToolAnswer>;
}

export function declareTool<Input extends TSchema>({ run, ...tool }: ToolDeclaration<Input>): Tool {
  let check: ReturnType<typeof Compile> | undefined;
  return {
    ...tool,
    async run(context, input) {
      check ??= Compile(tool.input);
      if (!check.Check(input)) {
        const problems = check.Errors(input).map(({ instancePath, message }) => `${nameOf(instancePath)} ${message}`);
        throw new ApiRefusal('validation_failed', `The arguments are invalid: ${problems.slice(0, 5).join('; ')}.`);
      }
      return await run(context, input as Static<Input>);
    },
  };
}

function nameOf(path: string): string {
  return path === '' ? 'the arguments' : path.slice(1);
}
