import { Text } from '@mantine/core'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'
import { addAmounts, formatMoney } from '@torniquete/contract/shared/money.ts'
import { type Debtor, formatDebtorName, getDebtorLastAccessDay } from '@torniquete/contract/till/debts.ts'
import { shouldShowDebts } from '@torniquete/contract/till/should-show-debts.ts'
import { useMemo } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useDebtRules } from '../../features/paying/payment-settings.ts'
import { DayText } from '../../kit/DayText.tsx'
import { Money } from '../../kit/Money.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import type { Column } from '../../kit/table-column.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { ExportableTable } from '../../navigation/PagedTable.tsx'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { OpenScreenButton } from '../../shell/OpenScreenButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'

const usualSize = 50

/** Last day on which a debtor may enter, 'No entra' once it has passed, or '—' if debts do not close the door. */
const doorColumn = (today: string | undefined): Column<Debtor> => ({
  header: 'Entra hasta',
  cell: (debtor) => {
    const last = getDebtorLastAccessDay(debtor)
    if (last === null) return '—'
    return today !== undefined && last < today ? 'No entra' : <DayText day={last} />
  },
})

const debtColumns = (today: string | undefined, bars: boolean): Column<Debtor>[] => [
  {
    header: 'Cliente',
    folded: 'first',
    cell: ({ id_client, name, deleted }) =>
      deleted ? (
        <>
          {name} <StatusMark good={false} badLabel="Eliminado" />
        </>
      ) : (
        <RowLink to="/clients/$id/card" params={{ id: String(id_client) }}>
          {name}
        </RowLink>
      ),
    paper: formatDebtorName,
  },
  { header: 'Debe desde', cell: ({ since }) => <DayText day={since} /> },
  { header: 'Documentos', align: 'right', cell: ({ documents }) => documents },
  ...(bars ? [doorColumn(today)] : []),
  { header: 'Debe', align: 'right', folded: 'first', cell: ({ owed }) => <Money value={owed} bold /> },
]

/** Total of a list of debtors: `3 clientes deben $ 130.00`. */
const sumText = (total: number, sum: string) =>
  total === 0 ? '' : `${formatCountWithNoun(total, 'cliente debe', 'clientes deben')} ${formatMoney(sum)}`

export function DebtsPage() {
  const today = useGymClock()?.today
  const rules = useDebtRules().data
  const address = useScreenSearch('/debts')
  const { name, page = 0, size = usualSize } = address.search
  const asked = { name }
  const query = useEndpoint('debts.list', { query: { ...asked, page, size_page: size } })
  const { data } = query
  const bars = rules?.is_on === true && rules.bars_after !== null
  const columns = useMemo(() => debtColumns(today, bars), [today, bars])
  return (
    <>
      <PageHeader>
        {rules && shouldShowDebts(rules) && <OpenScreenButton screen="collections" />}
        <SearchField
          label="Buscar cliente por nombre"
          value={name ?? ''}
          onChange={(typed) => address.change({ name: typed.trim() || undefined, page: undefined }, true)}
        />
      </PageHeader>
      <ExportableTable
        {...address}
        {...makeListExportLoaders('debts', asked, ({ items }) => items)}
        query={query}
        usualSize={usualSize}
        label="Deudas"
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          rules && !rules.is_on && !rules.is_owed
            ? 'En este gimnasio no se deja a deber: se permite en Configuración.'
            : 'Nadie debe nada.'
        }
        filter={name && `Búsqueda: ${name}`}
        sum={(rows) => sumText(rows.length, addAmounts(rows.map(({ owed }) => owed)))}
      >
        <Text size="sm" c="dimmed" role="status">
          {data && <UnbrokenAmountsText>{sumText(data.total, data.amount_sum)}</UnbrokenAmountsText>}
        </Text>
      </ExportableTable>
    </>
  )
}
