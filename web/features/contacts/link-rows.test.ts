import { expect, test } from 'vitest'
import { badLinkText, findLinkErrors, parseLinkRows, toLinkRecord } from './link-rows.ts'

const typed = (...rows: [name: string, address: string][]) =>
  rows.map(([name, address], key) => ({ key, name, address }))

test.each([
  [typed(['Instagram', 'instagram.com/ana']), { Instagram: 'https://instagram.com/ana' }],
  [
    typed(['', 'https://x.com/ana'], ['', 'https://x.com/gym']),
    { 'x.com': 'https://x.com/ana', 'x.com 2': 'https://x.com/gym' },
  ],
  [typed(['Web', 'https://a.do/'], ['Web', 'https://b.do/']), { Web: 'https://a.do/', 'Web 2': 'https://b.do/' }],
  [typed(['Web', ''], ['', '']), {}],
])('link rows: converting %o never overwrites another link', (rows, links) => {
  expect(toLinkRecord(rows)).toEqual(links)
})

test('link rows: stored invalid values may stay, while typed values must be addresses', () => {
  const rows = parseLinkRows(JSON.stringify({ Instagram: '@ana', Web: 'http://ana.do' }))
  expect(findLinkErrors(rows)).toEqual({})
  expect(toLinkRecord(rows)).toEqual({ Instagram: '@ana', Web: 'http://ana.do' })
  const bad = { links: badLinkText }
  expect(findLinkErrors(rows.map((row) => ({ ...row, address: `${row.address}!!` })))).toEqual(bad)
  expect(findLinkErrors(typed(['Malo', 'javascript:alert(1)']))).toEqual(bad)
})
