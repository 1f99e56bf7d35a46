import { Group, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { DiscountsOfUser, GivenDiscount } from '@torniquete/contract/discounts.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { showPercent } from '@torniquete/contract/numbers.ts'
import { useMemo } from 'react'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { BillDialog } from '../../features/bills/bill-on-demand.ts'
import { chargedColumn } from '../../features/bills/ChargedAmount.tsx'
import { filterText, type Nouns, sumOf, sumsText } from '../../features/bills/list-texts.ts'
import { Named, nameColumn } from '../../kit/Clamped.tsx'
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
const nouns: Nouns = ['descuento', 'descuentos', 'o']

/** Who let go what of which line. */
export function DiscountsPage() {
  const clock = useGymClock()
  const { bill } = useSearch({ from: '/shell/discounts' })
  const change = useChangeSearch('/discounts')
  return (
    <>
      <PageHeader>
        <ScreenButton screen="cashFlow" />
      </PageHeader>
      {clock ? <DiscountList {...clock} /> : <Spinner />}
      {bill && <BillDialog key={bill} kind="sale" id={bill} onClose={() => change({ bill: undefined })} />}
    </>
  )
}

const discountColumns = (zone: string): Column<GivenDiscount>[] => [
  {
    header: 'Venta',
    width: '4.5rem',
    cell: ({ sale }) => (
      <RowLink
        from="/discounts"
        search={(before) => ({ ...before, bill: sale.id })}
        aria-label={`Venta N.º ${sale.number}`}
        {...opening}
      >
        {sale.number}
      </RowLink>
    ),
    paper: ({ sale }) => sale.number,
  },
  { header: 'Fecha', cell: ({ created_at }) => <InstantText instant={created_at} zone={zone} /> },
  nameColumn('Trabajador', ({ user }) => user.name),
  {
    header: 'Producto',
    cell: ({ quantity, product_name }) => <Named>{`${quantity} × ${product_name}`}</Named>,
    paper: ({ quantity, product_name }) => `${quantity} × ${product_name}`,
  },
  { header: 'Cliente', cell: ({ client }) => client.name },
  { header: 'Precio', align: 'right', cell: ({ unit_price }) => <Money value={unit_price} /> },
  { header: 'Porcentaje', align: 'right', cell: ({ percent }) => showPercent(percent) },
  chargedColumn('Descuento', ({ amount }) => amount),
]

/** `Ana: 3, $ 40.00 · Luis: 1, $ 5.00`. */
const byUserText = (sums: readonly DiscountsOfUser[] = []) =>
  sums.map(({ user, lines, amount }) => `${user.name}: ${lines}, ${showMoney(amount)}`).join(' · ')

function DiscountList({ zone, today }: GymClock) {
  const search = useSearch({ from: '/shell/discounts' })
  const change = useChangeSearch('/discounts')
  const { name, start = today, end = today, page = 0, size = usualSize } = search
  const asked = { user_name: name, start_date: start, end_date: end }
  const query = useEndpoint('discounts.list', { query: { ...asked, page, size_page: size } })
  const { data } = query
  const byUser = byUserText(data?.by_user)
  const columns = useMemo(() => discountColumns(zone), [zone])
  const list = {
    label: 'Descuentos',
    columns,
    rowKey: ({ id }: GivenDiscount) => id,
    empty: 'No hay descuentos.',
    filter: filterText(start, end, 'Trabajador', name),
    sum: sumOf(({ amount }: GivenDiscount) => amount, nouns),
    figures: byUser && <p>{byUser}</p>,
  }
  return (
    <>
      <ListFilter
        label="Filtro de descuentos"
        nameLabel="Trabajador"
        filter={search}
        today={today}
        onSearch={({ name, start, end }) => change({ name, start, end, page: undefined })}
      />
      <Group justify="space-between" my="sm" mih="2.25rem">
        <Text size="sm" c="dimmed" role="status">
          {data && data.total > 0 && sumsText(data, nouns)}
          {byUser && <br />}
          {byUser}
        </Text>
        <ListExport
          {...list}
          queries={[query]}
          total={data?.total}
          {...wholeList('discounts', asked, ({ items }) => items)}
        />
      </Group>
      <PagedTable {...list} query={query} search={search} change={change} usualSize={usualSize} />
    </>
  )
}
