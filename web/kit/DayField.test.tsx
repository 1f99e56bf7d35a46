import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { DayField } from './DayField.tsx'

let chosen: string | null = null

function Field({ latest, birth }: { latest?: string; birth?: boolean }) {
  const [value, setValue] = useState<string | null>(null)
  chosen = value
  return (
    <DayField label="Fecha" value={value} onChange={setValue} {...(latest ? { latest } : {})} birth={birth ?? false} />
  )
}

const field = () => screen.findByRole('textbox', { name: 'Fecha' })

test.each([
  ['1/2/2026', '2026-02-01'],
  ['01-02-2026', '2026-02-01'],
  ['1/2/26', '2026-02-01'],
  ['29/2/2028', '2028-02-29'],
])('DayField: the text %s is read as the day %s', async (typed, day) => {
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), typed)
  await hand.tab()
  expect(chosen).toBe(day)
})

test.each(['31/02/2026', '29/2/2027', '1/13/2026', 'ayer'])(
  'DayField: the text %s is invalid and stays as typed',
  async (typed) => {
    const hand = renderAtPath(<Field />)
    await hand.type(await field(), typed)
    await hand.tab()
    expect(chosen).toBe(typed)
    expect(await field()).toHaveProperty('value', typed)
  },
)

test('DayField: shows two digits for day and month after it loses focus', async () => {
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), '1/2/2026')
  await hand.tab()
  expect(await field()).toHaveProperty('value', '01/02/2026')
})

test('DayField: a birth year typed with two digits is in the past', async () => {
  const hand = renderAtPath(<Field birth latest="2026-11-28" />)
  await hand.type(await field(), '3/5/87')
  await hand.tab()
  expect(chosen).toBe('1987-05-03')
})

test('DayField: Alt + arrow down opens the calendar, and Escape returns the focus to the field', async () => {
  const hand = renderAtPath(<Field />)
  await hand.click(await field())
  await hand.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(await screen.findByRole('dialog', { name: 'Calendario' })).toBeTruthy()
  await hand.keyboard('{Escape}')
  const input = await field()
  // Mantine returns the focus after the key's event.
  await waitFor(() => expect(document.activeElement).toBe(input))
})
