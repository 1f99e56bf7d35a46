import { type RawSearch, readWhole } from './search-values.ts'

/** What the address of the dashboard holds: where the notifications panel stands. */
export interface DashboardSearch {
  /** The unread ones where it is absent. */
  notifications?: 'all'
  /** Counts from 0. */
  page?: number
}

export function readDashboardSearch(raw: RawSearch): DashboardSearch {
  return { notifications: raw.notifications === 'all' ? 'all' : undefined, page: readWhole(raw.page, 1) }
}
