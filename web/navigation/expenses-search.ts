import { type RawSearch, readDay, readText, readWhole } from './search-values.ts'

/** What the address of the page holds; an absent day is today. */
export interface ExpensesSearch {
  /** Words of what it was, its category, or who was paid. */
  name?: string
  start?: string
  end?: string
  /** Counts from 0. */
  page?: number
  size?: number
}

export const readExpensesSearch = (raw: RawSearch): ExpensesSearch => ({
  name: readText(raw.name),
  start: readDay(raw.start),
  end: readDay(raw.end),
  page: readWhole(raw.page, 1),
  size: readWhole(raw.size, 1, 1000),
})
