// Summary (RFCE) of a consumer receipt under RD$ 250,000. DGII gets the summary, and the gym keeps the signed receipt.
import { namedBuyerThresholdCents } from './consistency.ts'
import { type ElectronicReceipt, getReceiptType } from './document.ts'
import { listElements, parseXml, type XmlElement } from './parse-xml.ts'
import { documentSchemas, type ElementRule } from './schema.ts'
import { getSecurityCode } from './signature.ts'
import { formatValidDocument } from './validate-document.ts'
import { makeField, makeGroup } from './xml.ts'

/** True if DGII gets a summary instead of the receipt. */
export const isSentAsSummary = (receipt: ElectronicReceipt): boolean =>
  getReceiptType(receipt) === '32' && BigInt(receipt.totals.total.replace('.', '')) < namedBuyerThresholdCents

/** Unsigned XML, made of the signed receipt's fields. Throws InvalidDocumentError for receipts that are sent whole. */
export function makeSummaryXml(signedXml: string): string {
  const root = parseXml(signedXml)
  const [header] = root ? listElements(root, 'Encabezado') : []
  const code: XmlElement = { tag: 'CodigoSeguridadeCF', attributes: {}, text: getSecurityCode(signedXml), children: [] }
  const summary = { tag: 'RFCE', children: header ? [{ ...header, children: [...header.children, code] }] : [] }
  return formatValidDocument(copyFields({ attributes: {}, text: '', ...summary }, documentSchemas.RFCE))
}

/** Copies an element with those of its children that the rule knows. */
function copyFields({ tag, text, children }: XmlElement, rule: ElementRule | undefined): XmlElement | null {
  if (!rule || !('children' in rule)) return makeField(tag, text)
  const known = (rule.children ?? []).map((child) => ({
    child,
    found: children.filter((each) => each.tag === child.tag),
  }))
  return makeGroup(tag, ...known.flatMap(({ child, found }) => found.map((each) => copyFields(each, child))))
}
