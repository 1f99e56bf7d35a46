import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { focusFirstField, useRestoreFocus } from './focus.ts'

/** Beside fields that come later than their dialog: the marked one gets the focus. */
export function FirstFocus() {
  const here = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => focusFirstField(here.current?.closest('[role=dialog]') ?? null), [])
  return <span ref={here} hidden />
}

/**
 * Mantine's Modal, open for as long as it is drawn. Its first field has the focus before the next key can be heard, and what
 * had the focus before gets it back.
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
