export interface LabeledContactLink {
  label: string
  href: string
}

const openable = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Returns the URL if it may be opened (http(s), mailto, tel), otherwise null. A missing scheme is taken as https. */
export function toSafeUrl(address: string): string | null {
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

export function listContactLinks({ email, phone, social = {} }: ContactSource): LabeledContactLink[] {
  const links: LabeledContactLink[] = []
  if (email) links.push({ label: 'Correo', href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` })
  if (phone) links.push({ label: 'Teléfono', href: `tel:${phone.replace(/[^\d+*#,;]/g, '')}` })
  for (const [label, address] of Object.entries(social)) {
    const href = toSafeUrl(address)
    if (href) links.push({ label, href })
  }
  return links
}
