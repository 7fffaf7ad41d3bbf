import { type TSchema, Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';

export interface UsageSource {
  readonly schema: TSchema;
  read(project: Project): Promise<object>;
}

export type UsageSources = Readonly<Record<string, UsageSource>>;

export async function getUsage(sources: UsageSources, { project }: MemberCall): Promise<Answer> {
  const entries = await Promise.all(
    Object.entries(sources).map(async ([name, source]) => [name, await source.read(project)] as const),
  );
  return { status: 200, body: { data: Object.fromEntries(entries), count: 1 } };
}

export function usageAnswer(sources: UsageSources): TSchema {
  const schemas = Object.fromEntries(Object.entries(sources).map(([name, { schema }]) => [name, schema]));
  return Type.Object({ data: Type.Object(schemas), count: Type.Literal(1) });
}
