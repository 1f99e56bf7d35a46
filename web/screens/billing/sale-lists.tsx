// Rows of the two sale lists, on screen and printed.
import { Text } from '@mantine/core'
import type { Answer } from '@torniquete/contract/endpoints.ts'
import { shownPlanName } from '@torniquete/contract/members/memberships.ts'
import { lastValidDay } from '@torniquete/contract/shared/dates.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import { formatProducts, type Sale } from '@torniquete/contract/till/sales.ts'
import { partlyVoided } from '@torniquete/contract/till/void-lines.ts'
import { chargedColumn } from '../../features/bills/ChargedAmount.tsx'
import { DayText } from '../../kit/DayText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import type { Column } from '../../kit/table-column.ts'
import type { SaleList } from '../../navigation/billing-search.ts'
import { openColumn } from '../../navigation/link-columns.tsx'

export type ListCall = `${SaleList}.list`

export interface SaleListShape<Row> {
  list: SaleList
  /** Document kind of a row. */
  document: 'sale' | 'payment'
  title: string
  empty: string
  /** Rows of the call's answer. */
  rowsOf(answer: Answer<ListCall>): readonly Row[]
  amountOf: (row: Row) => string
  /** The voided part. */
  partlyOf?: (row: Row) => string
  /** Columns before the total, in the gym's zone. */
  columns: (zone: string) => Column<Row>[]
}

export const productSales: SaleListShape<Sale> = {
  list: 'sales',
  document: 'sale',
  title: 'Ventas de productos',
  empty: 'No hay ventas de productos.',
  rowsOf: ({ salesInvoices }: Answer<'sales.list'>) => salesInvoices,
  amountOf: (sale) => sale.amount_total,
  partlyOf: partlyVoided,
  columns: (zone) => [
    { header: 'N.º', width: '3.5rem', cell: (sale) => sale.number },
    { header: 'Fecha', cell: (sale) => <InstantText instant={sale.created_at} zone={zone} /> },
    openColumn({
      header: 'Cliente',
      from: '/billing',
      textOf: ({ client }) => client.name,
      searchOf: ({ id }) => ({ sale: id, payment: undefined }),
    }),
    { header: 'Productos', on: 'paper', cell: formatProducts },
    { header: 'Usuario', on: 'paper', cell: (sale) => sale.user.name },
  ],
}

const lastDay = ({ expire_membership }: Payment['membership']) => lastValidDay(expire_membership)

export const membershipSales: SaleListShape<Payment> = {
  list: 'payments',
  document: 'payment',
  title: 'Ventas de membresías',
  empty: 'No hay ventas de membresías.',
  rowsOf: ({ items }: Answer<'payments.list'>) => items,
  amountOf: (payment) => payment.membership.price,
  columns: (zone) => [
    { header: 'N.º', width: '3.5rem', cell: (payment) => payment.number },
    { header: 'Fecha', cell: ({ membership }) => <InstantText instant={membership.payment_date} zone={zone} /> },
    openColumn({
      header: 'Cliente',
      from: '/billing',
      textOf: ({ client }) => client.name,
      searchOf: ({ id }) => ({ payment: id, sale: undefined }),
    }),
    { header: 'Membresía', cell: ({ membership }) => shownPlanName(membership.name) },
    { header: 'Primer día', on: 'paper', cell: ({ membership }) => <DayText day={membership.start_date} /> },
    { header: 'Último día', on: 'paper', cell: ({ membership }) => <DayText day={lastDay(membership)} /> },
    { header: 'Usuario', on: 'paper', cell: (payment) => payment.user.name },
  ],
}

/** Total of each row; on screen with the amount still owed. */
export function totalColumn<Row extends { id: number; voided: unknown }>(
  amountOf: (row: Row) => string,
  owed: ReadonlyMap<number, string>,
  partlyOf?: (row: Row) => string,
): Column<Row> {
  const { cell: paper, ...column } = chargedColumn('Total', amountOf, { partlyOf })
  return {
    ...column,
    paper,
    cell: (row) => {
      const rest = row.voided === null ? owed.get(row.id) : undefined
      return (
        <>
          {paper(row)}
          {rest && (
            <Text component="small" inherit display="block" fz="xs" c="var(--mantine-color-error)">
              Pendiente <Money value={rest} />
            </Text>
          )}
        </>
      )
    },
  }
}
