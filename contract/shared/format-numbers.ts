// Formats numbers for the screen: commas between thousands and a decimal point, like money.

/** Formats `1234567` as `1,234,567`. */
export const groupThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** Formats `12500` as `12,500`, and `10.50` as `10.5`; at most two decimals. */
export function formatNumber(value: number): string {
  const [whole = '0', decimals] = String(Math.round(Math.abs(value) * 100) / 100).split('.')
  return `${value < 0 ? '-' : ''}${groupThousands(whole)}${decimals ? `.${decimals}` : ''}`
}

/** Formats a change with its sign: `+3`, `−1,200`. */
export const formatSignedNumber = (change: number): string =>
  change > 0 ? `+${formatNumber(change)}` : formatNumber(change).replace('-', '−')

/** Formats `10.5` as `10.5 %`. */
export const formatPercent = (percent: number): string => `${formatNumber(percent)} %`

/** Returns number and noun: `pluralize(1200, 'fila', 'filas')` → `1,200 filas`. */
export const formatCountWithNoun = (count: number, one: string, several: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`
