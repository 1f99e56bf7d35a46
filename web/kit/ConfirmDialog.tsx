import { Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import classes from './FormDialog.module.css'

interface ConfirmDialogProps {
  children: ReactNode
  onConfirm: () => void
  onCancel: () => void
  pending?: boolean
  title?: string
  confirmLabel?: string
  pendingLabel?: string
  cancelLabel?: string
  color?: 'red' | 'teal'
  /** Text that the person must type to confirm, for actions that must not happen by accident. */
  typed?: string
  zIndex?: number
}

const oneSpaced = (text: string) => text.trim().replace(/\s+/g, ' ')

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onConfirm, onCancel, pending = false, title = 'Confirmación', typed } = props
  const [text, setText] = useState('')
  const [refused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be rendered inside a form, which must not receive this submit.
    event.stopPropagation()
    if (pending) return
    const right = typed === undefined || oneSpaced(text) === oneSpaced(typed)
    setRefused(!right)
    if (right) onConfirm()
    else field.current?.focus()
  }
  return (
    <Dialog onClose={pending ? () => undefined : onCancel} title={title} size="md" zIndex={props.zIndex}>
      <Text component="div">{props.children}</Text>
      <form noValidate onSubmit={submit}>
        {typed !== undefined && (
          <TextInput
            ref={field}
            data-autofocus
            mt="md"
            label={`Escribe «${typed}» para confirmar`}
            spellCheck={false}
            value={text}
            error={refused && 'No coincide'}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setRefused(false)
            }}
          />
        )}
        <Group className={classes.buttons} mt="lg">
          <Button
            variant="default"
            data-autofocus={typed === undefined || undefined}
            aria-disabled={pending || undefined}
            onClick={() => !pending && onCancel()}
          >
            {props.cancelLabel ?? 'Cancelar'}
          </Button>
          {/* Only marked as disabled: a disabled button would move the focus out of the dialog. */}
          <Button
            type="submit"
            color={props.color ?? 'red'}
            aria-disabled={pending || undefined}
            data-disabled={pending || undefined}
          >
            {pending ? (props.pendingLabel ?? 'Eliminando') : (props.confirmLabel ?? 'Eliminar')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
