import { useEffect, useSyncExternalStore } from 'react'
import { getOutboxRevision, listOutboxNoticeCalls, resumePendingCalls, watchOutbox } from '../../api/outbox.ts'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { NoticesRegion } from '../../kit/Panel.tsx'
import { useDraftOwner } from '../drafts/open-drafts.ts'

const UnansweredCallNotice = makeLazyComponent(
  async () => (await import('./UnansweredCallNotice.tsx')).UnansweredCallNotice,
)

/** Milliseconds between searches for calls whose page was closed or no longer responds. */
const lookEvery = 5000

/** Repeats calls left unanswered by a reload, a crash or an outage, and shows a notice with the outcome of each. */
export function UnansweredCallNotices() {
  const owner = useDraftOwner()
  useSyncExternalStore(watchOutbox, getOutboxRevision)
  useEffect(() => {
    const look = () => resumePendingCalls(owner)
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
    <NoticesRegion label="Operaciones sin respuesta">
      {listOutboxNoticeCalls(owner).map((shown) => (
        <UnansweredCallNotice key={shown.entry.key} shown={shown} />
      ))}
    </NoticesRegion>
  )
}
