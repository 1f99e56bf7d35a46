import type { UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '@torniquete/contract/endpoints.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { type CashFlowSearch, cashFlowPageSize, type ListTab } from '../../navigation/cash-flow-search.ts'
import {
  type CashDocument,
  cashLists,
  documentOfPayment,
  documentOfPurchase,
  documentOfSale,
} from './cash-documents.ts'

type ListCall = `${(typeof cashLists)[ListTab]['area']}.list`
type ListAnswer = Answer<ListCall>

/** Filter of the three calls; whole days in the gym's zone. */
export interface FilterQuery {
  user_name?: string
  start_date: string
  end_date: string
}

export const filterQuery = ({ user, start, end }: CashFlowSearch, today: string): FilterQuery => ({
  user_name: user,
  start_date: start ?? today,
  end_date: end ?? today,
})

const listQuery = (search: CashFlowSearch, today: string) => ({
  ...filterQuery(search, today),
  page: search.page ?? 0,
  size_page: search.size ?? cashFlowPageSize,
})

export const useList = (tab: ListTab, search: CashFlowSearch, today: string): UseQueryResult<ListAnswer> =>
  useEndpoint<ListCall>(`${cashLists[tab].area}.list`, { query: listQuery(search, today) })

/** Covers all rows of the filter, whichever list is shown. */
export const useSummary = (search: CashFlowSearch, today: string): UseQueryResult<Answer<'statistics.cash-flow'>> =>
  useEndpoint('statistics.cash-flow', { query: filterQuery(search, today) })

/** Sums by payment method. */
export const useFlow = (search: CashFlowSearch, today: string): UseQueryResult<Answer<'tenders.flow'>> =>
  useEndpoint('tenders.flow', { query: filterQuery(search, today) })

export function listDocuments(answer: ListAnswer): CashDocument[] {
  if ('salesInvoices' in answer) return answer.salesInvoices.map(documentOfSale)
  if ('purchaseInvoices' in answer) return answer.purchaseInvoices.map(documentOfPurchase)
  return answer.items.map(documentOfPayment)
}
