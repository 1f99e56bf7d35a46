import { readSocialLinks } from '@torniquete/contract/shared/schemas.ts'
import { toSafeUrl } from './contact-links.ts'

export interface LinkRow {
  key: number
  name: string
  address: string
  /** Address stored on the server. An unchanged one is accepted even if it is invalid. */
  stored?: string
}

export const parseLinkRows = (stored: string | null | undefined): LinkRow[] =>
  Object.entries(readSocialLinks(stored)).map(([name, address], key) => ({ key, name, address, stored: address }))

export const isBadLink = ({ address, stored }: LinkRow): boolean =>
  address !== '' && address !== stored && toSafeUrl(address) === null

function linkOf(row: LinkRow): { name: string; address: string } | null {
  const address = row.address === row.stored ? row.address : toSafeUrl(row.address)
  if (!address) return null
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return { name: row.name.trim() || host || address, address }
}

/** Returns `Instagram`, or `Instagram 2` if another link already has that name. */
function freeName(name: string, taken: Record<string, string>): string {
  let free = name
  for (let number = 2; Object.hasOwn(taken, free); number++) free = `${name} ${number}`
  return free
}

/** Omits rows without an address and names unnamed links after their host. Duplicate names get a number. */
export function toLinkRecord(rows: readonly LinkRow[]): Record<string, string> {
  const links: Record<string, string> = {}
  for (const row of rows) {
    const link = linkOf(row)
    if (link) links[freeName(link.name, links)] = link.address
  }
  return links
}

/** Shows links on one line: `Instagram: https://…, X: https://…`. */
export const formatLinks = (links: Record<string, string>): string =>
  Object.entries(links)
    .map(([name, address]) => `${name}: ${address}`)
    .join(', ')

export const badLinkText = 'Debe ser una dirección web válida'

export const findLinkErrors = (rows: readonly LinkRow[]): Record<string, string> =>
  rows.some(isBadLink) ? { links: badLinkText } : {}

export function serializeLinkRows(rows: readonly LinkRow[]): string | null {
  const links = toLinkRecord(rows)
  return Object.keys(links).length > 0 ? JSON.stringify(links) : null
}

export const formatLinkRows = (rows: readonly LinkRow[]): string => formatLinks(toLinkRecord(rows))
