import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../api/use-save.ts'
import { FormDialog } from '../kit/FormDialog.tsx'

/** Why the door was opened by hand. */
export function ReasonDialog({ opening, onClose }: { opening: number; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { submit, pending, error, unanswered } = useSave({
    run: (_: null, send) => send('door.explain', { params: { id: opening }, body: { reason } }),
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
      dirty={reason.trim() !== ''}
      onClose={onClose}
      onSubmit={() => submit(null)}
    >
      <TextInput
        label="Motivo"
        data-autofocus
        maxLength={255}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
