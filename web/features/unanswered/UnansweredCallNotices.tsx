import type { UnansweredCall } from '../../api/unanswered-calls.ts'
import { Notices } from '../../kit/Notices.tsx'
import { onDemand, usePreload } from '../../kit/on-demand.tsx'
import classes from './unanswered-notices.module.css'
import { useUnansweredCalls } from './use-unanswered-calls.ts'

interface Waiting {
  pendingCall: UnansweredCall
}

function plainText({ state, entry: { label } }: UnansweredCall): string {
  if (state === 'done') return `${label} se registró una sola vez.`
  if (state === 'refused') return `${label} no se registró.`
  return `${label} quedó sin respuesta. No se registrará dos veces.`
}

/** Until the code of the notice is there: the line may be cut. */
const Plain = ({ pendingCall }: Waiting) => <p className={classes.plain}>{plainText(pendingCall)}</p>

// Mostly there is none; its code is fetched when idle, and again until it comes.
const UnansweredCallNotice = onDemand(() => import('./UnansweredCallNotice.tsx'), 'UnansweredCallNotice', Plain)

/** Says what was left without an answer (a reload, a crash, a line that dropped), repeats it, and says what became of it. */
export function UnansweredCallNotices() {
  const pendingCalls = useUnansweredCalls()
  usePreload(UnansweredCallNotice)
  return (
    <Notices label="Operaciones sin respuesta">
      {pendingCalls.map((pendingCall) => (
        <UnansweredCallNotice key={pendingCall.entry.key} pendingCall={pendingCall} />
      ))}
    </Notices>
  )
}
