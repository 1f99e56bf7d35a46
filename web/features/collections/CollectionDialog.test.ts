import type { DebtCollection } from '@torniquete/contract/till/debt-collections.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CollectionReceipt } from './CollectionDialog.tsx'
import { findVoidRefusal } from './collection-texts.ts'

const [ana, rosa] = [
  { id: 1, name: 'Ana Brújula' },
  { id: 2, name: 'Rosa' },
]
const part = { kind: 'payment', id: 5, number: 680, name: 'Trimestral', amount: '265.00', left: '2735.00' } as const
const sale = { kind: 'sale', id: 6, number: 12, name: null, amount: '35.00', left: '0.00' } as const
const collection: DebtCollection = {
  id: 1,
  number: 1,
  at: '2026-09-05T12:00:00Z',
  client: ana,
  user: rosa,
  amount: '300.00',
  left: '2735.00',
  documents: [sale, part],
  paid: [{ kind: { id: 1, name: 'Efectivo' }, amount: '300.00', received: null }],
  voided: null,
  returned: '0.00',
}

const linesOf = (drawn: Partial<DebtCollection>) => {
  const paper = { collection: { ...collection, ...drawn }, issuer: {}, zone: 'America/Santo_Domingo' }
  const markup = renderToStaticMarkup(createElement(CollectionReceipt, paper))
  const [, lines = ''] = /aria-label="Lo que se pagó">(.*?)<\/dl>/.exec(markup) ?? []
  return [lines.matchAll(/<dt>(.*?)<\/dt>/g), lines.matchAll(/<dd>(.*?)<\/dd>/g)].map((found) =>
    [...found].map(([, text = '']) => text.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')),
  )
}

test('collection receipt: each document shows the amount paid and what is still owed', () => {
  const names = ['Venta N.º 12', 'Trimestral N.º 680 (faltan $ 2,735.00)', 'Total']
  expect(linesOf({})).toEqual([names, ['$ 35.00', '$ 265.00', '$ 300.00']])
  expect(linesOf({ documents: [part] })[0]).toEqual(['Trimestral N.º 680', 'Total'])
  const voided = { at: '2026-09-05T13:00:00Z', reason: 'Otra', user: rosa }
  expect(linesOf({ voided })[0]).toEqual(['Venta N.º 12', 'Trimestral N.º 680', 'Total'])
})

test('collection receipt: states what was refunded with a voided document', () => {
  const stampOf = (drawn: Partial<DebtCollection>) => {
    const paper = { collection: { ...collection, ...drawn }, issuer: {}, zone: 'America/Santo_Domingo' }
    const markup = renderToStaticMarkup(createElement(CollectionReceipt, paper))
    return /<strong>(.*?)<\/strong><p>(.*?)<\/p>/.exec(markup)?.slice(1) ?? null
  }
  const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null
  expect([stampOf({}), findVoidRefusal(collection)]).toEqual([null, null])
  const voided = { ...sale, voided: true } as const
  const some = { documents: [voided, part] }
  const gone = 'Venta N.º 12 está anulada y lo que se pagó de ella ya se devolvió.'
  expect(stampOf(some)?.map(plain)).toEqual(['DEVUELTO EN PARTE', gone])
  expect(linesOf(some)[0]).toEqual(['Venta N.º 12 (anulada)', 'Trimestral N.º 680 (faltan $ 2,735.00)', 'Total'])
  expect(plain(findVoidRefusal({ ...collection, ...some }))).toBe(
    `Este cobro ya no se anula: ${gone} Para devolver el resto, anula también Trimestral N.º 680.`,
  )
  const both = { documents: [voided, { ...part, voided: true } as const] }
  expect(stampOf(both)?.map(plain)).toEqual([
    'DEVUELTO',
    'Venta N.º 12 y Trimestral N.º 680 están anuladas y lo que se pagó de ellas ya se devolvió.',
  ])
  const taken = { at: '2026-09-05T13:00:00Z', reason: 'Otra', user: rosa }
  expect(findVoidRefusal({ documents: [voided], voided: taken })).toBe('El cobro ya está anulado.')
  expect(stampOf({ ...some, voided: taken })?.[0]).toBe('ANULADO')
})

test('collection receipt: lines never break within an amount', () => {
  const markup = renderToStaticMarkup(
    createElement(CollectionReceipt, { collection, issuer: {}, zone: 'America/Santo_Domingo' }),
  )
  expect(markup).toMatch(/<span class="[^"]*number[^"]*">\$ 2,735\.00<\/span>/)
})
