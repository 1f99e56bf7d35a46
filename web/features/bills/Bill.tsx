import { showMoney } from '@torniquete/contract/shared/money.ts'
import { showNumber, showPercent } from '@torniquete/contract/shared/numbers.ts'
import { computeBillAmounts, computeLineAmounts, voidedMark } from '@torniquete/contract/till/bills.ts'
import type { ReactNode } from 'react'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { getPictureAddress } from '../../kit/Picture.tsx'
import paper from '../../kit/paper.module.css'
import classes from './Bill.module.css'
import {
  type BillContent,
  type BillIssuer,
  type BillLine,
  type BillVoid,
  billName,
  type PaperLine,
} from './bill-content.ts'

export function Bill({ bill }: { bill: BillContent }) {
  const { issuer, title, number, facts, lines, total, voided, partly, paid = [], owed } = bill
  return (
    <DocumentLayout
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
    </DocumentLayout>
  )
}

export function Issuer({ issuer }: { issuer: BillIssuer }) {
  const { name, hours, services } = issuer
  const logo = getPictureAddress(issuer.logo)
  const short = [issuer.address, issuer.phone, issuer.email].filter(Boolean)
  return (
    <div className={classes.issuer}>
      {/* The logo has no alternative text if the name is shown beside it. */}
      {logo && <img src={logo} alt={name ? '' : 'Logo'} className={classes.logo} />}
      <div>
        {name && <p className={classes.name}>{name}</p>}
        {short.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {hours && <p className={classes.multiline}>{hours}</p>}
        {services && <p className={classes.multiline}>{services}</p>}
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
    <table className={`${paper.table} ${classes.lines}`} aria-label="Detalle">
      <thead>
        <tr>
          {headers.map((header, index) => (
            <th key={header} scope="col" data-align={index > 0 ? 'right' : undefined}>
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
  // On narrow paper all cells share one line, with these labels: `2 × $ 50.00 Desc. 10 %`.
  const cells = [
    { value: showNumber(line.quantity) },
    { label: '×', value: showMoney(line.unit_price) },
    { label: 'Desc.', value: percentOf(line.discount), none: line.discount === 0 },
    { label: 'Imp.', value: percentOf(line.tax), none: line.tax === 0 },
    { value: showMoney(computeLineAmounts(line).total) },
  ]
  return (
    <tr>
      <td data-fold="first">
        {line.name}
        {line.voided && (
          <p className={classes.voided}>
            Anulado: {showNumber(line.voided.quantity)} · {showMoney(`-${line.voided.amount}`)}
          </p>
        )}
      </td>
      {cells.map(({ label = '', value, none }, index) => (
        <td key={headers[index + 1]} data-align="right" data-label={label} data-none={none || undefined}>
          {value}
        </td>
      ))}
    </tr>
  )
}

function Totals({ lines, total, voided }: Pick<BillContent, 'lines' | 'total'> & { voided: boolean }) {
  const { amount, discount, tax } = computeBillAmounts(lines)
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

interface SheetProps {
  label: string
  issuer: ReactNode
  title: string
  number: number | undefined
  stamp?: ReactNode
  facts: readonly PaperLine[]
  children: ReactNode
}

/**
 * Layout of the gym's documents, on screen and paper. Up to 140 mm wide; parts are stacked on narrow paper or a
 * phone.
 */
export const DocumentLayout = ({ label, issuer, title, number, stamp, facts, children }: SheetProps) => (
  <article className={classes.paper} aria-label={label}>
    <div className={classes.sheet}>
      <header className={classes.header}>
        {issuer}
        <div className={classes.heading}>
          <h2>{title}</h2>
          {number !== undefined && <p className={classes.number}>N.º {number}</p>}
        </div>
      </header>
      {stamp}
      <dl className={classes.facts}>
        <PaperLines lines={facts} />
      </dl>
      {children}
    </div>
  </article>
)

export const PaperLines = ({ lines, className }: { lines: readonly PaperLine[]; className?: string | undefined }) =>
  lines.map(({ label, value }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what is on paper keeps its order, and may be told twice.
    <div key={index} className={className}>
      <dt>
        <AmountsText>{label}</AmountsText>
      </dt>
      <dd>
        <AmountsText>{value}</AmountsText>
      </dd>
    </div>
  ))
