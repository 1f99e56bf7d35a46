import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeReceipt, makeReceiptArbitrary } from '../../../testing/electronic-receipts.ts'
import { canonicalizeXml } from './canonical-xml.ts'
import { makeReceiptXml } from './document.ts'
import { addXmlDeclaration } from './xml.ts'

test('canonical XML: receipts are canonical when they are made', () => {
  fc.assert(
    fc.property(makeReceiptArbitrary('E32'), (receipt) => {
      const xml = makeReceiptXml(receipt)
      expect(addXmlDeclaration(canonicalizeXml(xml).text)).toBe(xml)
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['empty tags get an end tag', '<a><b/></a>', '<a><b></b></a>'],
  [
    'declaration, comments and blanks between tags are dropped',
    '<?xml version="1.0"?>\n<a>\n <b>x</b> <!--c-->\n</a>\n',
    '<a><b>x</b></a>',
  ],
  [
    'attributes are sorted, namespaces first',
    `<a z='1' b="&quot;" xmlns:x="u" xmlns="v"/>`,
    '<a xmlns="v" xmlns:x="u" b="&quot;" z="1"></a>',
  ],
  [
    'namespaces are not repeated',
    '<a xmlns="v"><b xmlns="v"/><b xmlns="w"/></a>',
    '<a xmlns="v"><b></b><b xmlns="w"></b></a>',
  ],
  [
    'prefixed attributes are sorted by namespace, after those without a prefix',
    '<x:a xmlns:y="u" xmlns:x="v" x:a="1" y:b="2" c="3" xmlns="w"><y:b/></x:a>',
    '<x:a xmlns="w" xmlns:x="v" xmlns:y="u" c="3" y:b="2" x:a="1"><y:b></y:b></x:a>',
  ],
  ['entities and CDATA become text', '<a>&#65;&apos;&#13;<![CDATA[<&>]]></a>', "<a>A'&#xD;&lt;&amp;&gt;</a>"],
])('canonical XML: %s', (_, xml, canonical) => {
  expect(canonicalizeXml(xml).text).toBe(canonical)
})

test.each(['<a>', '<x:a/>', '<a x:b="1"/>', '<a xml:lang="es"/>', '<!DOCTYPE a []><a/>', '<?a b?><a/>', ''])(
  'canonical XML: %s is refused',
  (xml) => {
    expect(() => canonicalizeXml(xml)).toThrow('cannot be signed')
  },
)

test('canonical XML: deeply nested tags are refused', () => {
  const nest = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
  expect(canonicalizeXml(nest(100)).text).toBe(nest(100))
  expect(() => canonicalizeXml(nest(101))).toThrow('too deep')
})

test('canonical XML: more namespaces than a document needs are refused', () => {
  const declare = (count: number) => Array.from({ length: count }, (_, index) => ` xmlns:n${index}="u"`).join('')
  expect(canonicalizeXml(`<a${declare(20)}/>`).namespaces).toHaveLength(20)
  expect(() => canonicalizeXml(`<a${declare(21)}/>`)).toThrow('too many namespaces')
})

test('canonical XML: lists the namespaces of the root', () => {
  expect(canonicalizeXml('<a xmlns:x="u"><b xmlns:y="v"/></a>').namespaces).toEqual(['xmlns:x="u"'])
  expect(canonicalizeXml(makeReceiptXml(makeReceipt())).namespaces).toEqual([])
})
