import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import {
  type DailyReportSchedule,
  type ExpiryReminderSettings,
  fillPlaceholders,
} from '@torniquete/contract/messaging/messages.ts'
import type { MessageChannel, MessageKind } from '@torniquete/contract/messaging/outbox.ts'
import { formatDate } from '@torniquete/contract/shared/dates.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { formatCashDifference } from '@torniquete/contract/till/cash-shifts.ts'
import { formatPaymentKind, listDebtSums } from '@torniquete/contract/till/payment-kind-labels.ts'
import { listRefundSums } from '@torniquete/contract/till/refunds.ts'
import type { PaymentKindFlow } from '@torniquete/contract/till/tenders.ts'
import type { Messengers } from '../messengers/gym-messengers.ts'
import { findUsablePhone, findZoneCountry } from '../messengers/phone-numbers.ts'
import type { ReminderRule } from './message-schedule.ts'

const day = 86_400_000
const shownProducts = 10

interface Subject {
  kind: ReminderRule['kind']
  name: string
  membership: string
  last_day: string
  gym: string
}

/** Renders a reminder; `today` is the gym's current day, so that a late message states the days really left. */
export function renderClientMessage(config: ExpiryReminderSettings, subject: Subject, today: string): string {
  const message = subject.kind === 'day_expiration' ? config.message_day_expiration : config.message_before_expiration
  const left = Math.round((Date.parse(subject.last_day) - Date.parse(today)) / day)
  return fillPlaceholders(message ?? '', {
    nombre: subject.name,
    membresia: subject.membership,
    vencimiento: formatDate(subject.last_day),
    dias: String(Math.max(0, left)),
    gimnasio: subject.gym,
  })
}

/** Returns `Devoluciones: Devuelto en Efectivo (2) -$ 80.00 · por Ana, Luis`; empty if there were no refunds. */
function listRefundTexts(refunds: DailyReport['refunds']): string[] {
  if (refunds.length === 0) return []
  const sums = listRefundSums(refunds).map(({ label, value }) => `${label} ${formatMoney(value)}`)
  const people = [...new Set(refunds.map(({ by }) => by.name))]
  return [`Devoluciones: ${[...sums, `por ${people.join(', ')}`].join(' · ')}`]
}

export function renderReportText(gym: string, report: DailyReport, flow: readonly PaymentKindFlow[]): string {
  const { income, voided, low_stock } = report
  const some = Number(voided.total) !== 0
  const low = low_stock.slice(0, shownProducts).map(({ name, quantity }) => `${name} (${quantity})`)
  const more = low_stock.length - low.length
  const owing = listDebtSums(flow).map(({ label, value }) => `${label.toLowerCase()} ${formatMoney(value)}`)
  const kinds = flow.map((row) => `${formatPaymentKind(row)} ${formatMoney(row.balance)}`)
  return [
    `Informe del ${formatDate(report.day)} de ${gym}`,
    `${some ? 'Ingresos registrados' : 'Ingresos'}: ${formatMoney(income.total)}`,
    `Productos: ${formatMoney(income.products)}`,
    `Membresías diarias: ${formatMoney(income.memberships_daily)}`,
    `Otras membresías: ${formatMoney(income.memberships_other)}`,
    ...(some ? [`Anulaciones: ${formatMoney(`-${voided.total}`)}`, `Ingresos netos: ${formatMoney(report.net)}`] : []),
    ...(kinds.length > 0 ? [`Por forma de pago, lo que entró menos lo que salió: ${kinds.join(' · ')}`] : []),
    ...(owing.length > 0 ? [`Deudas: ${owing.join(' · ')}`] : []),
    ...listRefundTexts(report.refunds),
    ...report.closings.map(
      ({ number, drawer, by, difference }) =>
        `Cierre de caja N.º ${number} (${drawer}, ${by}): ${formatCashDifference(difference)}`,
    ),
    `Asistencias: ${report.attendances}`,
    `Membresías nuevas: ${report.new_memberships}`,
    `Membresías renovadas: ${report.renewed_memberships}`,
    `Membresías vencidas: ${report.expired_memberships}`,
    `Poca existencia: ${low.length === 0 ? 'ninguno' : low.join(', ')}${more > 0 ? ` y ${more} más` : ''}`,
  ].join('\n')
}

export interface MessageRoute {
  channel: MessageChannel | null
  recipient: string | null
}

export function chooseContactRoute(
  { whatsapp, email }: Messengers,
  country: string,
  person: { phone_number: string | null; email: string | null },
): MessageRoute {
  const phone = whatsapp && findUsablePhone(person.phone_number, country)
  if (phone) return { channel: 'whatsapp', recipient: phone }
  return email && person.email ? { channel: 'email', recipient: person.email } : { channel: null, recipient: null }
}

/** Sends the report to the owner's phone, never to the gym's e-mail address, which clients write to. */
export const chooseReportRoute = (
  messengers: Messengers,
  zone: string,
  { report_phone_number }: DailyReportSchedule,
): MessageRoute =>
  chooseContactRoute(messengers, findZoneCountry(zone), { phone_number: report_phone_number, email: null })

export const makeReportMailRoute = ({ email }: Messengers, recipient: string | null): MessageRoute => ({
  channel: email && 'email',
  recipient,
})

/** Returns channel and recipient for a message, using current settings and contact data. */
export function findMessageRoute(
  messengers: Messengers,
  zone: string,
  schedule: DailyReportSchedule,
  row: { kind: MessageKind; recipient: string | null; phone_number: string | null; email: string | null },
): MessageRoute {
  if (row.kind === 'daily_report') return chooseReportRoute(messengers, zone, schedule)
  if (row.kind === 'report_mail') return makeReportMailRoute(messengers, row.recipient)
  return chooseContactRoute(messengers, findZoneCountry(zone), row)
}

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const renderHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escaped[sign] ?? sign)

/** Renders the report as HTML, with the same lines as the text. */
export function renderReportHtml(text: string): string {
  const [title = '', ...lines] = text.split('\n')
  const rows = lines.map((line) => {
    const at = line.indexOf(': ')
    const [label, value] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)]
    const right = /^\$|^-?[\d,]+$/.test(value) ? 'right' : 'left'
    return `<tr><th scope="row" style="padding:4px 16px 4px 0;text-align:left;font-weight:normal;vertical-align:top">${renderHtml(label)}</th><td style="padding:4px 0;text-align:${right}">${renderHtml(value)}</td></tr>`
  })
  return `<!doctype html><html lang="es"><body style="font-family:system-ui,sans-serif;font-size:16px"><h1 style="font-size:18px">${renderHtml(title)}</h1><table style="border-collapse:collapse">${rows.join('')}</table></body></html>`
}
