import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pauseToast, shownToast, toast } from './toast.ts'

const shown = () => shownToast.read()?.title ?? null

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runOnlyPendingTimers()
  while (shownToast.read()) toast.close()
  vi.useRealTimers()
})

test('toast: a failure stays long enough to be read, then the next one follows', () => {
  toast.failure('Ningún producto con el código 1')
  toast.failure('Ningún producto con el código 2')
  toast.success('Venta realizada con éxito')
  expect(shown()).toBe('Ningún producto con el código 1')
  vi.advanceTimersByTime(3000)
  expect(shown()).toBe('Ningún producto con el código 2')
  vi.advanceTimersByTime(3000)
  expect(shown()).toBe('Venta realizada con éxito')
  vi.advanceTimersByTime(4000)
  expect(shown()).toBeNull()
})

test('toast: a read failure closes at once, and an equal one is shown once', () => {
  toast.failure('Sin conexión')
  toast.failure('Sin conexión')
  toast.close()
  expect(shown()).toBeNull()
  toast.failure('Sin conexión')
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe('Sin conexión')
  toast.success('Guardado')
  expect(shown()).toBe('Guardado')
  toast.success('Otra vez')
  expect(shown()).toBe('Otra vez')
})

test('toast: closes with its screen, and so do waiting ones', () => {
  toast.failure('Sin conexión')
  toast.failure('Otra cosa')
  toast.info('Borrador recuperado')
  toast.leave()
  expect(shown()).toBe('Borrador recuperado')
})

test('toast: a repeatable refusal closes by itself', () => {
  toast.refusal('Ningún producto con el código 1')
  vi.advanceTimersByTime(11_000)
  expect(shown()).toBe('Ningún producto con el código 1')
  vi.advanceTimersByTime(1000)
  expect(shown()).toBeNull()
})

test('toast: a pointer resting on a failure does not block the next ones for ever', () => {
  toast.failure('Sin conexión')
  pauseToast(true)
  toast.success('Venta realizada con éxito')
  vi.advanceTimersByTime(3000)
  expect(shown()).toBe('Venta realizada con éxito')
  pauseToast(true)
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe('Venta realizada con éxito')
  pauseToast(false)
  vi.advanceTimersByTime(4000)
  expect(shown()).toBeNull()
})

test('toast: only the newest failure and the newest other toast are queued', () => {
  toast.failure('Sin conexión')
  for (const product of [1, 2, 3]) {
    toast.success(`Guardado ${product}`)
    toast.failure(`Ningún producto con el código ${product}`)
  }
  const told: (string | null)[] = []
  while (shownToast.read()) {
    toast.close()
    told.push(shown())
  }
  expect(told).toEqual(['Guardado 3', 'Ningún producto con el código 3', null])
})

test('toast: a session’s offers close with it, general ones stay', () => {
  const action = { label: 'Anotar motivo', run: () => undefined }
  toast.success('Puerta abierta', null, action)
  toast.endSession()
  expect(shown()).toBeNull()
  toast.failure('Sesión terminada')
  toast.success('Puerta abierta', null, action)
  toast.endSession()
  expect(shown()).toBe('Sesión terminada')
  toast.close()
  expect(shown()).toBeNull()
  toast.offer('Hay una versión nueva', action)
  toast.endSession()
  expect(shown()).toBe('Hay una versión nueva')
})
