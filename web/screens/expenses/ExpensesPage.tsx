import { Text } from '@mantine/core'
import { formatDate } from '@torniquete/contract/shared/dates.ts'
import type { Expense } from '@torniquete/contract/till/expenses.ts'
import { unknownPaymentLabel } from '@torniquete/contract/till/payment-kind-labels.ts'
import { useMemo } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { makeChargedAmountColumn } from '../../features/bills/ChargedAmount.tsx'
import { DateRangeTable, dateRangePageSize } from '../../features/bills/DateRangeTable.tsx'
import { useFiscalCountry } from '../../features/fiscal/use-fiscal-country.ts'
import { formatPaymentKindSums, usePaymentKindSumsText } from '../../features/paying/payment-kind-sums.ts'
import { makeNameColumn } from '../../kit/ClampedText.tsx'
import { DayText } from '../../kit/DayText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconBan, IconPlus, IconReceipt } from '../../kit/icons.ts'
import { RowActions, RowButton } from '../../kit/RowActions.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { OpenDialogButton } from '../../navigation/OpenDialogButton.tsx'
import { useOpenDialog } from '../../navigation/open-dialog.ts'
import { toDayRangeQuery, useScreenSearch } from '../../navigation/use-screen-search.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { OpenScreenButton } from '../../shell/OpenScreenButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'

const paidText = ({ paid }: Expense): string =>
  paid.length > 1 ? formatPaymentKindSums(paid) : (paid[0]?.kind.name ?? unknownPaymentLabel)

export function ExpensesPage() {
  const clock = useGymClock()
  return (
    <>
      <PageHeader>
        <OpenDialogButton Icon={IconPlus} to="/expenses/new">
          Nuevo gasto
        </OpenDialogButton>
        <OpenScreenButton screen="cashFlow" hiddenFrom="sm" />
      </PageHeader>
      {clock ? <ExpenseList {...clock} /> : <Spinner />}
    </>
  )
}

const SellerReceipt = ({ ncf, issued_on, spent_on }: Expense) => (
  <>
    {ncf && (
      <Text span inherit display="block">
        {ncf}
      </Text>
    )}
    <DayText day={issued_on ?? spent_on} />
  </>
)

interface ExpenseActions {
  onVoid: (expense: Expense) => void
  /** Null if the gym issues no fiscal receipts. */
  onEditReceipt: ((expense: Expense) => void) | null
}

function expenseColumns(zone: string, { onVoid, onEditReceipt }: ExpenseActions): Column<Expense>[] {
  return [
    { header: 'N.º', width: '3.5rem', cell: ({ number }) => number },
    { header: 'Registrado', cell: ({ created_at }) => <InstantText instant={created_at} zone={zone} /> },
    makeNameColumn('Concepto', ({ description }) => description),
    { header: 'Categoría', width: '9rem', cell: ({ category }) => category },
    { header: 'Pagado a', cell: ({ payee }) => payee ?? '—' },
    onEditReceipt
      ? { header: 'Comprobante', cell: (expense) => <SellerReceipt {...expense} /> }
      : { header: 'Fecha del recibo', cell: ({ spent_on }) => formatDate(spent_on) },
    { header: 'Forma de pago', cell: paidText },
    { header: 'Usuario', cell: ({ user }) => user.name },
    makeChargedAmountColumn('Importe', ({ amount }) => amount, { word: 'ANULADO' }),
    makeActionsColumn((expense) => {
      const name = `el gasto N.º ${expense.number}, ${expense.description}`
      const refusal = expense.voided && 'Ya está anulado.'
      const voidButton = (
        <RowButton {...{ name, refusal }} Icon={IconBan} label="Anular" color="red" onPress={() => onVoid(expense)} />
      )
      if (!onEditReceipt) return voidButton
      return (
        <RowActions name={name}>
          <RowButton
            {...{ name, refusal }}
            Icon={IconReceipt}
            label="Comprobante"
            onPress={() => onEditReceipt(expense)}
          />
          {voidButton}
        </RowActions>
      )
    }),
  ]
}

function ExpenseList({ zone, today }: GymClock) {
  const open = useOpenDialog()
  const address = useScreenSearch('/expenses')
  const { name, days, asked } = toDayRangeQuery(address.search, today, dateRangePageSize)
  const filter = { name, ...days }
  const query = useEndpoint('expenses.list', { query: { ...filter, ...asked } })
  const kinds = usePaymentKindSumsText('expense', { party_name: name, ...days })
  const hasCountry = useFiscalCountry() !== 'none'
  const columns = useMemo(
    () =>
      expenseColumns(zone, {
        onVoid: ({ id }) => open('/expenses/$id/void', id),
        onEditReceipt: hasCountry ? ({ id }) => open('/expenses/$id/receipt', id) : null,
      }),
    [zone, open, hasCountry],
  )
  return (
    <DateRangeTable
      {...address}
      {...makeListExportLoaders('expenses', filter, ({ items }) => items)}
      query={query}
      figureQueries={[kinds.query]}
      label="Gastos"
      columns={columns}
      rowKey={({ id }) => id}
      empty="No hay gastos."
      today={today}
      nameLabel="Concepto, categoría o a quién"
      who="Búsqueda"
      nouns={['gasto', 'gastos', 'o']}
      amountOf={({ amount }) => amount}
      told={kinds.text}
    />
  )
}
