import { Group, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { Collection } from '@torniquete/contract/collections.ts'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ChargedAmount } from '../../features/bills/ChargedAmount.tsx'
import { filterText, type Nouns, sumOf, sumsText } from '../../features/bills/list-texts.ts'
import { collectedText } from '../../features/collections/collection-words.ts'
import { kindsText } from '../../features/paying/kind-sums.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'
import { Named } from '../../kit/Clamped.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { ListExport } from '../../kit/ListExport.tsx'
import { ListFilter } from '../../kit/ListFilter.tsx'
import { Money } from '../../kit/Money.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import type { Column } from '../../kit/table-column.ts'
import { opening, useChangeSearch } from '../../navigation/opening.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { ScreenButton } from '../../shell/ScreenButton.tsx'

const usualSize = 50
const nouns: Nouns = ['cobro', 'cobros', 'o']

/** What was paid of debts on some days. */
export function CollectionsPage() {
  const clock = useGymClock()
  return (
    <>
      <PageHeader>
        <ScreenButton screen="debts" />
      </PageHeader>
      {clock ? <CollectionList {...clock} /> : <Spinner />}
    </>
  )
}

const collectionColumns = (zone: string): Column<Collection>[] => [
  {
    header: 'Cobro',
    width: '4.5rem',
    cell: ({ id, number }) => (
      <RowLink
        to="/collections/$id"
        params={{ id: String(id) }}
        search
        aria-label={`Recibo de cobro N.º ${number}`}
        {...opening}
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
        <Named>{client.name}</Named>
      </strong>
    ),
    paper: ({ client }) => client.name,
  },
  { key: 'documents', header: 'Pagó', cell: ({ documents }) => documents.map(collectedText).join(' · ') },
  {
    key: 'paid',
    header: 'Forma de pago',
    cell: ({ paid }) => <AmountsText>{kindsText(paid)}</AmountsText>,
    paper: ({ paid }) => kindsText(paid),
  },
  { key: 'user', header: 'Cobró', cell: ({ user }) => user?.name ?? '—' },
  { key: 'left', header: 'Quedó a deber', align: 'right', cell: ({ left }) => <Money value={left} /> },
  {
    header: 'Importe',
    align: 'right',
    folded: 'first',
    cell: ({ amount, voided }) => <ChargedAmount amount={amount} voided={voided !== null} word="ANULADO" />,
  },
]

function CollectionList({ zone, today }: GymClock) {
  const search = useSearch({ from: '/shell/collections' })
  const change = useChangeSearch('/collections')
  const { name, start = today, end = today, page = 0, size = usualSize } = search
  const asked = { client_name: name, start_date: start, end_date: end }
  const query = useEndpoint('collections.list', { query: { ...asked, page, size_page: size } })
  const { data } = query
  const columns = useMemo(() => collectionColumns(zone), [zone])
  const list = {
    label: 'Cobros',
    columns,
    rowKey: ({ id }: Collection) => id,
    empty: 'No se cobró nada de deudas.',
    filter: filterText(start, end, 'Cliente', name),
    sum: sumOf(({ amount }: Collection) => amount, nouns),
  }
  return (
    <>
      <ListFilter
        label="Filtro de cobros"
        nameLabel="Cliente"
        filter={search}
        today={today}
        onSearch={({ name, start, end }) => change({ name, start, end, page: undefined })}
      />
      <Group justify="space-between" my="sm" mih="2.25rem">
        <Text size="sm" c="dimmed" role="status">
          {data && data.total > 0 && sumsText(data, nouns)}
        </Text>
        <ListExport
          {...list}
          queries={[query]}
          total={data?.total}
          {...wholeList('collections', asked, ({ items }) => items)}
        />
      </Group>
      <PagedTable {...list} query={query} search={search} change={change} usualSize={usualSize} />
    </>
  )
}
