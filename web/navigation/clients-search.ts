import { type RawSearch, readText, readWhole } from './search-values.ts'

/** What the address of the clients' page holds; what is absent is as usual. */
export interface ClientsSearch {
  name?: string
  /** Counts from 0. */
  page?: number
  size?: number
  /** The client whose card is open. */
  client?: number
}

export const clientsPageSize = 10

export function readClientsSearch(raw: RawSearch): ClientsSearch {
  return {
    name: readText(raw.name),
    page: readWhole(raw.page, 1),
    size: readWhole(raw.size, 1, 1000),
    client: readWhole(raw.client, 1),
  }
}
