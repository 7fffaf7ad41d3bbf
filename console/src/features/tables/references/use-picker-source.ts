import { useQueryClient } from '@tanstack/react-query';
import type { PickerSource } from '../../../shared/forms/picker-source.ts';
import { useProject } from '../../../shared/project/project-context.tsx';
import type { Column } from '../column-types.ts';
import { fileSource } from './file-source.ts';
import { referenceSource } from './reference-source.ts';

export type SourceOf = (column: Column) => PickerSource | undefined;

export function usePickerSource(): SourceOf {
  const { id } = useProject();
  const client = useQueryClient();
  return ({ type, table }) => {
    if (type === 'file') return fileSource(id);
    return type === 'reference' && table !== undefined ? referenceSource(client, id, table) : undefined;
  };
}
