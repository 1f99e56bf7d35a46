import { Group, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { showDay } from '@torniquete/contract/dates.ts'
import type { Expense } from '@torniquete/contract/expenses.ts'
import { unsaidKind } from '@torniquete/contract/tender-words.ts'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { chargedColumn } from '../../features/bills/ChargedAmount.tsx'
import { filterText, type Nouns, sumOf, sumsText } from '../../features/bills/list-texts.ts'
import { kindsText, useKindsText } from '../../features/paying/kind-sums.ts'
import { nameColumn } from '../../kit/Clamped.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconBan, IconPlus } from '../../kit/icons.ts'
import { ListExport } from '../../kit/ListExport.tsx'
import { ListFilter } from '../../kit/ListFilter.tsx'
import { RowButton } from '../../kit/RowActions.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { actionsColumn, type Column } from '../../kit/table-column.ts'
import { OpenButton } from '../../navigation/OpenButton.tsx'
import { useChangeSearch, useOpenDialog } from '../../navigation/opening.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { ScreenButton } from '../../shell/ScreenButton.tsx'

const usualSize = 50
/** The kind's name, with sums where there are several. */
const paidText = ({ paid }: Expense): string => (paid.length > 1 ? kindsText(paid) : (paid[0]?.kind.name ?? unsaidKind))
const nouns: Nouns = ['gasto', 'gastos', 'o']

/** What a gym pays besides products. */
export function ExpensesPage() {
  const clock = useGymClock()
  return (
    <>
      <PageHeader>
        <OpenButton Icon={IconPlus} to="/expenses/new">
          Nuevo gasto
        </OpenButton>
        <ScreenButton screen="cashFlow" />
      </PageHeader>
      {clock ? <ExpenseList {...clock} /> : <Spinner />}
    </>
  )
}

function expenseColumns(zone: string, onVoid: (expense: Expense) => void): Column<Expense>[] {
  return [
    { header: 'N.º', width: '3.5rem', cell: ({ number }) => number },
    { header: 'Registrado', cell: ({ created_at }) => <InstantText instant={created_at} zone={zone} /> },
    nameColumn('Concepto', ({ description }) => description),
    { header: 'Categoría', width: '9rem', cell: ({ category }) => category },
    { header: 'Pagado a', cell: ({ payee }) => payee ?? '—' },
    { header: 'Fecha del recibo', cell: ({ spent_on }) => showDay(spent_on) },
    { header: 'Forma de pago', cell: paidText },
    { header: 'Usuario', cell: ({ user }) => user.name },
    chargedColumn('Importe', ({ amount }) => amount, { word: 'ANULADO' }),
    actionsColumn((expense) => (
      <RowButton
        label="Anular"
        name={`el gasto N.º ${expense.number}, ${expense.description}`}
        refusal={expense.voided && 'Ya está anulado.'}
        color="red"
        onPress={() => onVoid(expense)}
      >
        <IconBan size={20} aria-hidden />
      </RowButton>
    )),
  ]
}

function ExpenseList({ zone, today }: GymClock) {
  const search = useSearch({ from: '/shell/expenses' })
  const open = useOpenDialog()
  const change = useChangeSearch('/expenses')
  const { name, start = today, end = today, page = 0, size = usualSize } = search
  const asked = { name, start_date: start, end_date: end }
  const query = useEndpoint('expenses.list', { query: { ...asked, page, size_page: size } })
  const { data } = query
  const kinds = useKindsText('expense', { party_name: name, start_date: start, end_date: end })
  const columns = useMemo(() => expenseColumns(zone, ({ id }) => open('/expenses/$id/void', id)), [zone, open])
  const list = {
    label: 'Gastos',
    columns,
    rowKey: ({ id }: Expense) => id,
    empty: 'No hay gastos.',
    filter: filterText(start, end, 'Búsqueda', name),
    sum: sumOf(({ amount }: Expense) => amount, nouns),
    figures: kinds.text && <p>{kinds.text}</p>,
  }
  return (
    <>
      <ListFilter
        label="Filtro de gastos"
        nameLabel="Concepto, categoría o a quién"
        filter={search}
        today={today}
        onSearch={({ name, start, end }) => change({ name, start, end, page: undefined })}
      />
      <Group justify="space-between" my="sm" mih="2.25rem">
        <div>
          <Text size="sm" c="dimmed" role="status">
            {data && data.total > 0 && sumsText(data, nouns)}
          </Text>
          {/* The line is there before what stands in it: the list below does not move. */}
          <Text size="xs" c="dimmed" mih="1.25rem">
            {data && data.total > 0 && kinds.text}
          </Text>
        </div>
        <ListExport
          {...list}
          queries={[query]}
          total={data?.total}
          {...wholeList('expenses', asked, ({ items }) => items)}
        />
      </Group>
      <PagedTable {...list} query={query} search={search} change={change} usualSize={usualSize} />
    </>
  )
}
