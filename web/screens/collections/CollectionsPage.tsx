import { Text } from '@mantine/core'
import { formatMoney, subtractAmounts } from '@torniquete/contract/shared/money.ts'
import { type DebtCollection, formatRefundMark } from '@torniquete/contract/till/debt-collections.ts'
import { useMemo } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ChargedAmount } from '../../features/bills/ChargedAmount.tsx'
import { DateRangeTable, dateRangePageSize } from '../../features/bills/DateRangeTable.tsx'
import { formatPaidDocumentName } from '../../features/collections/collection-texts.ts'
import { formatPaymentKindSums } from '../../features/paying/payment-kind-sums.ts'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import type { Column } from '../../kit/table-column.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { dialogOverPageOptions } from '../../navigation/open-dialog.ts'
import { toDayRangeQuery, useScreenSearch } from '../../navigation/use-screen-search.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { OpenScreenButton } from '../../shell/OpenScreenButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'

export function CollectionsPage() {
  const clock = useGymClock()
  return (
    <>
      <PageHeader>
        <OpenScreenButton screen="debts" />
      </PageHeader>
      {clock ? <CollectionList {...clock} /> : <Spinner />}
    </>
  )
}

function CollectedAmount({ collection }: { collection: DebtCollection }) {
  const { amount, returned, voided } = collection
  const mark = voided ? 'ANULADO' : formatRefundMark(collection)
  if (mark === null || voided || returned === amount)
    return <ChargedAmount amount={amount} voided={mark !== null} word={mark ?? ''} />
  return (
    <>
      <Money value={amount} />
      <Text span inherit display="block" fz="xs" c="dimmed">
        <UnbrokenAmountsText>{`Devuelto ${formatMoney(returned)}`}</UnbrokenAmountsText>
      </Text>
    </>
  )
}

const collectionColumns = (zone: string): Column<DebtCollection>[] => [
  {
    header: 'N.º',
    width: '4.5rem',
    cell: ({ id, number }) => (
      <RowLink
        to="/collections/$collection"
        params={{ collection: String(id) }}
        aria-label={`Recibo de cobro N.º ${number}`}
        {...dialogOverPageOptions}
      >
        {number}
      </RowLink>
    ),
    paper: ({ number }) => number,
  },
  { key: 'at', header: 'Fecha', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
  {
    header: 'Cliente',
    folded: 'first',
    cell: ({ client }) => (
      <strong>
        <ClampedName>{client.name}</ClampedName>
      </strong>
    ),
    paper: ({ client }) => client.name,
  },
  { key: 'documents', header: 'Pagó', cell: ({ documents }) => documents.map(formatPaidDocumentName).join(' · ') },
  {
    key: 'paid',
    header: 'Forma de pago',
    cell: ({ paid }) => <UnbrokenAmountsText>{formatPaymentKindSums(paid)}</UnbrokenAmountsText>,
    paper: ({ paid }) => formatPaymentKindSums(paid),
  },
  { key: 'user', header: 'Usuario', cell: ({ user }) => user?.name ?? '—' },
  { key: 'left', header: 'Quedó a deber', align: 'right', cell: ({ left }) => <Money value={left} /> },
  {
    header: 'Importe',
    align: 'right',
    folded: 'first',
    cell: (row) => <CollectedAmount collection={row} />,
  },
]

function CollectionList({ zone, today }: GymClock) {
  const address = useScreenSearch('/collections')
  const { name, days, asked } = toDayRangeQuery(address.search, today, dateRangePageSize)
  const filter = { client_name: name, ...days }
  const query = useEndpoint('collections.list', { query: { ...filter, ...asked } })
  const columns = useMemo(() => collectionColumns(zone), [zone])
  return (
    <DateRangeTable
      {...address}
      {...makeListExportLoaders('collections', filter, ({ items }) => items)}
      query={query}
      label="Cobros"
      columns={columns}
      rowKey={({ id }) => id}
      empty="No se cobró nada de deudas."
      today={today}
      nameLabel="Cliente"
      nouns={['cobro', 'cobros', 'o']}
      amountOf={({ amount, returned = '0.00' }) => subtractAmounts(amount, returned)}
    />
  )
}
