import type { Answer } from '@torniquete/contract/endpoints.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useKindsText } from '../../features/paying/kind-sums.ts'
import type { GymClock } from '../../session/gym-clock.ts'
import { productSales } from './product-sale-columns.tsx'
import { type SaleListPage, SaleListPanel } from './SaleListPanel.tsx'
import { useListSearch, useOpenBill } from './use-billing-search.ts'

const pageOf = ({ salesInvoices, ...sums }: Answer<'sales.list'>): SaleListPage<Sale> => ({
  rows: salesInvoices,
  ...sums,
})

export function ProductSales({ clock }: { clock: GymClock }) {
  const address = useListSearch('sales')
  const bill = useOpenBill()
  const { name, start = clock.today, end = clock.today } = address.search
  const filter = { client_name: name, start_date: start, end_date: end }
  const list = useEndpoint('sales.list', { query: { ...filter, page: address.page, size_page: address.size } })
  const kinds = useKindsText('sale', { party_name: name, start_date: start, end_date: end })
  return (
    <SaleListPanel
      shape={productSales}
      clock={clock}
      address={address}
      query={list}
      answer={list.data && pageOf(list.data)}
      {...wholeList('sales', filter, ({ salesInvoices }) => salesInvoices)}
      kinds={kinds}
      openedId={bill.sale}
    />
  )
}
