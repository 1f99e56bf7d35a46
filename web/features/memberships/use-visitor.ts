// The visitor who bought at the counter and stands before the door: let in once, and noted once, whatever the device says.

import type { Attendance } from '@torniquete/contract/members/attendances.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import { useState } from 'react'
import type { Send } from '../../api/call.ts'
import { now } from '../../api/server-clock.ts'
import { type Save, useSave } from '../../forms/use-save.ts'

export interface Visitor {
  opened: boolean
  noted: boolean
  /** Opens the door and notes the visit; once it has opened, notes what is still to be noted. */
  letIn: Save<null>
  /** For a door that is opened by hand. */
  note: Save<null>
}

/** One visit for each sale, however often it is tried, and from whatever page. The server takes only what has the form of a UUID. */
const keyOf = (payment: number) => `00000000-0000-4000-8000-${payment.toString(16).padStart(12, '0')}`

/**
 * Notes the visit of a sale. What is answered may be that of an earlier press, which was taken back since: pressed anew, it counts
 * again, and where it does already nothing is changed.
 */
async function noteVisit({ id, client }: Pick<Payment, 'id' | 'client'>, send: Send): Promise<Attendance> {
  const pressedAt = now().getTime()
  const noted = await send('attendances.create', { body: { id_client: client.id }, idempotencyKey: keyOf(id) })
  return Date.parse(noted.check_in) < pressedAt
    ? send('attendances.restore', { params: { id: noted.attendance_id } })
    : noted
}

export function useVisitor(payment: Payment): Visitor {
  const [opened, setOpened] = useState(false)
  const [noted, setNoted] = useState(false)
  const shared = {
    onSaved: () => setNoted(true),
    // The dialog shows it beside the button.
    failure: () => null,
  }
  const letIn = useSave({
    run: async (_: null, send) => {
      if (!opened) await send('door.open', { body: { id_payment: payment.id } })
      setOpened(true)
      return noteVisit(payment, send)
    },
    done: 'El dispositivo confirmó la apertura',
    ...shared,
  })
  const note = useSave({
    run: (_: null, send) => noteVisit(payment, send),
    done: 'Entrada registrada',
    ...shared,
  })
  return { opened, noted, letIn, note }
}
