import { expiryWarningDays, isReceiptTypeCode, receiptTypes } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type { dgiiEnvironments, FiscalRange } from '@torniquete/contract/fiscal/fiscal.ts'
import { addDays, formatDate } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'

/** `B02` → `Factura de Consumo (B02)`. */
export const formatReceiptType = (type: string): string =>
  isReceiptTypeCode(type) ? `${receiptTypes[type].name} (${type})` : type

type Environment = (typeof dgiiEnvironments)[number]

export const dgiiEnvironmentLabels: Record<Environment, string> = {
  test: 'Pruebas',
  certification: 'Certificación',
  production: 'Producción',
}

const consequences = {
  sale: 'sin él no se puede vender',
  credit: 'sin él no se puede dar crédito fiscal',
  note: 'sin él no se puede anular una venta',
} as const

/** Types that selling needs, with the consequence of having no numbers: on paper (series B) or electronic (series E). */
const sellingTypes = {
  B: { B02: consequences.sale, B01: consequences.credit, B04: consequences.note },
  E: { E32: consequences.sale, E31: consequences.credit, E34: consequences.note },
} as const

export type ReceiptSeries = keyof typeof sellingTypes
type SellingType = keyof (typeof sellingTypes)['B'] | keyof (typeof sellingTypes)['E']

/** Ranges of series B and of the gym's environment: those of another one cannot be used. */
export const listUsableRanges = (ranges: readonly FiscalRange[], current: Environment | undefined): FiscalRange[] =>
  ranges.filter(({ environment }) => environment === undefined || environment === current)

export const listMissingReceiptTypes = (
  ranges: readonly FiscalRange[],
  series: ReceiptSeries,
  statuses: readonly FiscalRange['status'][] = ['active'],
): SellingType[] =>
  (Object.keys(sellingTypes[series]) as SellingType[]).filter(
    (wanted) => !ranges.some(({ type, status }) => type === wanted && statuses.includes(status)),
  )

const expiresSoon = ({ expires_on }: FiscalRange, today: string): boolean =>
  expires_on !== null && expires_on <= addDays(today, expiryWarningDays)

interface RangeState {
  label: string
  tone: 'good' | 'warn' | 'bad' | 'plain'
}

const states: Record<FiscalRange['status'], RangeState> = {
  queued: { label: 'En espera', tone: 'plain' },
  active: { label: 'Activo', tone: 'good' },
  depleted: { label: 'Agotado', tone: 'bad' },
  expired: { label: 'Vencido', tone: 'bad' },
  cancelled: { label: 'Cancelado', tone: 'plain' },
}

export function describeRangeState(range: FiscalRange, today: string): RangeState {
  if (range.needs_confirmation) return { label: 'Por confirmar', tone: 'bad' }
  const { status, environment } = range
  if (status === 'queued' && environment)
    return { label: `En espera (${dgiiEnvironmentLabels[environment]})`, tone: 'plain' }
  if (!range.is_running_out) return states[status]
  return { label: expiresSoon(range, today) ? 'Por vencer' : 'Por agotarse', tone: 'warn' }
}

interface RangeWarning {
  text: string
  isUrgent: boolean
}

/** Facts that need a person. A range that runs out is left out if another one of its type will follow. */
export function listRangeWarnings(
  ranges: readonly FiscalRange[],
  today: string,
  series: ReceiptSeries,
): RangeWarning[] {
  const consequenceOf: Record<string, string> = sellingTypes[series]
  const unconfirmed = ranges.filter(({ needs_confirmation }) => needs_confirmation)
  const ending = ranges.filter(
    ({ type, is_running_out }) =>
      is_running_out && !ranges.some((other) => other.type === type && other.status === 'queued'),
  )
  return [
    ...unconfirmed.map(({ type }) => ({
      text: `Se restauró una copia: confirma el próximo número de ${formatReceiptType(type)} para poder usarlo.`,
      isUrgent: true,
    })),
    ...listMissingReceiptTypes(ranges, series).map((type) => ({
      text: `No hay un rango activo de ${formatReceiptType(type)}: ${consequenceOf[type]}.`,
      isUrgent: true,
    })),
    ...ending.map((range) => ({ text: describeEnd(range, today), isUrgent: false })),
  ]
}

function describeEnd(range: FiscalRange, today: string): string {
  const left = formatCountWithNoun(range.left, 'comprobante', 'comprobantes')
  const verb = range.left === 1 ? 'Queda' : 'Quedan'
  const expiry = expiresSoon(range, today) && range.expires_on ? `, que vencen el ${formatDate(range.expires_on)}` : ''
  return `${verb} ${left} de ${formatReceiptType(range.type)}${expiry}: pide otro rango a la DGII y regístralo.`
}
