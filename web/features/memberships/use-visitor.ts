// Admits the visitor of an anonymous sale once and adds one visit, even if the device fails.

import type { Attendance } from '@torniquete/contract/members/attendances.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import { useState } from 'react'
import type { Send } from '../../api/call.ts'
import { now } from '../../api/server-clock.ts'
import { type Save, useSave } from '../../forms/use-save.ts'

export interface Visitor {
  opened: boolean
  noted: boolean
  /** Opens the door and adds the visit; a repeat only adds a missing visit. */
  letIn: Save<null>
  /** Adds the visit only, for a door opened by hand. */
  note: Save<null>
}

/** Derived from the sale, so that each sale has one visit. The server requires a UUID. */
const keyOf = (payment: number) => `00000000-0000-4000-8000-${payment.toString(16).padStart(12, '0')}`

/** Adds the visit of a sale. If an earlier one was voided, it counts again; a valid one stays unchanged. */
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
    // The dialog shows the error beside the button.
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
