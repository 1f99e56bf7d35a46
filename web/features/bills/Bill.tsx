import { formatNumber, formatPercent } from '@torniquete/contract/shared/format-numbers.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { computeBillAmounts, computeLineAmounts, voidedMark } from '@torniquete/contract/till/bills.ts'
import type { ReactNode } from 'react'
import { makeLazyWithPlaceholder } from '../../kit/lazy-component.tsx'
import { getSafePictureUrl } from '../../kit/Picture.tsx'
import paper from '../../kit/paper.module.css'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import classes from './Bill.module.css'
import {
  type BillContent,
  type BillIssuer,
  type BillLine,
  type BillVoid,
  type ElectronicReceiptFields,
  type FiscalReceiptFields,
  formatBillName,
  type PrintedLine,
} from './bill-content.ts'

export function Bill({ bill }: { bill: BillContent }) {
  const { issuer, title, number, facts, lines, total, voided, partly, paid = [], owed, fiscal } = bill
  return (
    <DocumentLayout
      label={formatBillName(bill)}
      issuer={<IssuerHeader issuer={issuer} />}
      title={title}
      number={number}
      fiscal={fiscal}
      stamp={voided && <VoidStamp voided={voided} />}
      facts={facts}
    >
      <BillLines lines={lines} isFiscal={fiscal !== undefined} />
      <Totals lines={lines} total={total} voided={voided !== null} fiscal={fiscal} />
      {fiscal?.remark && <p className={classes.remark}>{fiscal.remark}</p>}
      {partly && (
        <dl className={classes.totals} aria-label="Anulado en parte">
          <PrintedLines lines={partly.voids} />
          <div className={classes.total}>
            <dt>Queda</dt>
            <dd>{formatMoney(partly.rest)}</dd>
          </div>
        </dl>
      )}
      {(paid.length > 0 || owed !== undefined) && (
        <dl className={classes.totals} aria-label="Forma de pago">
          <PrintedLines lines={paid} />
          {owed !== undefined && (
            <div className={classes.owed}>
              <dt>Queda a deber</dt>
              <dd>{owed}</dd>
            </div>
          )}
        </dl>
      )}
      {fiscal?.electronic && <ElectronicMark {...fiscal.electronic} />}
    </DocumentLayout>
  )
}

