// Numbers on screen: commas between thousands and a decimal point, like money.

/** `1234567` → `1,234,567`. */
export const groupThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** `12500` → `12,500`; at most two decimals without trailing zeros: `10.50` → `10.5`. */
export function showNumber(value: number): string {
  const [whole = '0', decimals] = String(Math.round(Math.abs(value) * 100) / 100).split('.')
  return `${value < 0 ? '-' : ''}${groupThousands(whole)}${decimals ? `.${decimals}` : ''}`
}

/** `+3`, `−1,200`. */
export const showChange = (change: number): string =>
  change > 0 ? `+${showNumber(change)}` : showNumber(change).replace('-', '−')

/** `10.5` → `10.5 %`. */
export const showPercent = (percent: number): string => `${showNumber(percent)} %`

/** `counted(1200, 'fila', 'filas')` → `1,200 filas`. */
export const pluralize = (count: number, one: string, several: string): string =>
  `${showNumber(count)} ${count === 1 ? one : several}`
