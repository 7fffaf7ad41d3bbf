'use client';
import { reported, type ServiceError, send } from '@service/client/internal';
import { useCallback, useEffect, useState } from '@service/client/react';
import { useEpoch } from './use-epoch.ts';

export interface FunctionInfo {
  readonly name: string;
  readonly trigger: 'http' | 'webhook' | 'scheduled';
  readonly description: string | null;
  readonly access: string;
}

export interface FunctionsResult {
  readonly data: FunctionInfo[] | undefined;
  readonly loading: boolean;
  readonly error: ServiceError | undefined;
  /** Reads again. Rejects with a `ServiceError`; earlier data stays. */
  refetch(): Promise<FunctionInfo[]>;
}

interface AskedFunctions {
  readonly epoch: number;
  readonly data?: FunctionInfo[] | undefined;
  readonly error?: ServiceError | undefined;
}

/**
 * The functions that the caller may invoke.
 * @example
 * ```tsx
 * import { useFunctions } from '@service/functions';
 * export function FunctionList() {
 *   const { data, loading } = useFunctions({ trigger: 'http' });
 *   return <ul>{loading ? <li>…</li> : data?.map(({ name }) => <li key={name}>{name}</li>)}</ul>;
 * }
 * ```
 */
export function useFunctions({ trigger }: { readonly trigger?: FunctionInfo['trigger'] } = {}): FunctionsResult {
  const epoch = useEpoch();
  const [asked, setAsked] = useState<AskedFunctions>();
  // Do not show another user's functions.
  const shown = asked?.epoch === epoch ? asked : undefined;
  const refetch = useCallback(async (): Promise<FunctionInfo[]> => {
    // A late answer must never replace what a later user has received.
    const show = (next: Partial<AskedFunctions>): void =>
      setAsked((before) =>
        Number(before?.epoch) > epoch ? before : { ...(before?.epoch === epoch && before), ...next, epoch },
      );
    try {
      const { data } = await reported(readFunctions(epoch));
      show({ data, error: undefined });
      return fitting(data, trigger);
    } catch (error) {
      show({ error: error as ServiceError });
      throw error;
    }
  }, [epoch, trigger]);
  useEffect(() => {
    refetch().catch(() => undefined);
  }, [refetch]);
  return {
    data: shown?.data && fitting(shown.data, trigger),
    loading: !shown,
    error: shown?.error,
    refetch,
  };
}

function fitting(data: FunctionInfo[], trigger: string | undefined): FunctionInfo[] {
  return trigger ? data.filter((each) => each.trigger === trigger) : data;
}

type FunctionsAnswer = Promise<{ readonly data: FunctionInfo[] }>;
let underWay: { readonly epoch: number; readonly answer: FunctionsAnswer } | undefined;

function readFunctions(epoch: number): FunctionsAnswer {
  if (underWay?.epoch !== epoch) {
    underWay = {
      epoch,
      answer: (send('/functions') as FunctionsAnswer).finally(() => {
        underWay = undefined;
      }),
    };
  }
  return underWay.answer;
}
