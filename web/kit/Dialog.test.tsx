import { TextInput } from '@mantine/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../testing/render.tsx'
import { Dialog } from './Dialog.tsx'
import { useRowFocus } from './use-row-focus.ts'

function PageWithDialog() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Abrir
      </button>
      {isOpen && (
        <Dialog title="Prueba" onClose={() => setIsOpen(false)}>
          <TextInput label="Nombre" data-autofocus />
        </Dialog>
      )}
    </>
  )
}

test('dialog: the marked field gets the focus, and the opener gets it back', async () => {
  const hand = show(<PageWithDialog />)
  const opener = await screen.findByRole('button', { name: 'Abrir' })
  opener.focus()
  // Checked before timers, because the next key may come at once.
  fireEvent.click(opener)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nombre' }))
  await hand.keyboard('Ana')
  expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveProperty('value', 'Ana')
  await hand.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

function Rows() {
  const [names, setNames] = useState(['Ana', 'Berto', 'Carla'])
  const list = useRef<HTMLUListElement>(null)
  const { onFocus } = useRowFocus(list)
  return (
    <ul ref={list} onFocus={onFocus}>
      {names.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => setNames(names.filter((each) => each !== name))}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

test('list: after a removal the next row gets the focus', async () => {
  const hand = show(<Rows />)
  const row = (name: string) => screen.findByRole('button', { name })
  await hand.click(await row('Berto'))
  await waitFor(async () => expect(document.activeElement).toBe(await row('Carla')))
  await hand.keyboard('{Enter}')
  await waitFor(async () => expect(document.activeElement).toBe(await row('Ana')))
})
