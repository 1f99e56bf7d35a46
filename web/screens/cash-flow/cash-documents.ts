import type { UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '@torniquete/contract/endpoints.ts'
import { shownPlanName } from '@torniquete/contract/members/memberships.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { partlyVoided } from '@torniquete/contract/till/void-lines.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import type { BillKind } from '../../features/bills/bill-content.ts'
import { type Nouns, purchaseNouns, saleNouns } from '../../features/bills/list-texts.ts'
import { type CashFlowSearch, cashFlowPageSize, type ListTab } from '../../navigation/cash-flow-search.ts'

export interface CashDocument {
  id: number
  number: number
  at: string
  party: string
  worker: string
  plan: string | null
  total: string
  /** Decimal text: the voided part. */
  partly: string
  voided: boolean
}

function convertBill(bill: Sale | Purchase): CashDocument {
  const { id, number, created_at, user, amount_total, voided } = bill
  const isSale = 'client' in bill
  return {
    id,
    number,
    at: created_at,
    party: (isSale ? bill.client : bill.supplier).name,
    worker: user.name,
    plan: null,
    total: amount_total,
    partly: isSale ? partlyVoided(bill) : '0.00',
    voided: voided !== null,
  }
}

const convertPayment = ({ id, number, client, user, membership, voided }: Payment): CashDocument => ({
  id,
  number,
  at: membership.payment_date,
  party: client.name,
  worker: user.name,
  plan: shownPlanName(membership.name),
  total: membership.price,
  partly: '0.00',
  voided: voided !== null,
})

export const cashLists = {
  sales: { area: 'sales', bill: 'sale', empty: 'No hay ventas de productos.', party: 'Cliente', nouns: saleNouns },
  purchases: {
    area: 'purchases',
    bill: 'purchase',
    empty: 'No hay compras de productos.',
    party: 'Proveedor',
    nouns: purchaseNouns,
  },
  memberships: {
    area: 'payments',
    bill: 'payment',
    empty: 'No hay ventas de membresías.',
    party: 'Cliente',
    nouns: saleNouns,
  },
} as const satisfies Record<ListTab, { area: string; bill: BillKind; empty: string; party: string; nouns: Nouns }>

type ListCall = `${(typeof cashLists)[ListTab]['area']}.list`
type ListAnswer = Answer<ListCall>

/** Filter of the three calls; whole days in the gym's zone. */
export const filterQuery = ({ user, start, end }: CashFlowSearch, today: string) => ({
  user_name: user,
  start_date: start ?? today,
  end_date: end ?? today,
})

export function useList(tab: ListTab, search: CashFlowSearch, today: string): UseQueryResult<ListAnswer> {
  const { page = 0, size = cashFlowPageSize } = search
  const query = { ...filterQuery(search, today), page, size_page: size }
  return useEndpoint<ListCall>(`${cashLists[tab].area}.list`, { query })
}

export const useSummary = (search: CashFlowSearch, today: string): UseQueryResult<Answer<'statistics.cash-flow'>> =>
  useEndpoint('statistics.cash-flow', { query: filterQuery(search, today) })

export const useFlow = (search: CashFlowSearch, today: string): UseQueryResult<Answer<'tenders.flow'>> =>
  useEndpoint('tenders.flow', { query: filterQuery(search, today) })

export function listDocuments(answer: ListAnswer): CashDocument[] {
  if ('salesInvoices' in answer) return answer.salesInvoices.map(convertBill)
  if ('purchaseInvoices' in answer) return answer.purchaseInvoices.map(convertBill)
  return answer.items.map(convertPayment)
}
