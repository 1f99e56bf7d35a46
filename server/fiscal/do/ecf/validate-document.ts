// Compares an XML document with the schema, then its values with each other.
import { findInconsistentFields } from './consistency.ts'
import { findElementText, parseXml, type XmlElement } from './parse-xml.ts'
import { documentSchemas, type ElementRule, type GroupRule, getElementPresence, type LeafRule } from './schema.ts'
import { formatXml } from './xml.ts'

export interface SchemaViolation {
  /** Path of tags, such as `ECF/DetallesItems/Item[2]/NombreItem`. */
  path: string
  problem:
    | 'not XML'
    | 'unknown'
    | 'not allowed'
    | 'missing'
    | 'out of order'
    | 'too many'
    | 'empty'
    | 'too long'
    | 'wrong form'
    | 'text between tags'
    | 'inconsistent'
}

export class InvalidDocumentError extends Error {
  readonly violations: SchemaViolation[]

  constructor(violations: SchemaViolation[]) {
    super(violations.map(({ path, problem }) => `${path}: ${problem}`).join('; '))
    this.violations = violations
  }
}

const notXml: SchemaViolation = { path: '', problem: 'not XML' }

/** Empty if the document keeps to the format. The signature may be missing, and is not verified. */
export function listViolations(xml: string): SchemaViolation[] {
  const root = parseXml(xml)
  return root ? listElementViolations(root) : [notXml]
}

export function listElementViolations(root: XmlElement): SchemaViolation[] {
  const schema = documentSchemas[root.tag]
  if (!schema) return [{ path: root.tag, problem: 'unknown' }]
  const type = findElementText(root, 'Encabezado/IdDoc/TipoeCF') ?? ''
  const violations = checkGroup(root, schema, { path: root.tag, type })
  if (violations.length > 0) return violations
  return findInconsistentFields(root).map((path) => ({ path: `${root.tag}/${path}`, problem: 'inconsistent' }))
}

/** Checks the document and returns its XML. Throws InvalidDocumentError if it does not keep to the format. */
export function formatValidDocument(root: XmlElement | null): string {
  const violations = root ? listElementViolations(root) : [notXml]
  if (violations.length > 0) throw new InvalidDocumentError(violations)
  return formatXml(root)
}

interface Place {
  path: string
  type: string
}

function checkGroup({ text, children }: XmlElement, rule: GroupRule, { path, type }: Place): SchemaViolation[] {
  if (!rule.children) return []
  if (children.length === 0) return [{ path, problem: 'empty' }]
  const violations: SchemaViolation[] = text === '' ? [] : [{ path, problem: 'text between tags' }]
  const counts = new Map<string, number>()
  let reached = 0
  for (const child of children) {
    const count = (counts.get(child.tag) ?? 0) + 1
    counts.set(child.tag, count)
    const index = rule.children.findIndex(({ tag }) => tag === child.tag)
    const childRule = rule.children[index]
    const place = { path: `${path}/${child.tag}${count > 1 ? `[${count}]` : ''}`, type }
    if (!childRule) violations.push({ path: place.path, problem: 'unknown' })
    else if (getElementPresence(childRule, type) === '-') violations.push({ path: place.path, problem: 'not allowed' })
    else {
      if (index < reached) violations.push({ path: place.path, problem: 'out of order' })
      if (count > childRule.maxCount) violations.push({ path: place.path, problem: 'too many' })
      reached = Math.max(reached, index)
      violations.push(...checkElement(child, childRule, place))
    }
  }
  const missing = rule.children.filter((each) => getElementPresence(each, type) === 'R' && !counts.has(each.tag))
  return [...violations, ...missing.map(({ tag }): SchemaViolation => ({ path: `${path}/${tag}`, problem: 'missing' }))]
}

const checkElement = (element: XmlElement, rule: ElementRule, place: Place): SchemaViolation[] =>
  'children' in rule ? checkGroup(element, rule, place) : checkLeaf(element, rule, place)

function checkLeaf({ text, children }: XmlElement, rule: LeafRule, { path }: Place): SchemaViolation[] {
  if (children[0]) return [{ path: `${path}/${children[0].tag}`, problem: 'unknown' }]
  if (text.trim() === '') return [{ path, problem: 'empty' }]
  if (text.length > rule.maxLength) return [{ path, problem: 'too long' }]
  return rule.hasValidForm(text) ? [] : [{ path, problem: 'wrong form' }]
}
