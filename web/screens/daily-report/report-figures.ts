// The figures of a day's report and what they are called, on screen as on paper.
import type { DailyReport } from '@torniquete/contract/daily-report.ts'

interface IncomeLine {
  label: string
  /** A decimal text. */
  value: string
}

const hasVoids = ({ voided }: DailyReport): boolean => Number(voided.total) !== 0

/** The parts before their sum; then, where something was voided that day, whenever it was sold, what is left. */
export function incomeLines(report: DailyReport): IncomeLine[] {
  const { income, voided, net } = report
  const some = hasVoids(report)
  const lines = [
    { label: 'Productos', value: income.products },
    { label: 'Otras membresías', value: income.memberships_other },
    { label: 'Membresías diarias', value: income.memberships_daily },
    { label: some ? 'Registrado' : 'Total', value: income.total },
  ]
  if (!some) return lines
  return [...lines, { label: 'Anulaciones', value: `-${voided.total}` }, { label: 'Neto', value: net }]
}

interface CountedFigure {
  label: string
  count: number
  /** What is counted. */
  hint: string
}

export function countedFigures(report: DailyReport): CountedFigure[] {
  return [
    { label: 'Asistencias', count: report.attendances, hint: 'Entradas de clientes y anónimos' },
    { label: 'Membresías nuevas', count: report.new_memberships, hint: 'De quienes no tenían ninguna antes' },
    { label: 'Membresías renovadas', count: report.renewed_memberships, hint: 'De quienes ya tuvieron una' },
    {
      label: 'Membresías vencidas',
      count: report.expired_memberships,
      hint: 'Terminaron el día anterior, sin renovar',
    },
  ]
}

/** Nothing was sold that day, and nobody came, renewed or left. */
export const isQuiet = (report: DailyReport): boolean =>
  [...incomeLines(report).map(({ value }) => Number(value)), ...countedFigures(report).map(({ count }) => count)].every(
    (figure) => figure === 0,
  )

const longDay = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeZone: 'UTC' })

/** `2026-11-21` → 'sábado, 21 de noviembre de 2026'. */
export const dayInWords = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`))
