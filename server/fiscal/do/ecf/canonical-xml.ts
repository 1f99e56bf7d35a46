// Canonical XML 1.0, without comments (https://www.w3.org/TR/2001/REC-xml-c14n-20010315), for documents without
// prefixed names: receipts have none, and DGII's seed has only unused declarations of prefixes.
import { SaxesParser } from 'saxes'

export interface CanonicalXml {
  text: string
  /** Namespace declarations of the root element as they stand in `text`, such as `xmlns:xsi="…"`. */
  namespaces: string[]
}

const textEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' }
const valueEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}
const escapeText = (text: string) => text.replace(/[&<>\r]/g, (character) => textEscapes[character] ?? '')
const escapeValue = (value: string) => value.replace(/[&<"\t\n\r]/g, (character) => valueEscapes[character] ?? '')

const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:')

/** Also drops blanks between tags. Throws if the text is not well-formed or has prefixed names. */
export function canonicalizeXml(xml: string): CanonicalXml {
  const parts: string[] = []
  const scopes: Record<string, string>[] = [{}]
  let namespaces: string[] | undefined
  const refuse = (reason: string) => {
    throw new Error(`cannot be signed: ${reason}`)
  }
  const parser = new SaxesParser()
  parser.on('error', ({ message }) => refuse(message))
  parser.on('doctype', () => refuse('document type'))
  parser.on('processinginstruction', () => refuse('processing instruction'))
  parser.on('opentag', ({ name, attributes }) => {
    const scope = { ...scopes.at(-1) }
    const declarations: string[] = []
    const others: string[] = []
    for (const [attribute, value] of Object.entries(attributes).sort(compareNames)) {
      const written = `${attribute}="${escapeValue(value)}"`
      if (!isDeclaration(attribute)) others.push(written)
      else if ((scope[attribute] ?? '') !== value) declarations.push(written)
      if (isDeclaration(attribute)) scope[attribute] = value
      else if (attribute.includes(':')) refuse('prefixed attribute')
    }
    if (name.includes(':')) refuse('prefixed element')
    namespaces ??= declarations
    scopes.push(scope)
    parts.push(`<${[name, ...declarations, ...others].join(' ')}>`)
  })
  parser.on('closetag', ({ name }) => {
    scopes.pop()
    parts.push(`</${name}>`)
  })
  parser.on('text', (text) => {
    if (scopes.length > 1) parts.push(escapeText(text))
  })
  parser.on('cdata', (text) => parts.push(escapeText(text)))
  parser.write(dropBlanks(xml)).close()
  return { text: parts.join(''), namespaces: namespaces ?? [] }
}

const dropBlanks = (xml: string): string =>
  xml
    .replace(/^\ufeff/, '')
    .replace(/>\s+</g, '><')
    .trim()

const compareNames = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : 1)
