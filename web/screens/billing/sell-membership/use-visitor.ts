// The visitor who bought at the counter and stands before the door: let in once, and noted once, whatever the device says.
import { useState } from 'react'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { type Save, useSave } from '../../../api/use-save.ts'

export interface Visitor {
  opened: boolean
  noted: boolean
  /** Opens the door and notes the visit; once it has opened, notes what is still to be noted. */
  letIn: Save<null>
  /** For a door that is opened by hand. */
  note: Save<null>
}

export function useVisitor(idClient: number): Visitor {
  const [opened, setOpened] = useState(false)
  const [noted, setNoted] = useState(false)
  // One visit, however often it is tried.
  const [key] = useState(newIdempotencyKey)
  const shared = {
    onSaved: () => setNoted(true),
    // The dialog shows it beside the button.
    failure: () => null,
  }
  const visit = { body: { id_client: idClient }, idempotencyKey: key }
  const letIn = useSave({
    run: async (_: null, send) => {
      if (!opened) await send('door.open', {})
      setOpened(true)
      return send('attendances.create', visit)
    },
    done: 'Puerta abierta',
    ...shared,
  })
  const note = useSave({
    run: (_: null, send) => send('attendances.create', visit),
    done: 'Entrada registrada',
    ...shared,
  })
  return { opened, noted, letIn, note }
}
