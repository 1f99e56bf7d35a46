import { safeLink } from './contact-links.ts'

/** One named link while it is edited. */
export interface LinkRow {
  key: number
  name: string
  address: string
}

export function rowsOfLinks(links: Record<string, string>): LinkRow[] {
  return Object.entries(links).map(([name, address], key) => ({ key, name, address }))
}

/** Links by name; rows without an address are left out, unnamed ones take their host's name. */
export function linksOfRows(rows: readonly LinkRow[]): Record<string, string> {
  const links: Record<string, string> = {}
  for (const { name, address } of rows) {
    const href = safeLink(address)
    if (href) links[name.trim() || new URL(href).hostname || address] = href
  }
  return links
}

/** Whether some address may not be opened. */
export const hasBadLink = (rows: readonly LinkRow[]) => rows.some(({ address }) => address && !safeLink(address))
