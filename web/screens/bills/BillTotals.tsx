import { Money } from '../../kit/Money.tsx'
import classes from './bill-lines.module.css'
import { amountsOfBill, type DraftKind, type DraftLine } from './draft-lines.ts'

/** The running sums, by the arithmetic that the server bills with. Discount and tax stand there where there are some. */
export function BillTotals({ kind, lines }: { kind: DraftKind; lines: readonly DraftLine[] }) {
  const sums = amountsOfBill(kind, lines)
  const parts = [
    { label: 'Subtotal', value: sums.amount },
    { label: 'Descuento', value: `-${sums.discount}` },
    { label: 'Impuesto', value: sums.tax },
  ]
  const changed = sums.discount !== '0.00' || sums.tax !== '0.00'
  return (
    <dl className={classes.totals} aria-live="polite">
      {changed &&
        parts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money value={value} />
            </dd>
          </div>
        ))}
      <div data-total>
        <dt>Total</dt>
        <dd>
          <Money value={sums.total} bold />
        </dd>
      </div>
    </dl>
  )
}
