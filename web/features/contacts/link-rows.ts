import { parseSocialLinks } from '@torniquete/contract/shared/schemas.ts'
import { toSafeUrl } from './contact-links.ts'

export interface SocialLinkRow {
  key: number
  name: string
  address: string
  /** Address stored on the server. An unchanged one is accepted even if it is invalid. */
  stored?: string
}

export const parseSocialLinkRows = (stored: string | null | undefined): SocialLinkRow[] =>
  Object.entries(parseSocialLinks(stored)).map(([name, address], key) => ({ key, name, address, stored: address }))

export const isInvalidSocialLink = ({ address, stored }: SocialLinkRow): boolean =>
  address !== '' && address !== stored && toSafeUrl(address) === null

function linkOf(row: SocialLinkRow): { name: string; address: string } | null {
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
export function toSocialLinkRecord(rows: readonly SocialLinkRow[]): Record<string, string> {
  const links: Record<string, string> = {}
  for (const row of rows) {
    const link = linkOf(row)
    if (link) links[freeName(link.name, links)] = link.address
  }
  return links
}

/** Shows links on one line: `Instagram: https://…, X: https://…`. */
export const formatSocialLinks = (links: Record<string, string>): string =>
  Object.entries(links)
    .map(([name, address]) => `${name}: ${address}`)
    .join(', ')

export const invalidSocialLinkText = 'Debe ser una dirección web válida'

export const findSocialLinkErrors = (rows: readonly SocialLinkRow[]): Record<string, string> =>
  rows.some(isInvalidSocialLink) ? { links: invalidSocialLinkText } : {}

export function serializeSocialLinkRows(rows: readonly SocialLinkRow[]): string | null {
  const links = toSocialLinkRecord(rows)
  return Object.keys(links).length > 0 ? JSON.stringify(links) : null
}

export const formatSocialLinkRows = (rows: readonly SocialLinkRow[]): string =>
  formatSocialLinks(toSocialLinkRecord(rows))
