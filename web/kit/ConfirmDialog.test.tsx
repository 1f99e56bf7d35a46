import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

function open(props: { typed?: string; pending?: boolean } = {}) {
  const [onConfirm, onCancel] = [vi.fn(), vi.fn()]
  const hand = renderAtPath(
    <ConfirmDialog {...props} onConfirm={onConfirm} onCancel={onCancel}>
      ¿Eliminar a Ana?
    </ConfirmDialog>,
  )
  return { hand, onConfirm, onCancel }
}

test('ConfirmDialog: Enter presses the button that changes nothing', async () => {
  const { hand, onConfirm, onCancel } = open()
  await screen.findByText('¿Eliminar a Ana?')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Cancelar'))
  await hand.keyboard('{Enter}')
  expect(onCancel).toHaveBeenCalledTimes(1)
  expect(onConfirm).not.toHaveBeenCalled()
})

test('ConfirmDialog: the text to type is compared without outer spaces, and a mismatch is shown', async () => {
  const { hand, onConfirm } = open({ typed: 'Puerta principal' })
  const field = await screen.findByRole('textbox', { name: 'Escribe «Puerta principal» para confirmar' })
  await hand.type(field, 'puerta{Enter}')
  expect(await screen.findByText('No coincide')).toBeTruthy()
  expect(onConfirm).not.toHaveBeenCalled()
  await hand.clear(field)
  await hand.type(field, ' Puerta  principal {Enter}')
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

test('ConfirmDialog: all buttons are disabled while the confirmed action runs', async () => {
  const { hand, onConfirm, onCancel } = open({ pending: true })
  await hand.click(await screen.findByRole('button', { name: 'Eliminando' }))
  await hand.click(screen.getByRole('button', { name: 'Cancelar' }))
  await hand.keyboard('{Escape}')
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onCancel).not.toHaveBeenCalled()
})
