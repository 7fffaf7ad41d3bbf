import { Type } from 'typebox';

// Names become parts of paths, so the patterns allow no other characters.

export const tableName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$', description: 'Name of a table.' });

export const functionName = Type.String({
  pattern: '^[a-z][a-z0-9_-]{0,62}$',
  description: 'Name of a function.',
});

export function recordId(description: string) {
  return Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', description });
}
