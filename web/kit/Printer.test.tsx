import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { Printer } from './Printer.tsx'
import { requestedPrintStore, requestPrint, useRegisterPrintDocument } from './printing.ts'

const print = vi.fn()
beforeEach(() => {
  window.print = print
})
afterEach(() => {
  requestedPrintStore.set(null)
  vi.restoreAllMocks()
  print.mockReset()
})

const paperText = () => document.querySelector('[data-paper]')?.textContent

function Page() {
  useRegisterPrintDocument({ content: <p>lista</p>, title: 'Lista', part: true })
  return (
    <>
      <h1>Página</h1>
      <Printer footText={String} />
    </>
  )
}

async function showPage() {
  renderAtPath(<Page />)
  await screen.findByRole('heading')
}

test('Printer: renders a requested document, prints it, and removes it afterwards', async () => {
  await showPage()
  act(() => requestPrint({ content: <p>recibo</p>, title: 'Recibo' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(paperText()).toBe('recibo')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(document.title).toBe('Recibo')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(paperText()).toBeUndefined()
  expect(document.title).not.toBe('Recibo')
})

test('Printer: Ctrl + P prints the lists of the page', async () => {
  await showPage()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(paperText()).toBe('lista')
  expect(document.title).toBe('Lista')
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test('Printer: a document that fails to render is not printed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw new Error('broken')
  }
  await showPage()
  act(() => requestPrint({ content: <Broken />, title: 'Recibo' }))
  await waitFor(() => expect(requestedPrintStore.read()).toBeNull())
  expect(print).not.toHaveBeenCalled()
})
