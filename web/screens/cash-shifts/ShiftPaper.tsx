// Report of a cash drawer's shift, on screen and printed: X report while the shift is open, Z report once it is closed.

import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { addAmounts, formatMoney } from '@torniquete/contract/shared/money.ts'
import { type CashShiftReport, denominations, formatCashDifference } from '@torniquete/contract/till/cash-shifts.ts'
import { formatRefundedDocument, isRefundToGym, type Refund } from '@torniquete/contract/till/refunds.ts'
import { call } from '../../api/call.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import classes from '../../features/bills/Bill.module.css'
import { DocumentLayout, PrintedLines } from '../../features/bills/Bill.tsx'
import type { PrintedLine } from '../../features/bills/bill-content.ts'
import { DocumentDialog } from '../../features/bills/DocumentDialog.tsx'
import { requestPrint } from '../../kit/printing.ts'
import { toast } from '../../kit/toast.ts'

const reportName = ({ shift }: CashShiftReport): string =>
  shift.closed ? `Cierre de caja N.º ${shift.closed.number}` : `Corte X de ${shift.drawer.name}`

const takenOff = (amount: string) => formatMoney(amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

const kindLines = ({ kinds }: CashShiftReport, inDrawer: boolean): PrintedLine[] =>
  kinds
    .filter(({ in_drawer }) => in_drawer === inDrawer)
    .flatMap(({ kind, ...sums }) => {
      // A server of the previous version sends no refunds, so they default to zero.
      const { income, expenses, refunded = '0.00', refunds = 0, recovered = '0.00', recoveries = 0 } = sums
      const paid = addAmounts([expenses, recovered])
      return [
        {
          label: inDrawer || refunds > 0 ? `${kind.name}: cobrado` : kind.name,
          value: formatMoney(addAmounts([income, refunded])),
        },
        ...(refunds > 0
          ? [{ label: `${kind.name}: devuelto (${formatNumber(refunds)})`, value: takenOff(refunded) }]
          : []),
        ...(Number(paid) === 0 ? [] : [{ label: `${kind.name}: pagado`, value: takenOff(paid) }]),
        ...(recoveries > 0
          ? [{ label: `${kind.name}: recuperado (${formatNumber(recoveries)})`, value: formatMoney(recovered) }]
          : []),
      ]
    })

const drawerLines = (report: CashShiftReport): PrintedLine[] => [
  { label: 'Fondo inicial', value: formatMoney(report.shift.opened.amount) },
  ...kindLines(report, true),
  ...report.moves.map(({ amount, reason, voided }) => {
    const title = formatCashMovementTitle(amount.startsWith('-'))
    // A voided movement is listed with its reason and counts as 0.
    if (voided) return { label: `${title} anulada (${formatMoney(amount)}): ${reason}`, value: formatMoney('0.00') }
    return { label: `${title}: ${reason}`, value: formatMoney(amount) }
  }),
]

/** True for money not counted by denomination: it is sent as one piece of a value that is no denomination. */
const isLoose = (value: string, pieces: number) =>
  pieces === 1 && !denominations.some((each) => Number(each) === Number(value))

function Lines({
  label,
  lines,
  total,
}: {
  label: string
  lines: readonly PrintedLine[]
  total?: readonly PrintedLine[]
}) {
  if (lines.length === 0 && !total) return null
  return (
    <dl className={`${classes.totals} ${classes.long}`} aria-label={label}>
      {/* The section has a heading, because its lines do not say what they list. */}
      <div>
        <dt>
          <strong>{label}</strong>
        </dt>
      </div>
      <PrintedLines lines={lines} />
      {total && <PrintedLines lines={total} className={classes.total} />}
    </dl>
  )
}

function ShiftPaper({ report, gym }: { report: CashShiftReport; gym: { name: string; timeZone: string } }) {
  const { shift, expected, sellers, collected, refunders = [], refunds = [] } = report
  const { closed, opened } = shift
  const when = (at: string, by: { name: string }) => `${formatInstant(gym.timeZone, at)} · ${by.name}`
  const facts: PrintedLine[] = [
    { label: 'Caja', value: shift.drawer.name },
    { label: 'Abierta', value: when(opened.at, opened.by) },
    ...(closed ? [{ label: 'Cerrada', value: when(closed.at, closed.by) }] : []),
    // The difference is also shown here, because on a low screen the totals below are out of sight.
    ...(closed ? [{ label: 'Diferencia', value: formatCashDifference(closed.difference) }] : []),
    ...(closed?.note ? [{ label: 'Nota', value: closed.note }] : []),
  ]
  return (
    <DocumentLayout
      label={reportName(report)}
      issuer={<p className={classes.name}>{gym.name}</p>}
      title={closed ? 'Cierre de caja' : 'Corte X'}
      number={closed?.number}
      facts={facts}
    >
      <Lines
        label="En la caja"
        lines={drawerLines(report)}
        total={[{ label: 'Esperado', value: formatMoney(expected) }]}
      />
      {closed && (
        <Lines
          label="Contado"
          lines={closed.counts.map(({ value, pieces }) => ({
            label: isLoose(value, pieces) ? 'Otras monedas' : `${formatNumber(pieces)} × ${formatMoney(value)}`,
            value: formatMoney((Number(value) * pieces).toFixed(2)),
          }))}
          total={[
            { label: 'Contado', value: formatMoney(closed.counted) },
            { label: 'Diferencia', value: formatCashDifference(closed.difference) },
          ]}
        />
      )}
      <Lines label="Fuera de la caja" lines={kindLines(report, false)} />
      <Lines
        label="Cobrado por"
        lines={[
          ...sellers.map(({ user, income }) => ({ label: user.name, value: formatMoney(income) })),
          ...(Number(collected) === 0 ? [] : [{ label: 'Cobros de deudas', value: formatMoney(collected) }]),
          ...refunders.map(({ user, amount }) => ({
            label: `Devuelto de otros turnos por ${user.name}`,
            value: takenOff(amount),
          })),
        ]}
      />
      <Lines label="Devoluciones" lines={refunds.flatMap(makeRefundLines)} />
      {closed && (
        <dl className={classes.facts}>
          <PrintedLines lines={[{ label: `Firma de ${closed.by.name}`, value: '______________________' }]} />
        </dl>
      )}
    </DocumentLayout>
  )
}

/** Dialog with the report of a shift. Enter or Ctrl + P prints it. */
export function ShiftReportDialog({ report, onClose }: { report: CashShiftReport; onClose: () => void }) {
  const info = useEndpoint('gym-info.read', {})
  const gym = info.data
  return (
    <DocumentDialog
      title={reportName(report)}
      label="Informe"
      size="lg"
      paper={gym ? { content: <ShiftPaper report={report} gym={gym} />, by: gym.name } : null}
      reads={[info]}
      onClose={onClose}
    />
  )
}

interface Moved {
  drawer: string
  out: boolean
  amount: string
  reason: string
  at: Date
  by: string
}

export const formatCashMovementTitle = (out: boolean) => (out ? 'Salida' : 'Entrada')

export async function printCashMovement({ drawer, out, amount, reason, at, by }: Moved): Promise<void> {
  const title = `${formatCashMovementTitle(out)} de caja`
  try {
    const gym = await call('gym-info.read')
    const facts = [
      { label: 'Caja', value: drawer },
      { label: 'Fecha', value: formatInstant(gym.timeZone, at.toISOString()) },
      { label: 'Registrado por', value: by },
      { label: 'Motivo', value: reason },
    ]
    const content = (
      <DocumentLayout
        label={title}
        issuer={<p className={classes.name}>{gym.name}</p>}
        title={title}
        number={undefined}
        facts={facts}
      >
        <dl className={classes.totals}>
          <PrintedLines lines={[{ label: 'Importe', value: formatMoney(amount) }]} className={classes.total} />
        </dl>
        <dl className={classes.facts}>
          <PrintedLines
            lines={[
              {
                label: out ? 'Firma de quien lo recibe' : 'Firma de quien lo entrega',
                value: '______________________',
              },
            ]}
          />
        </dl>
      </DocumentLayout>
    )
    requestPrint({ content, title, by: gym.name })
  } catch (error) {
    toast.failure('El recibo no se imprimió', error instanceof Error ? error.message : null)
  }
}

/** One line for each payment method: `Venta N.º 7 · Efectivo · por Ana`. An amount paid out by the gym is negative. */
export const makeRefundLines = (refund: Refund): PrintedLine[] =>
  refund.paid.map(({ kind, amount }) => ({
    label: `${formatRefundedDocument(refund)} · ${kind.name} · por ${refund.by.name}`,
    value: formatMoney(isRefundToGym(refund) ? amount : `-${amount}`),
  }))
