import { expect, test } from 'vitest'
import { findSocialLinkErrors, invalidSocialLinkText, parseSocialLinkRows, toSocialLinkRecord } from './link-rows.ts'

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
  expect(toSocialLinkRecord(rows)).toEqual(links)
})

test('link rows: stored invalid values may stay, while typed values must be addresses', () => {
  const rows = parseSocialLinkRows(JSON.stringify({ Instagram: '@ana', Web: 'http://ana.do' }))
  expect(findSocialLinkErrors(rows)).toEqual({})
  expect(toSocialLinkRecord(rows)).toEqual({ Instagram: '@ana', Web: 'http://ana.do' })
  const bad = { links: invalidSocialLinkText }
  expect(findSocialLinkErrors(rows.map((row) => ({ ...row, address: `${row.address}!!` })))).toEqual(bad)
  expect(findSocialLinkErrors(typed(['Malo', 'javascript:alert(1)']))).toEqual(bad)
})
