import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './panel.module.css'

interface PageFormProps {
  title: string
  submitLabel: string
  pendingLabel?: string
  pending: boolean
  /** Without it there is nothing to submit, and no button. */
  ready?: boolean
  /** What went wrong beyond the fields, or what was done. */
  notice?: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** A form that stands on its page instead of in a dialog. */
export function PageForm({ title, submitLabel, ready = true, pending, onSubmit, ...props }: PageFormProps) {
  const heading = useId()
  const form = useRef<HTMLFormElement>(null)
  const lastField = useRef<HTMLElement>(null)
  useEffect(() => {
    if (pending) return
    focusFirstError(form.current)
    // The button that had the focus was locked or went away.
    if (document.activeElement === document.body) lastField.current?.focus()
  }, [pending])
  return (
    <Paper
      component="form"
      noValidate
      withBorder
      ref={form}
      className={classes.panel}
      aria-labelledby={heading}
      onFocus={({ target }) => {
        if (target instanceof HTMLElement && !target.matches('[type=submit]')) lastField.current = target
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (pending || !ready) return
        onSubmit(event)
        focusFirstError(event.currentTarget)
      }}
    >
      <Title order={2} id={heading} className={classes.title}>
        {title}
      </Title>
      <Stack gap="md">{props.children}</Stack>
      {props.notice}
      {ready && (
        <Group justify="flex-end">
          <Button type="submit" aria-keyshortcuts="Control+Enter" title="Ctrl + Enter" disabled={pending}>
            {pending ? (props.pendingLabel ?? 'Guardando cambios') : submitLabel}
          </Button>
        </Group>
      )}
    </Paper>
  )
}
