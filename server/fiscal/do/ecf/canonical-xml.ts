// Canonical XML 1.0, without comments (https://www.w3.org/TR/2001/REC-xml-c14n-20010315), of whole documents.
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

/** Declarations of an element and its ancestors, by name. */
type Scope = Record<string, string>

/** Limits of hostile documents; receipts have six levels and at most two namespaces. */
const maxDepth = 100
const maxNamespaces = 20

/** Blanks between tags are dropped too, as DGII does. Throws if the text is not well-formed XML. */
export function canonicalizeXml(xml: string): CanonicalXml {
  const parts: string[] = []
  const scopes: Scope[] = [{}]
  let namespaces: string[] | undefined
  const refuse = (reason: string): never => {
    throw new Error(`cannot be signed: ${reason}`)
  }
  const parser = new SaxesParser()
  parser.on('error', ({ message }) => refuse(message))
  parser.on('doctype', () => refuse('document type'))
  parser.on('processinginstruction', () => refuse('processing instruction'))
  parser.on('opentag', ({ name, attributes }) => {
    const outer = scopes.at(-1) ?? {}
    const tag = writeTag(name, attributes, outer) ?? refuse('unknown prefix')
    namespaces ??= tag.declarations
    scopes.push(tag.scope)
    if (scopes.length > maxDepth + 1) refuse('too deep')
    if (Object.keys(tag.scope).length > maxNamespaces) refuse('too many namespaces')
    parts.push(tag.text)
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

/** Null if a prefix is not declared. */
function writeTag(name: string, attributes: Record<string, string>, outer: Scope) {
  const names = Object.keys(attributes)
  if (names.length === 0 && !name.includes(':')) return { text: `<${name}>`, scope: outer, declarations: [] }
  const declared = Object.entries(attributes).filter(([each]) => isDeclaration(each))
  const scope = declared.length > 0 ? { ...outer, ...Object.fromEntries(declared) } : outer
  const write = (attribute: string) => `${attribute}="${escapeValue(attributes[attribute] ?? '')}"`
  const isNew = (attribute: string) => isDeclaration(attribute) && (outer[attribute] ?? '') !== attributes[attribute]
  const declarations = names.filter(isNew).sort().map(write)
  const others = names
    .filter((each) => !isDeclaration(each))
    .map((each) => ({ text: write(each), key: getSortKey(each, scope) ?? '' }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
  if (getSortKey(name, scope) === null || others.some(({ key }) => key === '')) return null
  return { text: `<${[name, ...declarations, ...others.map(({ text }) => text)].join(' ')}>`, scope, declarations }
}

/** Namespace and name, by which attributes are sorted; null if the prefix is not declared. */
function getSortKey(name: string, scope: Scope): string | null {
  const [local = '', prefix] = name.split(':').reverse()
  if (prefix === undefined) return `\n${local}`
  const namespace = scope[`xmlns:${prefix}`]
  return namespace === undefined ? null : `${namespace}\n${local}`
}
