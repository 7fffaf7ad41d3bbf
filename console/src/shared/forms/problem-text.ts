/** A problem of a field as a sentence: the API says only what is wrong, such as "must be a number". */
export function problemText(label: string, problem: string | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const sentence = /^\p{Ll}/u.test(problem) ? `${label} ${problem}` : problem;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
