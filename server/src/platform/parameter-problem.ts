/** Describes in sentences the problem that `parseArgs` found, and names the help. */
export function parameterProblem(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${text}${/[.?!]$/.test(text) ? '' : '.'} See --help.`;
}
