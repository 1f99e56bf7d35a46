import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { focusFirstField, useRestoreFocus } from './focus.ts'

/** Focuses the marked field if it renders after its dialog. */
export function FirstFocus() {
  const here = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => focusFirstField(here.current?.closest('[role=dialog]') ?? null), [])
  return <span ref={here} hidden />
}

/**
 * Mantine's Modal, open while mounted. The first field gets the focus before the next key, and the former element gets
 * it back.
 */
export function Dialog({ children, ...props }: Omit<ModalProps, 'opened'>) {
  useRestoreFocus()
  return (
    <Modal opened {...props}>
      {children}
      <FirstFocus />
    </Modal>
  )
}
