import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { SearchField } from './SearchField.tsx'

let searched: string[] = []

function Field({ initial = '' }: { initial?: string }) {
  const [value, setValue] = useState(initial)
  const search = (next: string) => {
    searched.push(next)
    setValue(next.trim())
  }
  return <SearchField label="Buscar clientes" value={value} onChange={search} />
}

const field = () => screen.findByRole('textbox', { name: 'Buscar clientes' })

test('SearchField: searches once, when the person stops typing', async () => {
  searched = []
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), 'ana')
  await waitFor(() => expect(searched).toEqual(['ana']))
})

test('SearchField: Enter searches at once, and a trailing space stays in the field', async () => {
  searched = []
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), 'ana {Enter}')
  expect(searched.at(-1)).toBe('ana ')
  expect(await field()).toHaveProperty('value', 'ana ')
})

test('SearchField: pressing a hotkey or leaving the field searches at once', async () => {
  searched = []
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), 'ana')
  await hand.keyboard('{Alt}')
  expect(searched.at(-1)).toBe('ana')
  await hand.type(await field(), 'b')
  await hand.tab()
  expect(searched.at(-1)).toBe('anab')
})

test('SearchField: Escape or the clear button empties the field', async () => {
  searched = []
  const hand = renderAtPath(<Field initial="ana" />)
  await hand.click(await field())
  await hand.keyboard('{Escape}')
  expect(searched.at(-1)).toBe('')
  await hand.type(await field(), 'luis{Enter}')
  await hand.click(screen.getByRole('button', { name: 'Borrar búsqueda' }))
  expect(searched.at(-1)).toBe('')
  expect(document.activeElement).toBe(await field())
})
