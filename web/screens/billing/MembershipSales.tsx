import type { Answer } from '@torniquete/contract/endpoints.ts'
import type { Payment } from '@torniquete/contract/payments.ts'
import { wholeList } from '../../api/fetch-all.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useKindsText } from '../../features/paying/kind-sums.ts'
import type { GymClock } from '../../session/gym-clock.ts'
import { membershipSales } from './membership-sale-columns.tsx'
import { type SaleListPage, SaleListPanel } from './SaleListPanel.tsx'
import { useListSearch, useOpenBill } from './use-billing-search.ts'

const pageOf = ({ items, ...sums }: Answer<'payments.list'>): SaleListPage<Payment> => ({
  rows: items,
  ...sums,
})

export function MembershipSales({ clock }: { clock: GymClock }) {
  const address = useListSearch('payments')
  const bill = useOpenBill()
  const { name, start = clock.today, end = clock.today } = address.search
  const filter = { client_name: name, start_date: start, end_date: end }
  const list = useEndpoint('payments.list', { query: { ...filter, page: address.page, size_page: address.size } })
  const kinds = useKindsText('payment', { party_name: name, start_date: start, end_date: end })
  return (
    <SaleListPanel
      shape={membershipSales}
      clock={clock}
      address={address}
      query={list}
      answer={list.data && pageOf(list.data)}
      {...wholeList('payments', filter, ({ items }) => items)}
      kinds={kinds}
      openedId={bill.payment}
    />
  )
}
