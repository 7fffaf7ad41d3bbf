import { visibleLine } from './visible-text.ts';

/** Currencies with another number of decimals than two at the provider (https://docs.stripe.com/currencies). */
const DECIMALS: Readonly<Record<number, string>> = {
  0: 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf',
  3: 'bhd jod kwd omr tnd',
};

export function decimalsOf(currency: string): number {
  const found = Object.entries(DECIMALS).find(([, names]) => names.split(' ').includes(currency.toLowerCase()));
  return found === undefined ? 2 : Number(found[0]);
}

export function formatMoney(amount: number, currency: string | null): string {
  if (currency === null) return amount.toLocaleString('en-US');
  const digits = decimalsOf(currency);
  const value = amount / 10 ** digits;
  try {
    return new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: currency.toUpperCase(),
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  } catch {
    return `${value.toFixed(digits)} ${visibleLine(currency)}`;
  }
}

export function readMoney(text: string, currency: string | null): number | undefined {
  const digits = currency === null ? 0 : decimalsOf(currency);
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  if (whole === '' || part.length > digits) return undefined;
  const amount = Number(`${whole}${part.padEnd(digits, '0')}`);
  return amount > 0 ? amount : undefined;
}
