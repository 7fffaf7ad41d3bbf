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

/** The project whose page this is. */
export function useProject(): CurrentProject {
  const project = useContext(ProjectContext);
  if (project === undefined) throw new Error('This page is below a project.');
  return project;
}

/** Whether the signed-in member may do what at least `least` may: what may not be done is absent. */
export function useMay(least: Role): boolean {
  return mayDo(useProject().role, least);
}
