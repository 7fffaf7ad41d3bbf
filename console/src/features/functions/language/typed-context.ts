import type ts from 'typescript';
import type { Trigger } from '../function-queries.ts';

export interface Insertion {
  /** Offset in the original text. */
  readonly at: number;
  readonly text: string;
}

const CONTEXTS: Readonly<Record<Trigger, string>> = {
  http: 'Context<any>',
  webhook: 'WebhookContext',
  scheduled: 'ScheduledContext',
};

/** Gives the default export's parameter its type: without it `ctx` would be `any`, and nothing would be checked. */
export function contextInsertions(
  typescript: typeof ts,
  source: ts.SourceFile,
  trigger: Trigger,
): readonly Insertion[] {
  const handler = source.statements
    .map((statement) => defaultExport(typescript, statement))
    .find((found) => found !== undefined);
  const [parameter] = handler?.parameters ?? [];
  if (handler === undefined || parameter === undefined) return [];
  if (parameter.type !== undefined || parameter.dotDotDotToken !== undefined) return [];
  if (typescript.getJSDocType(parameter) !== undefined) return [];
  const type = `import('@service/functions/server').${CONTEXTS[trigger]}`;
  const { name } = parameter;
  const isJavaScript = /\.[cm]?jsx?$/.test(source.fileName);
  const isBare = !handler.getChildren(source).some(({ kind }) => kind === typescript.SyntaxKind.OpenParenToken);
  const before = `${isBare ? '(' : ''}${isJavaScript ? `/** @type {${type}} */ ` : ''}`;
  const after = `${isJavaScript ? '' : `: ${type}`}${isBare ? ')' : ''}`;
  return [
    { at: name.getStart(source), text: before },
    { at: name.end, text: after },
  ].filter(({ text }) => text !== '');
}

function defaultExport(typescript: typeof ts, statement: ts.Statement): ts.FunctionLikeDeclaration | undefined {
  if (typescript.isFunctionDeclaration(statement)) {
    const modifiers = statement.modifiers?.map(({ kind }) => kind) ?? [];
    return modifiers.includes(typescript.SyntaxKind.DefaultKeyword) ? statement : undefined;
  }
  if (!typescript.isExportAssignment(statement)) return undefined;
  const { expression } = statement;
  return typescript.isArrowFunction(expression) || typescript.isFunctionExpression(expression) ? expression : undefined;
}

export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  return insertions
    .toReversed()
    .reduce((done, { at, text: added }) => done.slice(0, at) + added + done.slice(at), text);
}

export function toInserted(insertions: readonly Insertion[], offset: number): number {
  return insertions.reduce((sum, { at, text }) => (at <= offset ? sum + text.length : sum), offset);
}

/** The other way. An offset within an insertion becomes the place of the insertion. */
export function toOriginal(insertions: readonly Insertion[], offset: number): number {
  let added = 0;
  for (const { at, text } of insertions) {
    if (offset <= at + added) break;
    added += Math.min(text.length, offset - at - added);
  }
  return offset - added;
}
