import { Modal, type ModalProps } from '@mantine/core'
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react'
import { focusFirstField, useRestoreFocus } from './focus.ts'

/** Focuses the field with `data-autofocus` if it renders later than its dialog. */
export function FirstFieldFocus() {
  const here = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => focusFirstField(here.current?.closest('[role=dialog]') ?? null), [])
  return <span ref={here} hidden />
}

const CoverContext = createContext<(by: 1 | -1) => void>(() => undefined)

/** Counts the dialogs opened from within a dialog: Escape closes these first. */
export function useNestedDialogCount() {
  const [count, setCount] = useState(0)
  const coverBelow = useContext(CoverContext)
  useLayoutEffect(() => {
    coverBelow(1)
    return () => coverBelow(-1)
  }, [coverBelow])
  const [cover] = useState(() => (by: 1 | -1) => setCount((before) => before + by))
  return { isCovered: count > 0, CoverContext, cover }
}

/** Mantine's Modal, open while mounted. Focuses the first field at once, and restores the focus when closed. */
export function Dialog({ children, closeOnEscape = true, ...props }: Omit<ModalProps, 'opened'>) {
  useRestoreFocus()
  const { isCovered, CoverContext, cover } = useNestedDialogCount()
  return (
    <Modal opened {...props} closeOnEscape={closeOnEscape && !isCovered}>
      <CoverContext value={cover}>
        {children}
        <FirstFieldFocus />
      </CoverContext>
    </Modal>
  )
}

/** Wraps a dialog that is rendered within a form, so that its events do not reach the form or page. */
export const NestedDialogBoundary = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the handler only stops keys from reaching the form.
  <div style={{ display: 'contents' }} onKeyDown={(event) => event.stopPropagation()}>
    {children}
  </div>
)
