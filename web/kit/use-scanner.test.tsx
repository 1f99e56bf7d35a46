import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { type Scan, useScanner } from './use-scanner.ts'

let scans: Omit<Scan, 'dialog'>[] = []

function Page() {
  useScanner(
    ({ code, times }) =>
      () =>
        scans.push({ code, times }),
  )
  return <input aria-label="Notas" defaultValue="" />
}

/** Types into the field with `pace` milliseconds per key, like a scanner (5) or a person (150). */
function type(field: HTMLInputElement, text: string, pace: number, from = 1000) {
  for (const [at, key] of [...text, 'Enter'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: from + at * pace })
    const goesOn = fireEvent(field, event)
    if (goesOn && key.length === 1) fireEvent.input(field, { target: { value: field.value + key } })
  }
}

const field = async () => {
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Notas' })
  input.focus()
  return input
}

test('scanner: the code is removed from the field that had the focus', async () => {
  scans = []
  renderAtPath(<Page />)
  const notes = await field()
  fireEvent.input(notes, { target: { value: 'pagó ayer' } })
  type(notes, '7501031311309', 5)
  expect(scans).toEqual([{ code: '7501031311309', times: 1 }])
  expect(notes.value).toBe('pagó ayer')
})

test('scanner: a number and an asterisk typed before the code are its quantity', async () => {
  scans = []
  renderAtPath(<Page />)
  const notes = await field()
  fireEvent.input(notes, { target: { value: '3*' } })
  type(notes, '7501031311309', 5, 90_000)
  expect(scans).toEqual([{ code: '7501031311309', times: 3 }])
  expect(notes.value).toBe('')
})
