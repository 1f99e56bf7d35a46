import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { dropBufferedKeys } from './key-buffer.ts'
import classes from './on-demand.module.css'

/** Null where it stays until it is answered. */
export type Close = (() => void) | null

interface DialogFrameProps {
  title: string
  /** Its code is on the way: keys that are typed meanwhile are held for it. */
  waits: boolean
  useClose: () => Close
  children: ReactNode
}

/** Tab goes round within the frame. */
function keepWithin(event: KeyboardEvent<HTMLElement>): void {
  const buttons: Element[] = [...event.currentTarget.querySelectorAll('button')]
  const at = document.activeElement ? buttons.indexOf(document.activeElement) : -1
  const next = event.shiftKey ? buttons.at(Math.max(at, 0) - 1) : buttons[(at + 1) % buttons.length]
  event.preventDefault()
  if (next instanceof HTMLElement) next.focus()
}

/** Stands where a dialog will be. Without a library: the dialogs' own parts are fetched with the first of them. */
export function DialogFrame({ title, waits, useClose, children }: DialogFrameProps) {
  const close = useClose()
  const heading = useId()
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    frame.current?.focus({ preventScroll: true })
    if (!waits) dropBufferedKeys()
  }, [waits])
  const hear = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') close?.()
    if (event.key === 'Tab') keepWithin(event)
  }
  return createPortal(
    <div className={classes.cover}>
      <section
        ref={frame}
        className={classes.frame}
        role="dialog"
        aria-modal
        aria-labelledby={heading}
        data-waiting={waits || undefined}
        tabIndex={-1}
        onKeyDown={hear}
      >
        <div className={classes.head}>
          <h2 id={heading}>{title}</h2>
          {close && (
            <button type="button" className={classes.close} aria-label="Cerrar" onClick={close}>
              ×
            </button>
          )}
        </div>
        {children}
      </section>
    </div>,
    document.body,
  )
}
