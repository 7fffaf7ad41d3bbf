import { encode } from 'uqr';
import classes from './second-factor.module.css';

/** Cells of white around the code, which scanners need. */
const BORDER = 4;

/** A QR code, dark on light in both colour schemes, because many scanners read no other. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  return (
    <svg role="img" aria-label={label} className={classes.code} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={data.flatMap(darkRuns).join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

function darkRuns(row: readonly boolean[], y: number): readonly string[] {
  const text = row.map((isDark) => (isDark ? '1' : '0')).join('');
  return [...text.matchAll(/1+/g)].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`);
}
