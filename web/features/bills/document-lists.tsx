// Lists of sales, purchases and membership payments, as several screens show them.
import { Text } from '@mantine/core'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { subtractAmounts } from '@torniquete/contract/shared/money.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { sumPartialVoids } from '@torniquete/contract/till/void-lines.ts'
import { InstantText } from '../../kit/InstantText.tsx'
import type { Column } from '../../kit/table-column.ts'
import { makeDialogLinkColumn } from '../../navigation/link-columns.tsx'
import type { DialogPath } from '../../navigation/open-dialog.ts'
import type { BillKind } from './bill-content.ts'
import { makeChargedAmountColumn } from './ChargedAmount.tsx'
import { type DocumentNouns, makeDocumentSumFormatter, purchaseNouns, saleNouns } from './document-list-texts.ts'

export type ListedDocument = Sale | Purchase | Payment
type DocumentArea = 'sales' | 'purchases' | 'payments'

interface DocumentList {
  kind: BillKind
  title: string
  empty: string
  party: 'Cliente' | 'Proveedor'
  nouns: DocumentNouns
}

export const documentLists: Readonly<Record<DocumentArea, DocumentList>> = {
  sales: {
    kind: 'sale',
    title: 'Ventas de productos',
    empty: 'No hay ventas de productos.',
    party: 'Cliente',
    nouns: saleNouns,
  },
  purchases: {
    kind: 'purchase',
    title: 'Compras de productos',
    empty: 'No hay compras de productos.',
    party: 'Proveedor',
    nouns: purchaseNouns,
  },
  payments: {
    kind: 'payment',
    title: 'Ventas de membresías',
    empty: 'No hay ventas de membresías.',
    party: 'Cliente',
    nouns: saleNouns,
  },
}

export function listDocuments(answer: CallAnswer<`${DocumentArea}.list`>): readonly ListedDocument[] {
  if ('salesInvoices' in answer) return answer.salesInvoices
  return 'purchaseInvoices' in answer ? answer.purchaseInvoices : answer.items
}

const getDocumentTime = (row: ListedDocument) => ('membership' in row ? row.membership.payment_date : row.created_at)
const getPartyName = (row: ListedDocument) => ('supplier' in row ? row.supplier : row.client).name
export const getDocumentTotal = (row: ListedDocument) => ('membership' in row ? row.membership.price : row.amount_total)
const getVoidedPart = (row: ListedDocument) => ('sales_bill_items' in row ? sumPartialVoids(row) : '0.00')

/** Makes the function that counts and sums the rows, without their voided parts. */
export const makeListSumFormatter = (area: DocumentArea) =>
  makeDocumentSumFormatter(
    (row: ListedDocument) => subtractAmounts(getDocumentTotal(row), getVoidedPart(row)),
    documentLists[area].nouns,
  )

/** With a country, adds the NCF: below the column's own text on screens, as a column of its own on paper. */
function addNcfColumn(country: Country, column: Column<ListedDocument>): Column<ListedDocument>[] {
  if (country === 'none') return [column]
  const getNcf = (row: ListedDocument) => ('fiscal' in row ? row.fiscal?.ncf : undefined)
  const cell = (row: ListedDocument) => (
    <>
      {column.cell(row)}
      {getNcf(row) && (
        <Text component="small" inherit display="block" fz="xs" fw={400} c="dimmed">
          {getNcf(row)}
        </Text>
      )}
    </>
  )
  return [
    { ...column, paper: column.paper ?? column.cell, cell },
    { header: 'NCF', on: 'paper', cell: getNcf },
  ]
}

interface DocumentColumnOptions {
  zone: string
  country: Country
  /** Dialog that shows the bill. */
  to: DialogPath
}

export function makeDocumentColumns(area: DocumentArea, { zone, country, to }: DocumentColumnOptions) {
  const { kind, party } = documentLists[area]
  const link = makeDialogLinkColumn<ListedDocument>(party, to, getPartyName, kind)
  const number: Column<ListedDocument> = { header: 'N.º', width: '3.5rem', cell: (row) => row.number }
  const date: Column<ListedDocument> = {
    header: 'Fecha',
    cell: (row) => <InstantText instant={getDocumentTime(row)} zone={zone} />,
  }
  return {
    number,
    date,
    party: kind === 'purchase' ? [link] : addNcfColumn(country, link),
    total: makeChargedAmountColumn('Total', getDocumentTotal, { partlyOf: getVoidedPart }),
  }
}
