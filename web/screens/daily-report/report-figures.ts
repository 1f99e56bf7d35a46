import { findDocumentType } from '@torniquete/contract/document-types.ts'
import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import { addAmounts, subtractAmounts } from '@torniquete/contract/shared/money.ts'

interface AmountLine {
  label: string
  value: string
}

/** Lines of the parts, then their sum. If there are voids, two more lines show the voids and the net amount. */
function linesOf(parts: AmountLine[], sums: { booked: string; voided: string; net: string }): AmountLine[] {
  const some = Number(sums.voided) !== 0
  const lines = [...parts, { label: some ? 'Registrado' : 'Total', value: sums.booked }]
  if (!some) return lines
  return [...lines, { label: 'Anulaciones', value: `-${sums.voided}` }, { label: 'Neto', value: sums.net }]
}

export function listIncomeLines({ income, voided, net }: DailyReport): AmountLine[] {
  const parts = [
    { label: 'Productos', value: income.products },
    { label: 'Otras membresías', value: income.memberships_other },
    { label: 'Membresías diarias', value: income.memberships_daily },
  ]
  return linesOf(parts, { booked: income.total, voided: voided.total, net })
}

export function listOutgoingLines({ outgoings }: Pick<DailyReport, 'outgoings'>): AmountLine[] {
  const parts = outgoings.map(({ kind, booked }) => ({
    label: findDocumentType(kind)?.plural ?? 'Otros',
    value: booked,
  }))
  const [booked, voided] = [
    addAmounts(outgoings.map((each) => each.booked)),
    addAmounts(outgoings.map((each) => each.voided)),
  ]
  return linesOf(parts, { booked, voided, net: subtractAmounts(booked, voided) })
}

/** Line with income less outgoings, both after subtracting that day's voids. */
export function makeBalanceLine({ net, outgoings }: Pick<DailyReport, 'net' | 'outgoings'>): AmountLine {
  const [booked, voided] = [outgoings.map((each) => each.booked), outgoings.map((each) => each.voided)].map(addAmounts)
  const paid = subtractAmounts(booked ?? '0.00', voided ?? '0.00')
  return { label: 'Ingresos menos egresos', value: subtractAmounts(net, paid) }
}

export function listDayCounts(report: DailyReport): { label: string; count: number; hint: string }[] {
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

export const isEmptyReport = (report: DailyReport): boolean =>
  [
    ...[...listIncomeLines(report), ...listOutgoingLines(report)].map(({ value }) => Number(value)),
    ...listDayCounts(report).map(({ count }) => count),
  ].every((figure) => figure === 0)

const longDay = new Intl.DateTimeFormat('es-ES', { dateStyle: 'full', timeZone: 'UTC' })

/** Writes a day in words: `2026-11-21` → 'Sábado, 21 de noviembre de 2026'. */
export function formatLongDay(day: string): string {
  const text = longDay.format(new Date(`${day}T00:00:00Z`))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
