/** What `parseArgs` found wrong, as a sentence that names the help. */
export function parameterProblem(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${text}${/[.?!]$/.test(text) ? '' : '.'} See --help.`;
}
