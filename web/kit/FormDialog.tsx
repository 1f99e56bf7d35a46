import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import classes from './FormDialog.module.css'
import { UnansweredNotice, type WaitingCall } from './UnansweredNotice.tsx'
import { useFocusReturn } from './use-focus-return.ts'

interface FormDialogProps {
  opened: boolean
  /** The title is Agregar or Editar and this. */
  entity: string
  editing?: boolean
  /** A whole other title. */
  title?: string
  submitLabel: string
  pendingLabel?: string
  pending: boolean
  /** Closing asks first. */
  dirty?: boolean
  onClose: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** What went wrong beyond the fields. */
  error?: ReactNode
  /** A call that is being repeated because it got no answer. */
  unanswered?: WaitingCall | null
  /** Stops the submit, for a reason that stands in `error` or at a field. */
  disabled?: boolean
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}

const fields = 'input:not([type=hidden],[type=file],[disabled]), textarea:not([disabled]), select:not([disabled])'

/** Runs while the dialog is put into the page, before its focus trap looks for `data-autofocus`. */
function markFirstField(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]')) return
  form?.querySelector(fields)?.setAttribute('data-autofocus', 'true')
}

function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

export function FormDialog(props: FormDialogProps) {
  const { opened, entity, editing = false, pending, dirty = false, onClose, onSubmit } = props
  const [asking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Where the question came up, writing goes on.
  useFocusReturn(asking)
  // A refused save leaves the dialog open: back to the field that the server rejected.
  useEffect(() => {
    if (!pending) focusFirstError(form.current)
  }, [pending])
  const close = () => {
    if (pending) return
    if (dirty) setAsking(true)
    else onClose()
  }
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={props.title ?? `${editing ? 'Editar' : 'Agregar'} ${entity}`}
        size={props.size ?? 'lg'}
        centered
        closeOnClickOutside={!dirty}
        classNames={{ content: classes.content, body: classes.body }}
      >
        <form
          noValidate
          ref={(element) => {
            form.current = element
            markFirstField(element)
          }}
          className={classes.form}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
          }}
          onSubmit={(event) => {
            event.preventDefault()
            if (pending) return
            onSubmit(event)
            focusFirstError(event.currentTarget)
          }}
        >
          {/* What was sent and may have been done is not to be changed. */}
          <fieldset className={classes.lock} disabled={Boolean(props.unanswered)}>
            <Stack className={classes.fields} gap="md">
              {props.children}
            </Stack>
          </fieldset>
          <div className={classes.footer}>
            {props.error && (
              <Alert color="red" role="alert" mb="sm">
                {props.error}
              </Alert>
            )}
            <UnansweredNotice call={props.unanswered ?? null} />
            <Group className={classes.buttons} gap="sm">
              <Button variant="default" disabled={pending} onClick={close}>
                Cancelar
              </Button>
              <Button
                type="submit"
                aria-keyshortcuts="Control+Enter"
                title="Ctrl + Enter"
                disabled={pending || props.disabled}
              >
                {pending ? (props.pendingLabel ?? 'Guardando cambios') : props.submitLabel}
              </Button>
            </Group>
          </div>
        </form>
      </Modal>
      {/* Mounted for the question only: one Escape would otherwise open it and close it again. */}
      {opened && asking && (
        <ConfirmDialog
          opened
          title="Hay cambios sin guardar"
          confirmLabel="Descartar"
          cancelLabel="Seguir editando"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onClose()
          }}
        >
          Si cierras ahora, se pierde lo que escribiste.
        </ConfirmDialog>
      )}
    </>
  )
}
