import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { moveOnEnter } from './next-field.ts'

interface FormFrameProps {
  /** What stands at the end, by the form's rules: SubmitButton. */
  children: ReactNode
  pending: boolean
  /** There is something to submit. */
  ready?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** An Enter too many would cost money: it goes on from field to field and submits nothing. */
  careful?: boolean | undefined
  className?: string | undefined
  'aria-labelledby'?: string
}

/** What is aside, as how it is paid, is asked of nobody, whether it is there from the first or comes later. */
const fields =
  'input:not([type=hidden],[type=file],[disabled],[data-aside]), textarea:not([disabled]), select:not([disabled])'

/** Runs while the form is put into the page, before a dialog's focus trap looks for `data-autofocus`. */
function markFirstField(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]')) return
  form?.querySelector(fields)?.setAttribute('data-autofocus', 'true')
}

function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/**
 * What every form does, in a dialog as on its page: errors in its own words instead of the browser's, Ctrl + Enter
 * submits, a second submit while the first is pending does nothing, and what was refused gets the focus.
 */
export function FormFrame({ children, pending, ready = true, onSubmit, careful, ...props }: FormFrameProps) {
  const own = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!pending) focusFirstError(own.current)
  }, [pending])
  return (
    <form
      noValidate
      {...props}
      ref={(element) => {
        own.current = element
        markFirstField(element)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          event.currentTarget.requestSubmit()
        } else if (careful) moveOnEnter(event)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog is drawn within the form that it stands over.
        event.stopPropagation()
        if (pending || !ready) return
        onSubmit(event)
        focusFirstError(event.currentTarget)
      }}
    >
      {children}
    </form>
  )
}
