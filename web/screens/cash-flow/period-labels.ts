// Labels of the charts' periods.
export const unknownPeriodText = 'Formato de periodo desconocido'

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

/** `2026-W5` → `Sem 5 2026`, `2026-03` → `mar 2026`, `2026-Q4` → `T4 2026`, `2026` unchanged; null otherwise. */
export function periodLabel(name: string): string | null {
  const [, year, week, quarter, month] = /^(\d{4})(?:-(?:W(\d{1,2})|Q([1-4])|(\d{2})))?$/.exec(name) ?? []
  if (year === undefined) return null
  if (week !== undefined) return Number(week) >= 1 && Number(week) <= 53 ? `Sem ${Number(week)} ${year}` : null
  if (quarter !== undefined) return `T${quarter} ${year}`
  if (month === undefined) return year
  const monthName = months[Number(month) - 1]
  return monthName === undefined ? null : `${monthName} ${year}`
}
