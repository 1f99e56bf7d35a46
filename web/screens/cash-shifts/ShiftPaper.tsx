// What a shift comes to, on screen as on paper: X while it is open, Z once it is closed.
import { Button, Group, Modal } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { CashReport } from '@torniquete/contract/cash-shifts.ts'
import { showInstant } from '@torniquete/contract/dates.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { showNumber } from '@torniquete/contract/numbers.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import classes from '../../features/bills/Bill.module.css'
import dialogClasses from '../../features/bills/BillDialog.module.css'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { usePaper } from '../../kit/printing.ts'
import { useKeys } from '../../kit/use-keys.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'

export const reportName = ({ shift }: CashReport): string =>
  shift.closed ? `Cierre de caja N.º ${shift.closed.number}` : `Corte X de ${shift.drawer.name}`

/** `Faltan $ 38.50`, `Sobran $ 2.00`, `Cuadra`. */
export function differenceText(difference: string): string {
  const value = Number(difference)
  if (value === 0) return 'Cuadra'
  return `${value < 0 ? 'Faltan' : 'Sobran'} ${showMoney(difference.replace('-', ''))}`
}

interface Line {
  label: string
  value: string
}

const isNothing = (amount: string) => Number(amount) === 0
const takenOff = (amount: string) =>
  showMoney(isNothing(amount) || amount.startsWith('-') ? amount.replace('-', '') : `-${amount}`)

/** From what it was opened with to what should lie there. */
function drawerLines({ shift, kinds, moves }: CashReport): Line[] {
  return [
    { label: 'Fondo inicial', value: showMoney(shift.opened.amount) },
    ...kinds
      .filter(({ in_drawer }) => in_drawer)
      .flatMap(({ kind, income, expenses }) => [
        { label: `${kind.name}: cobrado`, value: showMoney(income) },
        ...(isNothing(expenses) ? [] : [{ label: `${kind.name}: pagado`, value: takenOff(expenses) }]),
      ]),
    ...moves.map(({ amount, reason }) => ({
      label: `${amount.startsWith('-') ? 'Salida' : 'Entrada'}: ${reason}`,
      value: showMoney(amount),
    })),
  ]
}

const besideLines = ({ kinds }: CashReport): Line[] =>
  kinds
    .filter(({ in_drawer }) => !in_drawer)
    .flatMap(({ kind, income, expenses }) => [
      { label: kind.name, value: showMoney(income) },
      ...(isNothing(expenses) ? [] : [{ label: `${kind.name}: pagado`, value: takenOff(expenses) }]),
    ])

function Lines({ label, lines, total }: { label: string; lines: readonly Line[]; total?: readonly Line[] }) {
  if (lines.length === 0 && !total) return null
  return (
    <dl className={classes.totals} aria-label={label}>
      {/* Its own word, where no row says what they are. */}
      <div>
        <dt>
          <strong>{label}</strong>
        </dt>
      </div>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same.
        <div key={index}>
          <dt>{line.label}</dt>
          <dd>{line.value}</dd>
        </div>
      ))}
      {total?.map((line) => (
        <div key={line.label} className={classes.total}>
          <dt>{line.label}</dt>
          <dd>{line.value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ShiftPaper({ report, gym }: { report: CashReport; gym: { name: string; timeZone: string } }) {
  const { shift, expected, sellers } = report
  const { closed, opened } = shift
  const when = (at: string, by: { name: string }) => `${showInstant(gym.timeZone, at)} · ${by.name}`
  const facts: Line[] = [
    { label: 'Caja', value: shift.drawer.name },
    { label: 'Abierta', value: when(opened.at, opened.by) },
    ...(closed ? [{ label: 'Cerrada', value: when(closed.at, closed.by) }] : []),
    ...(closed?.note ? [{ label: 'Nota', value: closed.note }] : []),
  ]
  return (
    <article className={classes.paper} aria-label={reportName(report)}>
      <div className={classes.sheet}>
        <header className={classes.header}>
          <p className={classes.name}>{gym.name}</p>
          <div className={classes.heading}>
            <h2>{closed ? 'Cierre de caja' : 'Corte X'}</h2>
            {closed && <p className={classes.number}>N.º {closed.number}</p>}
          </div>
        </header>
        <dl className={classes.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Lines
          label="En la caja"
          lines={drawerLines(report)}
          total={[{ label: 'Esperado', value: showMoney(expected) }]}
        />
        {closed && (
          <Lines
            label="Contado"
            lines={closed.counts.map(({ value, pieces }) => ({
              label: `${showNumber(pieces)} × ${showMoney(value)}`,
              value: showMoney((Number(value) * pieces).toFixed(2)),
            }))}
            total={[
              { label: 'Contado', value: showMoney(closed.counted) },
              { label: 'Diferencia', value: differenceText(closed.difference) },
            ]}
          />
        )}
        <Lines label="Fuera de la caja" lines={besideLines(report)} />
        <Lines
          label="Cobrado por"
          lines={sellers.map(({ user, income }) => ({ label: user.name, value: showMoney(income) }))}
        />
        {closed && (
          <dl className={classes.facts}>
            <div>
              <dt>Firma de {closed.by.name}</dt>
              <dd>______________________</dd>
            </div>
          </dl>
        )}
      </div>
    </article>
  )
}

/** It is printed by Enter or the browser's own command. */
export function ReportDialog({ report, onClose }: { report: CashReport; onClose: () => void }) {
  const info = useEndpoint('gym-info.read', {})
  const gym = info.data
  const title = reportName(report)
  const print = usePaper(gym ? { content: <ShiftPaper report={report} gym={gym} />, title, by: gym.name } : null)
  useKeys([[hotkeys.print, print]])
  if (!gym) return <LoadingDialog title={title} size="lg" query={info} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      centered
      classNames={{ content: dialogClasses.content, body: dialogClasses.body }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={dialogClasses.scroller} aria-label="Informe" tabIndex={0}>
        <ShiftPaper report={report} gym={gym} />
      </section>
      <Group className={dialogClasses.footer} justify="flex-end">
        <Button data-autofocus leftSection={<IconPrinter size={20} aria-hidden />} onClick={print}>
          Imprimir
        </Button>
      </Group>
    </Modal>
  )
}