export function IssuerHeader({ issuer }: { issuer: BillIssuer }) {
  const { name, identity = [], hours, services } = issuer
  const logo = getSafePictureUrl(issuer.logo)
  const short = [...identity, issuer.address, issuer.phone, issuer.email].filter(Boolean)
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

/** Prices of fiscal receipts include the tax, so they have no column of tax on top. */
function BillLines({ lines, isFiscal }: { lines: readonly BillLine[]; isFiscal: boolean }) {
  const shown = headers.filter((header) => !isFiscal || header !== 'Impuesto')
  return (
    <table className={`${paper.table} ${classes.lines}`} aria-label="Detalle">
      <thead>
        <tr>
          {shown.map((header, index) => (
            <th key={header} scope="col" data-align={index > 0 ? 'right' : undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bill's lines never change, and may name a product twice.
          <Line key={index} line={line} isFiscal={isFiscal} />
        ))}
      </tbody>
    </table>
  )
}

const percentOf = (percent: number) => (percent === 0 ? '—' : formatPercent(percent))

function Line({ line, isFiscal }: { line: BillLine; isFiscal: boolean }) {
  // On narrow paper all cells share one line, with these labels: `2 × $ 50.00 Desc. 10 %`.
  const tax = { label: 'Imp.', value: percentOf(line.tax), none: line.tax === 0 }
  const cells: { label?: string; value: string; none?: boolean }[] = [
    { value: formatNumber(line.quantity) },
    { label: '×', value: formatMoney(line.unit_price) },
    { label: 'Desc.', value: percentOf(line.discount), none: line.discount === 0 },
    ...(isFiscal ? [] : [tax]),
    { value: formatMoney(line.amount ?? computeLineAmounts(line).total) },
  ]
  return (
    <tr>
      <td data-fold="first">
        {isFiscal && line.isExempt && <abbr title="Exento">E </abbr>}
        {line.name}
        {line.voided && (
          <p className={classes.voided}>
            Anulado: {formatNumber(line.voided.quantity)} · {formatMoney(`-${line.voided.amount}`)}
          </p>
        )}
      </td>
      {cells.map(({ label = '', value, none }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line's cells keep their order.
        <td key={index} data-align="right" data-label={label} data-none={none || undefined}>
          {value}
        </td>
      ))}
    </tr>
  )
}

interface TotalsProps extends Pick<BillContent, 'lines' | 'total'> {
  voided: boolean
  fiscal: FiscalReceiptFields | undefined
}

function Totals({ lines, total, voided, fiscal }: TotalsProps) {
  const { amount, discount, tax } = computeBillAmounts(lines)
  const sums = fiscal?.totals ?? [
    { label: 'Subtotal', value: formatMoney(amount) },
    { label: 'Descuento', value: formatMoney(discount === '0.00' ? discount : `-${discount}`) },
    { label: 'Impuesto', value: formatMoney(tax) },
  ]
  return (
    <dl className={classes.totals}>
      <PrintedLines lines={sums} />
      <div className={classes.total}>
        <dt>Total</dt>
        <dd>{voided ? <s>{formatMoney(total)}</s> : formatMoney(total)}</dd>
      </div>
    </dl>
  )
}

/** Loaded on demand, because only electronic receipts need it. A paper without its code is not printed. */
export const ReceiptQrCode = makeLazyWithPlaceholder(
  async () => (await import('../../kit/QrCode.tsx')).QrCode,
  () => <p data-unprintable>Falta el código QR: imprime otra vez en un momento.</p>,
)

/** QR code, security code and signature time, which DGII requires at the bottom left of the paper. */
const ElectronicMark = ({ qr, signature, legend }: ElectronicReceiptFields) => (
  <div className={classes.electronic}>
    <ReceiptQrCode text={qr} label="Código QR para consultar el comprobante en la DGII" width="34mm" />
    <dl>
      <PrintedLines lines={signature} />
    </dl>
    {legend && <p className={classes.legend}>{legend}</p>}
  </div>
)

interface SheetProps {
  label: string
  issuer: ReactNode
  title: string
  number: number | undefined
  fiscal?: FiscalReceiptFields | undefined
  stamp?: ReactNode
  facts: readonly PrintedLine[]
  children: ReactNode
}

/**
 * Layout of the gym's documents, on screen and paper. Up to 140 mm wide; parts are stacked on narrow paper or a
 * phone.
 */
export const DocumentLayout = ({ label, issuer, title, number, fiscal, stamp, facts, children }: SheetProps) => (
  <article className={classes.paper} aria-label={label}>
    <div className={classes.sheet}>
      <header className={classes.header}>
        {issuer}
        <div className={classes.heading}>
          {fiscal?.electronic && <p>Comprobante Fiscal Electrónico</p>}
          <h2>{fiscal?.typeName ?? title}</h2>
          {fiscal && (
            <p className={classes.number}>
              {fiscal.electronic ? 'e-NCF' : 'NCF'} {fiscal.ncf}
            </p>
          )}
          {fiscal?.heading.map(({ label, value }) => (
            <p key={label}>
              {label} {value}
            </p>
          ))}
          {number !== undefined &&
            (fiscal ? <p>{`${title} N.º ${number}`}</p> : <p className={classes.number}>N.º {number}</p>)}
        </div>
      </header>
      {stamp}
      <dl className={classes.facts}>
        <PrintedLines lines={facts} />
      </dl>
      {children}
    </div>
  </article>
)

export const PrintedLines = ({ lines, className }: { lines: readonly PrintedLine[]; className?: string | undefined }) =>
  lines.map(({ label, value }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: what is on paper keeps its order, and may be told twice.
    <div key={index} className={className}>
      <dt>
        <UnbrokenAmountsText>{label}</UnbrokenAmountsText>
      </dt>
      <dd>
        <UnbrokenAmountsText>{value}</UnbrokenAmountsText>
      </dd>
    </div>
  ))
