import { type RawSearch, readDay, readText, readWhole } from './search-values.ts'

export type SaleList = 'sales' | 'payments'

/** What the address says of one list; what is absent is as usual, an absent day is today. */
export interface SaleListSearch {
  name?: string
  start?: string
  end?: string
  /** Counts from 0. */
  page?: number
  size?: number
}

/** What the address of the page holds: each list's filter under its name, and the bill that is open. */
export type BillingSearch = {
  [Key in keyof SaleListSearch as `${SaleList}_${Key}`]: SaleListSearch[Key]
} & { sale?: number; payment?: number }

export const billingPageSize = 10

export function readBillingSearch(raw: RawSearch): BillingSearch {
  return {
    sales_name: readText(raw.sales_name),
    sales_start: readDay(raw.sales_start),
    sales_end: readDay(raw.sales_end),
    sales_page: readWhole(raw.sales_page, 1),
    sales_size: readWhole(raw.sales_size, 1, 1000),
    payments_name: readText(raw.payments_name),
    payments_start: readDay(raw.payments_start),
    payments_end: readDay(raw.payments_end),
    payments_page: readWhole(raw.payments_page, 1),
    payments_size: readWhole(raw.payments_size, 1, 1000),
    sale: readWhole(raw.sale, 1),
    payment: readWhole(raw.payment, 1),
  }
}

export function listSearchOf(search: BillingSearch, list: SaleList): SaleListSearch {
  return {
    name: search[`${list}_name`],
    start: search[`${list}_start`],
    end: search[`${list}_end`],
    page: search[`${list}_page`],
    size: search[`${list}_size`],
  }
}

/** The address with another filter or page of one list; the other stays as it is. */
export function withListSearch(search: BillingSearch, list: SaleList, next: SaleListSearch): BillingSearch {
  const { name, start, end, page = 0, size = billingPageSize } = next
  const values = { name, start, end, page: page || undefined, size: size === billingPageSize ? undefined : size }
  const named = Object.fromEntries(Object.entries(values).map(([key, value]) => [`${list}_${key}`, value]))
  return { ...search, ...named }
}
