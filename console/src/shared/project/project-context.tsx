import { createContext, useContext } from 'react';
import { mayDo, type Role } from './roles.ts';

export interface CurrentProject {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly publicKey: string;
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly role: Role;
}

export const ProjectContext = createContext<CurrentProject | undefined>(undefined);

export function useOptionalProject(): CurrentProject | undefined {
  return useContext(ProjectContext);
}

export function useProject(): CurrentProject {
  const project = useContext(ProjectContext);
  if (project === undefined) throw new Error('This page is below a project.');
  return project;
}

/** Whether the signed-in member has at least the role `least`. Actions that are not allowed are hidden. */
export function useMay(least: Role): boolean {
  return mayDo(useProject().role, least);
}
