import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/render.tsx'
import { toast } from './toast.ts'

const tell = (what: () => void) => act(async () => what())

test('Toaster: a success is a status, a failure an alert', async () => {
  show(<p>página</p>)
  await screen.findByText('página')
  await tell(() => toast.success('Guardado'))
  expect(screen.getByRole('status').textContent).toContain('Guardado')
  await tell(() => toast.failure('Sin conexión', 'Inténtalo de nuevo'))
  expect(screen.getByRole('alert').textContent).toContain('Sin conexiónInténtalo de nuevo')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('Toaster: Escape closes a failure, and F8 moves the focus to its buttons', async () => {
  const hand = show(<input aria-label="Campo" />)
  const field = await screen.findByRole('textbox', { name: 'Campo' })
  field.focus()
  await tell(() => toast.failure('Sin conexión'))
  await hand.keyboard('{F8}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cerrar aviso' }))
  await hand.keyboard('{Escape}')
  expect(screen.queryByText('Sin conexión')).toBeNull()
})

test('Toaster: the button runs its action once and closes the toast', async () => {
  const run = vi.fn()
  const hand = show(<p>página</p>)
  await screen.findByText('página')
  await tell(() => toast.success('Cliente eliminado', null, { label: 'Deshacer', run }))
  await hand.click(screen.getByRole('button', { name: 'Deshacer' }))
  expect(run).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Cliente eliminado')).toBeNull()
})

test('Toaster: the shortcut of its action works from any field', async () => {
  const run = vi.fn()
  const hand = show(<input aria-label="Campo" />)
  await screen.findByRole('textbox', { name: 'Campo' })
  await tell(() => toast.success('Venta realizada', null, { label: 'Imprimir', keys: 'alt+F', run }))
  await hand.keyboard('{Alt>}f{/Alt}')
  expect(run).toHaveBeenCalledTimes(1)
})
