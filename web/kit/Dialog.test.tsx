import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderAtPath } from '../testing/render.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

function Card({ onClose }: { onClose: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog title="Ficha" onClose={onClose}>
      <button type="button" onClick={() => setAsking(true)}>
        Quitar
      </button>
      {isAsking && (
        <ConfirmDialog onConfirm={() => undefined} onCancel={() => setAsking(false)}>
          ¿Seguro?
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

test('Dialog: Escape closes a dialog inside another dialog first', async () => {
  const onClose = vi.fn()
  const hand = renderAtPath(<Card onClose={onClose} />)
  await hand.click(await screen.findByText('Quitar'))
  await screen.findByText('¿Seguro?')
  await hand.keyboard('{Escape}')
  expect(screen.queryByText('¿Seguro?')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  await hand.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
