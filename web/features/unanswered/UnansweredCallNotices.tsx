import { useEffect, useSyncExternalStore } from 'react'
import { listUnanswered, outboxRevision, resumePending, watchOutbox } from '../../api/outbox.ts'
import { lazyComponent } from '../../kit/lazy-component.tsx'
import { Notices } from '../../kit/Notices.tsx'
import { useOwner } from '../drafts/open-drafts.ts'

const UnansweredCallNotice = lazyComponent(
  async () => (await import('./UnansweredCallNotice.tsx')).UnansweredCallNotice,
)

/** Milliseconds between two looks for calls of a page that fell silent. */
const lookEvery = 5000

/** Shows the calls that got no answer (a reload, a crash, a line that dropped), sends them again, and says what became of them. */
export function UnansweredCallNotices() {
  const owner = useOwner()
  useSyncExternalStore(watchOutbox, outboxRevision)
  useEffect(() => {
    const look = () => resumePending(owner)
    const unwatch = watchOutbox(look)
    const timer = setInterval(look, lookEvery)
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      unwatch()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [owner])
  return (
    <Notices label="Operaciones sin respuesta">
      {listUnanswered(owner).map((shown) => (
        <UnansweredCallNotice key={shown.entry.key} shown={shown} />
      ))}
    </Notices>
  )
}
