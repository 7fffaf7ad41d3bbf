import { type Static, Type } from 'typebox';
import { TRIGGERS } from '../definitions/function-definition.ts';
import { functionBody } from '../deployment/options/function-schemas.ts';

const { access, schedule, timezone, timeout_ms, retries, description } = functionBody.properties;
const files = Type.Record(Type.String(), Type.String());
const number = Type.Integer({ minimum: 1 });

export const functionRecord = Type.Object({
  name: Type.String(),
  trigger: Type.Enum([...TRIGGERS]),
  access,
  schedule,
  timezone,
  timeout_ms,
  retries,
  description,
  enabled: Type.Boolean(),
  origin: Type.Enum(['api', 'deployment']),
  version: number,
  created_at: Type.String(),
  updated_at: Type.String(),
  deployed_at: Type.String(),
  files,
});

/** Sources of a version. Several records in a row may continue the same version; a repeated file name appends to that file. */
export const sourcesRecord = Type.Object({
  continues: Type.String(),
  version: number,
  created_at: Type.String(),
  files,
});

export const templateRecord = Type.Object({
  template: Type.String(),
  access: Type.String(),
  enabled: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
});

export type FunctionRecord = Static<typeof functionRecord>;
export type SourcesRecord = Static<typeof sourcesRecord>;

/** Characters of sources per record. A character takes at most four bytes, or six when JSON escapes it. */
const SOURCE_CHARACTERS_MAX = 600_000;

export function* portionsOf(sources: Readonly<Record<string, string>>): Generator<Record<string, string>> {
  let portion: [string, string][] = [];
  let characters = 0;
  for (const [path, text] of Object.entries(sources)) {
    let at = 0;
    do {
      const piece = text.slice(at, at + SOURCE_CHARACTERS_MAX - characters);
      portion.push([path, piece]);
      at += piece.length;
      characters += piece.length + path.length;
      if (characters >= SOURCE_CHARACTERS_MAX) {
        yield Object.fromEntries(portion);
        portion = [];
        characters = 0;
      }
    } while (at < text.length);
  }
  if (portion.length > 0) yield Object.fromEntries(portion);
}
