import { TextInput } from '@mantine/core'
import { requiredText } from '@torniquete/contract/typed.ts'
import { useState } from 'react'
import { useSave } from '../forms/use-save.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import type { Asked } from './opening-reason.ts'

/** Why the door was opened by hand. */
export function ReasonDialog({ opening, onClose }: { opening: Asked; onClose: () => void }) {
  const [reason, setReason] = useState(opening.reason)
  const [tried, setTried] = useState(false)
  const missing = reason.trim() === ''
  const { submit, pending, error, unanswered } = useSave({
    run: (_: null, send) => send('door.explain', { params: { id: opening.id }, body: { reason } }),
    done: 'Motivo guardado',
    failure: () => null,
    onSaved: onClose,
  })
  return (
    <FormDialog
      entity="Motivo"
      title="Por qué se abrió la puerta"
      submitLabel="Guardar"
      size="md"
      pending={pending}
      unanswered={unanswered}
      error={error?.message}
      dirty={reason.trim() !== opening.reason}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (!missing) submit(null)
      }}
    >
      <TextInput
        label="Motivo"
        data-autofocus
        maxLength={255}
        value={reason}
        error={tried && missing && requiredText}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
