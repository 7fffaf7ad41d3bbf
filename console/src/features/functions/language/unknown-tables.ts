import type ts from 'typescript';

export interface UnknownTable {
  readonly start: number;
  readonly length: number;
  readonly message: string;
}

export function findUnknownTables(
  typescript: typeof ts,
  program: ts.Program,
  source: ts.SourceFile,
  names: readonly string[],
): readonly UnknownTable[] {
  const checker = program.getTypeChecker();
  const found: UnknownTable[] = [];
  const visit = (node: ts.Node): void => {
    const argument = tableArgument(typescript, node);
    if (argument !== undefined && !names.includes(argument.text) && isOfService(checker, node as ts.CallExpression)) {
      found.push({
        start: argument.getStart(source),
        length: argument.getWidth(source),
        message: messageFor(argument.text, names),
      });
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function tableArgument(typescript: typeof ts, node: ts.Node): ts.StringLiteralLike | undefined {
  if (!typescript.isCallExpression(node) || !typescript.isPropertyAccessExpression(node.expression)) return undefined;
  const [argument] = node.arguments;
  if (node.expression.name.text !== 'table' || argument === undefined) return undefined;
  return typescript.isStringLiteralLike(argument) ? argument : undefined;
}

function isOfService(checker: ts.TypeChecker, call: ts.CallExpression): boolean {
  const file = checker.getResolvedSignature(call)?.declaration?.getSourceFile().fileName;
  return file?.includes('/@service/functions/') === true;
}

function messageFor(name: string, names: readonly string[]): string {
  const near = names.find((one) => distance(one.toLowerCase(), name.toLowerCase()) <= 2);
  return `The project has no table ${JSON.stringify(name)}.${near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`}`;
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next.push(Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
