import { NativeSelect } from '@mantine/core'
import { type MessageState, messageStates } from '@torniquete/contract/messaging/outbox.ts'
import { useState } from 'react'
import { Dialog } from '../../kit/Dialog.tsx'
import { readOne } from '../../navigation/search-values.ts'
import { MessageList } from './MessageList.tsx'
import { stateWords } from './message-words.ts'

const choices = [{ value: '', label: 'Todos' }, ...messageStates.map((value) => ({ value, label: stateWords[value] }))]

interface OutboxDialogProps {
  /** Initial filter; all by default. */
  initialState?: MessageState
  onClose: () => void
}

/** All automatic messages of the gym. Mount it only while open. */
export function OutboxDialog({ initialState, onClose }: OutboxDialogProps) {
  const [state, setState] = useState(initialState)
  return (
    <Dialog onClose={onClose} title="Mensajes del gimnasio" size="lg">
      <NativeSelect
        label="Estado"
        data={choices}
        value={state ?? ''}
        mb="md"
        maw={{ xs: 240 }}
        onChange={({ currentTarget }) => setState(readOne(currentTarget.value, messageStates))}
      />
      <MessageList
        key={state ?? 'all'}
        label="Mensajes"
        state={state}
        empty={state ? `No hay mensajes con el estado «${stateWords[state]}»` : 'Todavía no hay mensajes'}
      />
    </Dialog>
  )
}
