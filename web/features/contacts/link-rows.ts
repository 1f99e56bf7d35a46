import { readSocialLinks } from '@torniquete/contract/shared/schemas.ts'

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
  address !== '' && address !== stored && findSafeLink(address) === null

function linkOf(row: LinkRow): { name: string; address: string } | null {
  const address = row.address === row.stored ? row.address : findSafeLink(row.address)
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

export interface ContactLink {
  label: string
  href: string
}

const openable = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Returns the URL if it may be opened (http(s), mailto, tel), otherwise null. A missing scheme is taken as https. */
export function findSafeLink(address: string): string | null {
  const trimmed = address.trim()
  const withScheme = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(trimmed) ? `https://${trimmed}` : trimmed
  try {
    const url = new URL(withScheme)
    return openable.has(url.protocol) ? url.href : null
  } catch {
    return null
  }
}

interface ContactSource {
  email?: string | null
  phone?: string | null
  social?: Record<string, string>
}

export function listContactLinks({ email, phone, social = {} }: ContactSource): ContactLink[] {
  const links: ContactLink[] = []
  if (email) links.push({ label: 'Correo', href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` })
  if (phone) links.push({ label: 'Teléfono', href: `tel:${phone.replace(/[^\d+*#,;]/g, '')}` })
  for (const [label, address] of Object.entries(social)) {
    const href = findSafeLink(address)
    if (href) links.push({ label, href })
  }
  return links
}
