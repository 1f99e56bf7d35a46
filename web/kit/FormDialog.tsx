import { Alert, Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { CallRetryNotice, type RetriedCall } from './CallRetryNotice.tsx'
import { Dialog } from './Dialog.tsx'
import classes from './FormDialog.module.css'
import { FormFrame } from './FormFrame.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { UnbrokenAmountsText } from './UnbrokenAmountsText.tsx'
import { useUnsavedInput } from './unsaved-input.ts'

export interface FormState {
  pending: boolean
  /** True if the form has unsaved input: closing, Back, reload and the menu then ask for confirmation. */
  dirty: boolean
  onClose: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  error?: ReactNode
  /** Another dialog that the form shows above itself, for example a conflict. */
  question?: ReactNode
  unanswered?: RetriedCall | null
}

interface FormDialogProps extends FormState {
  entity?: string
  editing?: boolean
  title?: string
  submitLabel?: string
  pendingLabel?: string
  /** Label of the close button if closing does not discard the input. */
  cancelLabel?: string | undefined
  danger?: boolean
  /** True blocks submitting; the reason is shown in `error` or at a field. */
  disabled?: boolean
  size?: 'md' | 'lg' | 'xl'
  /** True if Enter must not submit: only the button and Ctrl + Enter do. */
  careful?: boolean
  summary?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { entity, editing = false, pending, dirty, onClose, unanswered } = props
  const mayClose = useUnsavedInput(dirty)
  const close = () => {
    if (!pending) void mayClose().then((may) => may && onClose())
  }
  return (
    <Dialog
      onClose={close}
      title={props.title ?? `${editing ? 'Editar' : 'Agregar'} ${entity}`}
      size={props.size ?? 'lg'}
      closeOnClickOutside={!dirty}
      classNames={{ inner: classes.inner, content: classes.content, body: classes.body }}
    >
      <FormFrame
        className={classes.form}
        pending={pending}
        ready={!props.disabled}
        careful={props.careful}
        onSubmit={props.onSubmit}
      >
        {/* Focusable while the fields are disabled, so that arrow keys still scroll the form. */}
        <div className={classes.fields} tabIndex={unanswered ? 0 : undefined}>
          {/* The server may have done the unanswered call, so the fields are disabled until its answer. */}
          <fieldset style={{ display: 'contents' }} disabled={Boolean(unanswered)}>
            <Stack gap="md">{props.children}</Stack>
          </fieldset>
        </div>
        <div className={classes.footer}>
          <CallRetryNotice call={unanswered ?? null} />
          {props.summary && <div className={classes.summary}>{props.summary}</div>}
          <div className={classes.foot}>
            {props.error && (
              <div className={classes.error}>
                <Alert color="red" role="alert">
                  {typeof props.error === 'string' ? (
                    <UnbrokenAmountsText>{props.error}</UnbrokenAmountsText>
                  ) : (
                    props.error
                  )}
                </Alert>
              </div>
            )}
            <Group className={classes.buttons} gap="sm">
              <Button
                variant="default"
                // Hides this button if there are three on a narrow screen, because the cross at the top does the same.
                className={props.actions && !props.cancelLabel ? classes.spare : undefined}
                aria-disabled={pending || undefined}
                onClick={close}
              >
                {props.cancelLabel ?? 'Cancelar'}
              </Button>
              {props.actions}
              <SubmitButton
                label={props.submitLabel ?? (editing ? 'Guardar cambios' : 'Agregar')}
                pendingLabel={props.pendingLabel}
                pending={pending}
                disabled={props.disabled}
                danger={props.danger}
                showsKey={props.careful}
              />
            </Group>
          </div>
        </div>
      </FormFrame>
      {props.question}
    </Dialog>
  )
}
