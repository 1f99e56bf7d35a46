import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { focusNextFieldOnEnter } from './focus-next-field.ts'

interface FormFrameProps {
  children: ReactNode
  pending: boolean
  ready?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** For forms where an accidental Enter would cost money: Enter moves to the next field and never submits. */
  careful?: boolean | undefined
  className?: string | undefined
  'aria-labelledby'?: string
}

/** Fields that may get the initial focus. Optional sections (`data-aside`), such as the payment, never get it. */
const fields =
  'input:not([type=hidden],[type=file],[disabled],[data-aside],[data-aside] *), textarea:not([disabled]), select:not([disabled])'

/** Runs at mount, before the dialog's focus trap looks for `data-autofocus`. */
function markFirstField(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]')) return
  form?.querySelector(fields)?.setAttribute('data-autofocus', 'true')
}

function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** Common behaviour of all forms: Spanish errors, Ctrl + Enter submits, no submit while pending, focus on errors. */
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
        } else if (careful) focusNextFieldOnEnter(event)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog inside a form must not submit the form around it.
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
