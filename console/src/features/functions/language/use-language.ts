import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { LanguageHelp } from '../../../shared/code/editor-help.ts';
import type { FunctionInfo } from '../function-queries.ts';
import { projectTypesQuery } from './language-queries.ts';
import type { FileProblem, Sources } from './language-service.ts';
import { type RunningLanguage, startLanguage } from './start-language.ts';

/** `off` until the person uses the editor; `failed` if the checker could not be loaded. */
export type CheckState = 'off' | 'loading' | 'checked' | 'failed';

export interface CheckedTypes {
  readonly state: CheckState;
  readonly problems: readonly FileProblem[];
  readonly help: LanguageHelp;
  start(): void;
}

interface CheckedSources {
  readonly project: string;
  readonly info: FunctionInfo;
  readonly file: string;
  readonly sources: Sources;
}

const NONE: readonly FileProblem[] = [];
const PAUSE_MS = 300;

export function useLanguage({ project, info, file, sources }: CheckedSources): CheckedTypes {
  const running = useRef<RunningLanguage>(undefined);
  const [isStarted, setIsStarted] = useState(false);
  const [state, setState] = useState<CheckState>('off');
  const [problems, setProblems] = useState(NONE);
  const { data: types, isError } = useQuery({ ...projectTypesQuery(project), enabled: isStarted });
  const { trigger } = info;
  // Two objects with the same texts are the same sources.
  const key = JSON.stringify(sources);

  useEffect(() => () => running.current?.stop(), []);
  useEffect(() => {
    const language = running.current;
    if (language === undefined || types === undefined) return undefined;
    let isCurrent = true;
    const check = async (): Promise<void> => {
      try {
        await language.setProject({ trigger, ...types });
        await language.setSources(JSON.parse(key) as Sources);
        const found = await language.problems();
        if (!isCurrent) return;
        setProblems(found);
        setState('checked');
      } catch {
        if (isCurrent) setState('failed');
      }
    };
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [types, trigger, key]);

  const ask = useEffectEvent(async <T>(text: string, run: (language: RunningLanguage) => Promise<T>) => {
    const language = running.current;
    if (language === undefined || types === undefined) return undefined;
    try {
      await language.setSources({ ...sources, [file]: text });
      return await run(language);
    } catch {
      return undefined;
    }
  });
  const help = useMemo(
    (): LanguageHelp => ({
      complete: (text, offset) => ask(text, (language) => language.complete(file, offset)),
      describe: (text, offset) => ask(text, (language) => language.describe(file, offset)),
      describeCompletion: (text, offset, label) =>
        ask(text, (language) => language.describeCompletion(file, offset, label)),
    }),
    [file],
  );
  return {
    state: isError ? 'failed' : state,
    problems: state === 'checked' ? problems : NONE,
    help,
    start: () => {
      if (running.current !== undefined) return;
      running.current = startLanguage();
      setIsStarted(true);
      setState('loading');
    },
  };
}
