const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Between tags, or in an attribute in double quotes. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** What `escapeXml` wrote. */
export const unescapeXml = (text: string): string =>
  text.replace(/&\w+;/g, (entity) => Object.keys(entities).find((sign) => entities[sign] === entity) ?? entity)
