import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { toast } from './toast.ts'

const tell = (what: () => void) => act(async () => what())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const hand = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) })
/** Text of the shown toast, or null if there is no toast. */
const shown = () => (screen.queryByRole('status') ?? screen.queryByRole('alert'))?.textContent ?? null

beforeEach(async () => {
  renderAtPath(<input aria-label="Campo" />)
  await screen.findByRole('textbox', { name: 'Campo' })
  // Shows a first toast, with which the code of the region loads.
  toast.info('Cargado')
  await screen.findByRole('status')
  toast.close()
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('Toaster: a success has the ARIA role status, a failure the role alert', async () => {
  await tell(() => toast.success('Guardado'))
  expect(screen.getByRole('status').textContent).toContain('Guardado')
  await tell(() => toast.failure('Sin conexión', 'Inténtalo de nuevo'))
  await pass(10)
  expect(screen.getByRole('alert').textContent).toContain('Sin conexiónInténtalo de nuevo')
  expect(screen.queryByRole('status')).toBeNull()
})

test('Toaster: F8 moves the focus to the buttons of a failure, and Escape closes it', async () => {
  screen.getByRole('textbox').focus()
  await tell(() => toast.failure('Sin conexión'))
  await hand.keyboard('{F8}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cerrar aviso' }))
  await hand.keyboard('{Escape}')
  await pass(10)
  expect(shown()).toBeNull()
})

test('Toaster: pressing the toast’s button runs its action once and closes the toast', async () => {
  const run = vi.fn()
  await tell(() => toast.success('Cliente eliminado', null, { label: 'Deshacer', run }))
  await hand.dblClick(screen.getByRole('button', { name: 'Deshacer' }))
  await pass(10)
  expect(run).toHaveBeenCalledTimes(1)
  expect(shown()).toBeNull()
})

test('Toaster: the hotkey of a toast’s action works while a text field has focus', async () => {
  const run = vi.fn()
  screen.getByRole('textbox').focus()
  await tell(() => toast.success('Venta realizada', null, { label: 'Imprimir', keys: 'alt+F', run }))
  await hand.keyboard('{Alt>}f{/Alt}')
  expect(run).toHaveBeenCalledTimes(1)
})

test('toast: a new toast replaces the shown one at once, even one that shows a failure', async () => {
  await tell(() => toast.failure('Sin conexión'))
  await pass(60_000)
  expect(shown()).toBe('Sin conexión')
  await tell(() => {
    toast.failure('Ningún producto con el código 1')
    toast.success('Guardado')
  })
  expect(shown()).toBe('Guardado')
  await pass(4010)
  expect(shown()).toBeNull()
})

test('toast: leaving the screen closes a failure but not a notice', async () => {
  await tell(() => {
    toast.failure('Sin conexión')
    toast.leave()
  })
  await pass(10)
  expect(shown()).toBeNull()
  await tell(() => {
    toast.info('Borrador recuperado')
    toast.leave()
  })
  expect(shown()).toBe('Borrador recuperado')
})

test('toast: a refused scan closes by itself after 12 seconds', async () => {
  await tell(() => toast.refusal('Ningún producto con el código 1'))
  await pass(11_000)
  expect(shown()).toBe('Ningún producto con el código 1')
  await pass(1010)
  expect(shown()).toBeNull()
})

test('toast: the end of the session closes toasts with actions, but not general ones', async () => {
  const action = { label: 'Anotar motivo', run: () => undefined }
  await tell(() => {
    toast.success('Puerta abierta', null, action)
    toast.endSession()
  })
  await pass(10)
  expect(shown()).toBeNull()
  await tell(() => {
    toast.failure('Sesión terminada')
    toast.endSession()
  })
  expect(shown()).toBe('Sesión terminada')
  await tell(() => toast.offer('Hay una versión nueva', action))
  await tell(() => toast.endSession())
  await pass(10)
  expect(shown()).toContain('Hay una versión nueva')
})
