import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeReceipt, randomReceipts } from '../../../testing/electronic-receipts.ts'
import { canonicalizeXml } from './canonical-xml.ts'
import { makeReceiptXml } from './document.ts'
import { makeXml } from './xml.ts'

test('canonical XML: receipts are canonical when they are made', () => {
  fc.assert(
    fc.property(randomReceipts('E32'), (receipt) => {
      const xml = makeReceiptXml(receipt)
      expect(makeXml(canonicalizeXml(xml).text)).toBe(xml)
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
  ['entities and CDATA become text', '<a>&#65;&apos;&#13;<![CDATA[<&>]]></a>', "<a>A'&#xD;&lt;&amp;&gt;</a>"],
])('canonical XML: %s', (_, xml, canonical) => {
  expect(canonicalizeXml(xml).text).toBe(canonical)
})

test.each(['<a>', '<x:a xmlns:x="u"/>', '<a xmlns:x="u" x:b="1"/>', '<!DOCTYPE a []><a/>', ''])(
  'canonical XML: %s is refused',
  (xml) => {
    expect(() => canonicalizeXml(xml)).toThrow('cannot be signed')
  },
)

test('canonical XML: lists the namespaces of the root', () => {
  expect(canonicalizeXml('<a xmlns:x="u"><b xmlns:y="v"/></a>').namespaces).toEqual(['xmlns:x="u"'])
  expect(canonicalizeXml(makeReceiptXml(makeReceipt())).namespaces).toEqual([])
})
