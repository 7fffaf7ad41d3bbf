import './known-language.ts';
import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { formatClock, formatDay } from '../text/formats.ts';
import { shownZone } from '../text/time-zone.ts';
import classes from './charts.module.css';

export interface ChartPoint {
  readonly at: string;
  readonly value: number;
  readonly bad?: number;
}

interface ChartProps {
  readonly label: string;
  readonly points: readonly ChartPoint[];
  readonly format: (value: number) => string;
}

const HEIGHT = 140;
/** The least height of the scale; without it a single request would fill a quiet chart. */
const LEAST_MAX = 4;
const STEPS = Array.from({ length: 14 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();
const DAY_S = 86_400;

export function Chart({ label, points, format }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const plot = new UPlot(optionsFor(element, { scheme, format }), dataOf(points), element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [points, scheme, format]);
  return <div ref={place} role="img" aria-label={label} className={classes.chart} />;
}

function timesOf(_plot: UPlot, seconds: readonly number[]): string[] {
  const isDays = (seconds[1] ?? 0) - (seconds[0] ?? 0) >= DAY_S;
  return seconds.map((one) => (isDays ? formatDay : formatClock)(new Date(one * 1000).toISOString()));
}

function dataOf(points: readonly ChartPoint[]): UPlot.AlignedData {
  return [
    points.map(({ at }) => new Date(at).getTime() / 1000),
    points.map(({ value }) => value),
    points.map(({ bad }) => bad ?? null),
  ];
}

function optionsFor(
  element: HTMLElement,
  { scheme, format }: { readonly scheme: 'light' | 'dark'; readonly format: (value: number) => string },
): UPlot.Options {
  const isDark = scheme === 'dark';
  const axis = { stroke: isDark ? '#a3aab3' : '#59616b', grid: { stroke: isDark ? '#2a2e35' : '#eceef1', width: 1 } };
  const line = isDark ? '#91a7ff' : '#4263eb';
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => {
      const at = new Date(seconds * 1000);
      return shownZone.isUtc() ? UPlot.tzDate(at, 'Etc/UTC') : at;
    },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(LEAST_MAX, max * 1.1)] } },
    axes: [
      { ...axis, size: 28, values: timesOf },
      { ...axis, size: 56, incrs: STEPS, values: (_plot, values) => values.map(format) },
    ],
    series: [
      {},
      { stroke: line, width: 1.5, fill: `${line}22`, points: { show: false } },
      { stroke: isDark ? '#ff8787' : '#c92a2a', width: 1.5, points: { show: false } },
    ],
  };
}
