import { screen, waitFor } from '@testing-library/react'
import { containsWords } from '@torniquete/contract/shared/text-matching.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { ChoiceField } from './ChoiceField.tsx'

const clients = ['Ana Brújula', 'Ana Peña', 'Luis Terrero', 'Zoila Ceballos'].map((name, id) => ({ id, name }))
let picked: string | null = null

/** With `late`, the rows of a search arrive only when the button 'contestar' is pressed. */
function Field({ late = false }: { late?: boolean }) {
  const [question, setQuestion] = useState('')
  const [answered, setAnswered] = useState('')
  const [value, setValue] = useState<(typeof clients)[number] | null>(null)
  picked = value?.name ?? null
  const asked = late ? answered : question
  const rows = clients.filter(({ name }) => containsWords(name, asked))
  return (
    <>
      <ChoiceField
        label="Cliente"
        listLabel="Clientes"
        nothingFound="Nadie se llama así"
        clearLabel="Quitar cliente"
        choices={{ question: asked, rows, stale: asked !== question }}
        onAsk={setQuestion}
        value={value}
        onPick={setValue}
      />
      <button type="button" onClick={() => setAnswered(question)}>
        contestar
      </button>
    </>
  )
}

const field = () => screen.findByRole('combobox', { name: 'Cliente' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

test('ChoiceField: typed letters filter the list without accents, and Enter picks the first', async () => {
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), 'pena')
  await waitFor(() => expect(options()).toEqual(['Ana Peña']))
  await hand.keyboard('{Enter}')
  expect(picked).toBe('Ana Peña')
  expect(await field()).toHaveProperty('value', 'Ana Peña')
})

test('ChoiceField: if nothing matches, it shows a message and Enter picks nothing', async () => {
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), 'xyz')
  expect(await screen.findByText('Nadie se llama así')).toBeTruthy()
  await hand.keyboard('{Enter}')
  expect(picked).toBeNull()
})

test('ChoiceField: typing a letter or pressing the clear button clears the choice', async () => {
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), 'luis{Enter}')
  await waitFor(() => expect(picked).toBe('Luis Terrero'))
  await hand.type(await field(), 'x')
  expect(picked).toBeNull()
  await hand.clear(await field())
  await hand.type(await field(), 'zoila{Enter}')
  await waitFor(() => expect(picked).toBe('Zoila Ceballos'))
  await hand.click(screen.getByRole('button', { name: 'Quitar cliente' }))
  expect(picked).toBeNull()
})

test('ChoiceField: Enter before the options arrive picks the first option on arrival', async () => {
  const hand = renderAtPath(<Field late />)
  await hand.type(await field(), 'zoila{Enter}')
  expect(picked).toBeNull()
  await hand.click(screen.getByRole('button', { name: 'contestar' }))
  await waitFor(() => expect(picked).toBe('Zoila Ceballos'))
})

test('ChoiceField: Escape closes the list and keeps the text', async () => {
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), 'ana')
  await waitFor(() => expect(options()).toHaveLength(2))
  await hand.keyboard('{Escape}')
  await waitFor(() => expect(options()).toEqual([]))
  expect(await field()).toHaveProperty('value', 'ana')
})

test('ChoiceField: a long list shows the options around the chosen one', async () => {
  const rows = Array.from({ length: 200 }, (_, id) => ({ id, name: `Cliente ${id}` }))
  const hand = renderAtPath(
    <ChoiceField
      label="Cliente"
      listLabel="Clientes"
      nothingFound="Nadie se llama así"
      choices={{ question: '', rows, stale: false }}
      onAsk={() => undefined}
      value={rows[150] ?? null}
      onPick={() => undefined}
    />,
  )
  await hand.click(await field())
  expect(options()).toHaveLength(20)
  expect(options()).toContain('Cliente 150')
  expect(screen.getByText('Escribe para ver más')).toBeTruthy()
})
