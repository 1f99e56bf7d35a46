import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProductCards } from './ProductsTab.tsx'

const empty = 'No hay productos'

function drawCards(isPending: boolean, isPlaceholderData: boolean): string {
  const query = { isPending, isPlaceholderData, error: null, refetch: () => undefined }
  const rows = isPending ? undefined : []
  const actions = { onEdit: () => undefined, onDelete: () => undefined }
  const cards = createElement(ProductCards, { rows, query, empty, ...actions })
  return renderToStaticMarkup(createElement(MantineProvider, null, cards))
}

test.each([
  ['of the first page', true, false],
  ['of a search after one that found nothing', false, true],
])('product cards: loading %s is announced once, instead of an empty list', (_, ...state) => {
  const drawn = drawCards(...state)
  expect(drawn.match(/Cargando…/g)).toHaveLength(1)
  expect(drawn).toMatch(/role="status".*Cargando…/s)
  expect(drawn).not.toContain(empty)
})

test('product cards: an empty answer shows that there are no products', () => {
  const drawn = drawCards(false, false)
  expect(drawn).toContain(empty)
  expect(drawn).not.toContain('Cargando…')
})
