import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { ListFilter, type ListFilterValues } from './ListFilter.tsx'

let asked: ListFilterValues[] = []

function Filter() {
  const [filter, setFilter] = useState<ListFilterValues>({})
  const search = (next: ListFilterValues) => {
    asked.push(next)
    setFilter(next)
  }
  return (
    <ListFilter label="Filtros" nameLabel="Nombre del cliente" filter={filter} today="2026-11-28" onSearch={search} />
  )
}

const name = () => screen.findByRole('textbox', { name: 'Nombre del cliente' })
const day = (label: string) => screen.findByRole('textbox', { name: label })

test('ListFilter: Enter applies the typed name, and omits days that are today', async () => {
  asked = []
  const hand = renderAtPath(<Filter />)
  await hand.type(await name(), ' ana {Enter}')
  expect(asked).toEqual([{ name: 'ana', start: undefined, end: undefined }])
})

test('ListFilter: the reset button restores today and an empty name', async () => {
  asked = []
  const hand = renderAtPath(<Filter />)
  expect(screen.queryByRole('button', { name: 'Restablecer' })).toBeNull()
  await hand.type(await name(), 'ana{Enter}')
  await hand.click(screen.getByRole('button', { name: 'Restablecer' }))
  expect(asked.at(-1)).toEqual({})
  expect(document.activeElement).toBe(await name())
  expect(screen.queryByRole('button', { name: 'Restablecer' })).toBeNull()
})

test('ListFilter: an invalid day is marked and not searched', async () => {
  asked = []
  const hand = renderAtPath(<Filter />)
  const start = await day('Fecha de inicio')
  await hand.clear(start)
  await hand.type(start, '31/02/2026{Enter}')
  expect(asked).toEqual([])
  expect(await screen.findByText('Fecha de inicio: Esa fecha no existe')).toBeTruthy()
})

test('ListFilter: shows that typed text has not been applied yet', async () => {
  asked = []
  const hand = renderAtPath(<Filter />)
  await hand.type(await name(), 'ana{Enter}')
  await hand.type(await name(), ' maría')
  expect(await screen.findByText(/La lista muestra todavía «ana»/)).toBeTruthy()
})
