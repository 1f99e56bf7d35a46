import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../testing/render.tsx'
import { bufferKeys } from './key-buffer.ts'

/** Another dialog opens over one, a moment after it was asked for. */
function Dialogs() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <div role="dialog">
        <input aria-label="Producto" />
      </div>
      <button type="button" onClick={() => setOpened(true)}>
        llega
      </button>
      {opened && (
        <div role="dialog">
          <input aria-label="Dinero" />
        </div>
      )}
    </>
  )
}

test('key buffer: early keys go to the upper of two dialogs', async () => {
  show(<Dialogs />)
  const below = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Producto' })
  below.focus()
  bufferKeys()
  const held = [...'50'].map((key) => !fireEvent.keyDown(below, { key }))
  expect(held).toEqual([true, true])
  fireEvent.click(screen.getByText('llega'))
  const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Dinero' })
  amount.focus()
  expect(amount.value).toBe('50')
  expect(fireEvent.keyDown(amount, { key: '0' })).toBe(true)
})
