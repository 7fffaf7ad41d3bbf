import { Failure } from '../../outcome/failure.ts';

export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly message: string;
}

export type Verdict = Omit<Check, 'name'>;

export const ok = (message: string): Verdict => ({ state: 'ok', message });
export const warn = (message: string): Verdict => ({ state: 'warn', message });
export const fail = (message: string): Verdict => ({ state: 'fail', message });

/** Reports a failure during a check as a finding; a check that does not apply gives none. */
export async function check(name: string, judge: () => Promise<Verdict | undefined>): Promise<readonly Check[]> {
  try {
    const verdict = await judge();
    return verdict === undefined ? [] : [{ name, ...verdict }];
  } catch (error) {
    if (!(error instanceof Failure) || error.facts.code === 'interrupted') throw error;
    const { hint } = error.facts;
    return [{ name, ...fail(hint === undefined ? error.message : `${error.message} Try: ${hint}`) }];
  }
}
