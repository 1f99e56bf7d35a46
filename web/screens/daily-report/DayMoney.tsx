// Refunds and drawer closings of a day, on screen and printed.
import { Text, Title } from '@mantine/core'
import type { DailyReport } from '@torniquete/contract/messaging/daily-report.ts'
import { addSums, showMoney } from '@torniquete/contract/shared/money.ts'
import { differenceText } from '@torniquete/contract/till/cash-shifts.ts'
import { formatRefundedDocument, isRecovered, listRefundSums, type Refund } from '@torniquete/contract/till/refunds.ts'
import type { ReactNode } from 'react'
import { kindsText } from '../../features/paying/kind-sums.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import { PrintedList } from '../../kit/PrintedList.tsx'
import type { Column } from '../../kit/table-column.ts'

type Closing = DailyReport['closings'][number]

const amountOf = (refund: Refund): string => {
  const sum = addSums(refund.paid.map(({ amount }) => amount))
  return isRecovered(refund) ? sum : `-${sum}`
}

const refundColumns = (zone: string): Column<Refund>[] => [
  { header: 'Documento', folded: 'first', cell: formatRefundedDocument },
  { header: 'Fecha', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
  { header: 'Usuario', cell: ({ by }) => by.name },
  { header: 'Forma de pago', cell: ({ paid }) => <AmountsText>{kindsText(paid)}</AmountsText> },
  { header: 'Importe', align: 'right', folded: 'first', cell: (refund) => <Money value={amountOf(refund)} /> },
]

const closingColumns = (zone: string): Column<Closing>[] => [
  { header: 'Cierre', folded: 'first', cell: ({ number }) => `N.º\u00a0${number}` },
  { header: 'Caja', cell: ({ drawer }) => drawer },
  { header: 'Cerrada', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
  { header: 'Usuario', cell: ({ by }) => by },
  { header: 'Esperado', align: 'right', cell: ({ expected }) => <Money value={expected} /> },
  { header: 'Contado', align: 'right', cell: ({ counted }) => <Money value={counted} /> },
  { header: 'Diferencia', align: 'right', folded: 'first', cell: ({ difference }) => differenceText(difference) },
]

interface DayMoneyProps {
  report: Pick<DailyReport, 'refunds' | 'closings'>
  zone: string
}

/** The day's money as lists: their drawing differs on screen and paper. */
const moneyLists = ({ report: { refunds, closings }, zone }: DayMoneyProps) => ({
  refunds: {
    label: 'Devoluciones',
    columns: refundColumns(zone),
    rows: refunds,
    rowKey: ({ document, at }: Refund) => `${document.kind} ${document.id} ${at}`,
  },
  closings: {
    label: 'Cierres de caja',
    columns: closingColumns(zone),
    rows: closings,
    rowKey: ({ id }: Closing) => id,
  },
})

/** Nothing without refunds and closings. */
export function DayMoney(props: DayMoneyProps) {
  const { refunds, closings } = moneyLists(props)
  const sums = listRefundSums(refunds.rows).map(({ label, value }) => `${label} ${showMoney(value)}`)
  return (
    <>
      <ShownList {...refunds}>
        <Text size="sm" c="dimmed" mb="sm">
          <AmountsText>{sums.join(' · ')}</AmountsText>
        </Text>
      </ShownList>
      <ShownList {...closings} />
    </>
  )
}

interface ShownListProps<Row> {
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  children?: ReactNode
}

const read = { isPending: false, isPlaceholderData: false, error: null, refetch: () => {} }

const ShownList = <Row,>({ children, ...list }: ShownListProps<Row>) =>
  list.rows.length > 0 && (
    <section aria-label={list.label}>
      <Title order={2} size="h3" mt="xl" mb={children ? 'xs' : 'sm'}>
        {list.label}
      </Title>
      {children}
      <DataTable {...list} query={read} empty="" />
    </section>
  )

/** The day's money, printed. */
export function PrintedDayMoney(props: DayMoneyProps) {
  const { refunds, closings } = moneyLists(props)
  return (
    <>
      {refunds.rows.length > 0 && <PrintedList {...refunds} />}
      {closings.rows.length > 0 && <PrintedList {...closings} />}
    </>
  )
}
