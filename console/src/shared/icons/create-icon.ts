import { createElement, type FunctionComponent, type SVGProps } from 'react';

/** Callers hide the icon from screen readers, or give it a label. */
export interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size: number;
}

export type IconComponent = FunctionComponent<IconProps>;

type Shapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

const OUTLINE = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const FILLED = { fill: 'currentColor' } as const;

/** Makes the component of `virtual:icon/<name>`; see `console/icons.ts`. */
export function createIcon(shapes: Shapes, isFilled: boolean): IconComponent {
  const style = { viewBox: '0 0 24 24', ...(isFilled ? FILLED : OUTLINE) };
  return ({ size, ...rest }) =>
    createElement(
      'svg',
      { ...style, width: size, height: size, ...rest },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
