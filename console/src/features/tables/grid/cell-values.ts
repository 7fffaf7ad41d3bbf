import { parseJson } from '../../../shared/forms/parse-json.ts';
import type { Column } from '../column-types.ts';

export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const NUMBER = /^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/;

/** Passes invalid text on unchanged, because the API explains the problem better than the console could. */
export function parseValue({ name, type }: Pick<Column, 'name' | 'type'>, text: string): unknown {
  if (type === 'text') return text;
  if (text.trim() === '') return null;
  if (type === 'integer' || type === 'number') return NUMBER.test(text) ? Number(text) : text;
  if (type === 'boolean')
    return ({ true: true, false: false } as Readonly<Record<string, boolean>>)[text.trim()] ?? text;
  if (type === 'json') return parseJson(name, text);
  return text.trim();
}

export function isWritable({ system, name }: Pick<Column, 'system' | 'name'>): boolean {
  return system !== true || name === 'owner_id';
}

export function needsPanel({ type }: Pick<Column, 'type'>, isCut: boolean): boolean {
  return type === 'json' || isCut;
}

export function isPicked({ type }: Pick<Column, 'type'>): boolean {
  return type === 'reference' || type === 'file';
}

/** Parses tab-separated cells, the clipboard format of spreadsheets. */
export function parseBlock(text: string): readonly (readonly string[])[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return lines.map((line) => line.split('\t'));
}

export function blockText(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => row.map((value) => valueText(value).replace(/[\t\n\r]+/g, ' ')).join('\t')).join('\n');
}
