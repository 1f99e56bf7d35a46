import { formatPercent } from '@torniquete/contract/shared/format-numbers.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { GivenDiscount, SellerDiscountSums } from '@torniquete/contract/till/discounts.ts'
import { useMemo } from 'react'
import { makeListExportLoaders } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { makeChargedAmountColumn } from '../../features/bills/ChargedAmount.tsx'
import { DateRangeTable, dateRangePageSize } from '../../features/bills/DateRangeTable.tsx'
import { ClampedName, makeNameColumn } from '../../kit/ClampedText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import type { Column } from '../../kit/table-column.ts'
import { dialogOverPageOptions } from '../../navigation/open-dialog.ts'
import { toDayRangeQuery, useScreenSearch } from '../../navigation/use-screen-search.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { OpenScreenButton } from '../../shell/OpenScreenButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'

export function DiscountsPage() {
  const clock = useGymClock()
  return (
    <>
      <PageHeader>
        <OpenScreenButton screen="cashFlow" hiddenFrom="sm" />
      </PageHeader>
      {clock ? <DiscountList {...clock} /> : <Spinner />}
    </>
  )
}

const discountColumns = (zone: string): Column<GivenDiscount>[] => [
  {
    header: 'N.º',
    width: '7rem',
    cell: ({ sale, payment }) =>
      sale ? (
        <RowLink
          to="/discounts/bill/$kind/$id"
          params={{ kind: 'sale', id: String(sale.id) }}
          {...dialogOverPageOptions}
        >
          {`Venta N.º ${sale.number}`}
        </RowLink>
      ) : (
        `Membresía N.º ${payment?.number}`
      ),
    paper: ({ sale, payment }) => (sale ? `Venta N.º ${sale.number}` : `Membresía N.º ${payment?.number}`),
  },
  { header: 'Fecha', cell: ({ created_at }) => <InstantText instant={created_at} zone={zone} /> },
  makeNameColumn('Usuario', ({ user }) => user.name),
  {
    header: 'Producto',
    cell: ({ quantity, product_name }) => <ClampedName>{`${quantity} × ${product_name}`}</ClampedName>,
    paper: ({ quantity, product_name }) => `${quantity} × ${product_name}`,
  },
  { header: 'Cliente', cell: ({ client }) => client.name },
  { header: 'Precio', align: 'right', cell: ({ unit_price }) => <Money value={unit_price} /> },
  { header: 'Porcentaje', align: 'right', cell: ({ percent }) => formatPercent(percent) },
  makeChargedAmountColumn('Descuento', ({ amount }) => amount),
]

/** Number and amount of the discounts by user: `Ana: 3, $ 40.00 · Luis: 1, $ 5.00`. */
const byUserText = (sums: readonly SellerDiscountSums[] = []) =>
  sums.map(({ user, lines, amount }) => `${user.name}: ${lines}, ${formatMoney(amount)}`).join(' · ')

function DiscountList({ zone, today }: GymClock) {
  const address = useScreenSearch('/discounts')
  const { name, days, asked } = toDayRangeQuery(address.search, today, dateRangePageSize)
  const filter = { user_name: name, ...days }
  const query = useEndpoint('discounts.list', { query: { ...filter, ...asked } })
  const columns = useMemo(() => discountColumns(zone), [zone])
  return (
    <DateRangeTable
      {...address}
      {...makeListExportLoaders('discounts', filter, ({ items }) => items)}
      query={query}
      label="Descuentos"
      columns={columns}
      rowKey={({ id }) => id}
      empty="No hay descuentos."
      today={today}
      nameLabel="Trabajador"
      nouns={['descuento', 'descuentos', 'o']}
      amountOf={({ amount }) => amount}
      told={byUserText(query.data?.by_user)}
    />
  )
}
