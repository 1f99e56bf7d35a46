// The visitor who bought at the counter and stands before the door: let in once, and noted once, whatever the device says.

import type { Payment } from '@torniquete/contract/payments.ts'
import { useState } from 'react'
import { type Save, useSave } from '../../forms/use-save.ts'

export interface Visitor {
  opened: boolean
  noted: boolean
  /** Opens the door and notes the visit; once it has opened, notes what is still to be noted. */
  letIn: Save<null>
  /** For a door that is opened by hand. */
  note: Save<null>
}

/** The server takes only what has the form of a UUID. */
const keyOf = (payment: number) => `00000000-0000-4000-8000-${payment.toString(16).padStart(12, '0')}`

export function useVisitor({ id, client }: Payment): Visitor {
  const [opened, setOpened] = useState(false)
  const [noted, setNoted] = useState(false)
  const shared = {
    onSaved: () => setNoted(true),
    // The dialog shows it beside the button.
    failure: () => null,
  }
  // One visit for each sale, however often it is tried, and from whatever page.
  const visit = { body: { id_client: client.id }, idempotencyKey: keyOf(id) }
  const letIn = useSave({
    run: async (_: null, send) => {
      if (!opened) await send('door.open', { body: { id_payment: id } })
      setOpened(true)
      return send('attendances.create', visit)
    },
    done: 'El dispositivo confirmó la apertura',
    ...shared,
  })
  const note = useSave({
    run: (_: null, send) => send('attendances.create', visit),
    done: 'Entrada registrada',
    ...shared,
  })
  return { opened, noted, letIn, note }
}
