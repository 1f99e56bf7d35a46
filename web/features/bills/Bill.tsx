import { showMoney } from '@torniquete/contract/shared/money.ts'
import { showNumber, showPercent } from '@torniquete/contract/shared/numbers.ts'
import { billAmounts, computeLineAmounts, voidedMark } from '@torniquete/contract/till/bills.ts'
import { shownPicture } from '../../kit/shown-picture.ts'
import classes from './Bill.module.css'
import { type BillContent, type BillIssuer, type BillLine, type BillVoid, billName } from './bill-content.ts'
import { PaperLines, Sheet } from './Sheet.tsx'

export function Bill({ bill }: { bill: BillContent }) {
  const { issuer, title, number, facts, lines, total, voided, partly, paid = [], owed } = bill
  return (
    <Sheet
      label={billName(bill)}
      issuer={<Issuer issuer={issuer} />}
      title={title}
      number={number}
      stamp={voided && <VoidStamp voided={voided} />}
      facts={facts}
    >
      <BillLines lines={lines} />
      <Totals lines={lines} total={total} voided={voided !== null} />
      {partly && (
        <dl className={classes.totals} aria-label="Anulado en parte">
          <PaperLines lines={partly.voids} />
          <div className={classes.total}>
            <dt>Queda</dt>
            <dd>{showMoney(partly.rest)}</dd>
          </div>
        </dl>
      )}
      {(paid.length > 0 || owed !== undefined) && (
        <dl className={classes.totals} aria-label="Forma de pago">
          <PaperLines lines={paid} />
          {owed !== undefined && (
            <div className={classes.owed}>
              <dt>Queda a deber</dt>
              <dd>{owed}</dd>
            </div>
          )}
        </dl>
      )}
    </Sheet>
  )
}

export function Issuer({ issuer }: { issuer: BillIssuer }) {
  const { name, hours, services } = issuer
  const logo = shownPicture(issuer.logo)
  const short = [issuer.address, issuer.phone, issuer.email].filter(Boolean)
  return (
    <div className={classes.issuer}>
      {/* The name beside it is the text alternative. */}
      {logo && <img src={logo} alt={name ? '' : 'Logo'} className={classes.logo} />}
      <div>
        {name && <p className={classes.name}>{name}</p>}
        {short.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {hours && <p className={classes.lines}>{hours}</p>}
        {services && <p className={classes.lines}>{services}</p>}
      </div>
    </div>
  )
}

function VoidStamp({ voided }: { voided: BillVoid }) {
  return (
    <div className={classes.stamp}>
      <strong>{voidedMark}</strong>
      <p>
        {voided.date} · {voided.user} · Anulación N.º {voided.number}
      </p>
      <p>Motivo: {voided.reason}</p>
    </div>
  )
}

const headers = ['Producto', 'Cantidad', 'Precio', 'Descuento', 'Impuesto', 'Total']

function BillLines({ lines }: { lines: readonly BillLine[] }) {
  return (
    <table className={classes.table} aria-label="Detalle">
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bill's lines never change, and may name a product twice.
          <Line key={index} line={line} />
        ))}
      </tbody>
    </table>
  )
}

const percentOf = (percent: number) => (percent === 0 ? '—' : showPercent(percent))

function Line({ line }: { line: BillLine }) {
  const cells = [
    { value: line.name },
    { value: showNumber(line.quantity) },
    { value: showMoney(line.unit_price) },
    { label: 'Desc.', value: percentOf(line.discount), none: line.discount === 0 },
    { label: 'Imp.', value: percentOf(line.tax), none: line.tax === 0 },
    { value: showMoney(computeLineAmounts(line).total) },
  ]
  return (
    <tr>
      {cells.map(({ label, value, none }, index) => (
        <td key={headers[index]} data-none={none || undefined}>
          {label && <span className={classes.label}>{label} </span>}
          {value}
          {index === 0 && line.voided && (
            <p className={classes.voided}>
              Anulado: {showNumber(line.voided.quantity)} · {showMoney(`-${line.voided.amount}`)}
            </p>
          )}
        </td>
      ))}
    </tr>
  )
}

function Totals({ lines, total, voided }: Pick<BillContent, 'lines' | 'total'> & { voided: boolean }) {
  const { amount, discount, tax } = billAmounts(lines)
  const sums = [
    { label: 'Subtotal', value: showMoney(amount) },
    { label: 'Descuento', value: showMoney(discount === '0.00' ? discount : `-${discount}`) },
    { label: 'Impuesto', value: showMoney(tax) },
  ]
  return (
    <dl className={classes.totals}>
      <PaperLines lines={sums} />
      <div className={classes.total}>
        <dt>Total</dt>
        <dd>{voided ? <s>{showMoney(total)}</s> : showMoney(total)}</dd>
      </div>
    </dl>
  )
}
