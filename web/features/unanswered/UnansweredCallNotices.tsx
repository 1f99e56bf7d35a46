import { lazyComponent } from '../../kit/lazy-component.tsx'
import { Notices } from '../../kit/Notices.tsx'
import { useUnansweredCalls } from './use-unanswered-calls.ts'

const UnansweredCallNotice = lazyComponent(
  async () => (await import('./UnansweredCallNotice.tsx')).UnansweredCallNotice,
)

/** Says what was left without an answer (a reload, a crash, a line that dropped), repeats it, and says what became of it. */
export function UnansweredCallNotices() {
  const pendingCalls = useUnansweredCalls()
  return (
    <Notices label="Operaciones sin respuesta">
      {pendingCalls.map((pendingCall) => (
        <UnansweredCallNotice key={pendingCall.entry.key} pendingCall={pendingCall} />
      ))}
    </Notices>
  )
}
