import { screen } from '@testing-library/react'
import type { Product } from '@torniquete/contract/till/products.ts'
import { expect, test } from 'vitest'
import { renderAtPath, sentRequests, setFakeAnswers } from '../../testing/render.tsx'
import { ProductCheckbox, TaxClassBar } from './TaxClassBar.tsx'
import { useProductSelection } from './use-product-selection.ts'

const water = { id: 1, name: 'Agua' } as Product
const shake = { id: 2, name: 'Batido' } as Product
const rows = [water, shake]

function List() {
  const marking = useProductSelection()
  return (
    <>
      <TaxClassBar rows={rows} {...marking} />
      {rows.map((product) => (
        <ProductCheckbox key={product.id} product={product} {...marking} />
      ))}
    </>
  )
}

const changes = () => sentRequests.filter(({ method }) => method === 'PUT')

test('tax class of several products: the marked ones are changed and no longer marked', async () => {
  setFakeAnswers(({ method }) => (method === 'PUT' ? { json: { updated: 1 } } : undefined))
  const hand = renderAtPath(<List />)
  await hand.click(await screen.findByRole('checkbox', { name: 'Marcar Batido' }))
  await hand.selectOptions(screen.getByRole('combobox', { name: 'ITBIS de los marcados' }), '16 %')
  await hand.click(screen.getByRole('button', { name: 'Cambiar ITBIS (1)' }))
  expect(await screen.findByText('ITBIS cambiado en 1 producto')).toBeTruthy()
  expect(changes().map(({ path, body }) => [path, body])).toEqual([
    ['/v1/products/tax_class', { ids: [2], tax_class: '16' }],
  ])
  expect(await screen.findByRole('button', { name: 'Cambiar ITBIS (0)' })).toBeTruthy()
})

test('tax class of several products: one click marks the page, and another one unmarks it', async () => {
  const hand = renderAtPath(<List />)
  await hand.click(await screen.findByRole('button', { name: 'Marcar esta página (2)' }))
  expect(screen.getByRole('button', { name: 'Cambiar ITBIS (2)' })).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Desmarcar esta página' }))
  await hand.click(screen.getByRole('button', { name: 'Cambiar ITBIS (0)' }))
  expect(changes()).toEqual([])
})
