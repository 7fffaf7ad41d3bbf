import type { FunctionLanguage } from './language-service.ts';

export interface LanguageRequest {
  readonly id: number;
  readonly name: keyof FunctionLanguage;
  readonly parameters: readonly unknown[];
}

export type LanguageAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };
