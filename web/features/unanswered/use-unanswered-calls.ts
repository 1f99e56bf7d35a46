import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listChangedAreas, refresh } from '../../api/refresh.ts'
import { readToken } from '../../api/token.ts'
import { readSubject } from '../../api/token-subject.ts'
import { type UnansweredCall, watchUnansweredCalls } from '../../api/unanswered-calls.ts'
import { useSignedIn } from '../../session/session.tsx'
import { ownShiftBody } from '../paying/own-drawer.ts'

/** This person's calls that got no answer, while they are sent again. */
export function useUnansweredCalls(): readonly UnansweredCall[] {
  const { user } = useSignedIn()
  const client = useQueryClient()
  const [calls, setCalls] = useState<readonly UnansweredCall[]>([])
  useEffect(() => {
    const gym = readSubject(readToken())?.id_gym
    if (!gym) return
    /** What was read again already: a notice stays until it is closed. */
    const told = new Set<string>()
    const show = (next: readonly UnansweredCall[]) => {
      setCalls(next)
      const settled = next.filter(({ state }) => state === 'done' || state === 'refused')
      const news = settled.filter(({ entry }) => !told.has(entry.key))
      for (const { entry } of news) told.add(entry.key)
      if (news.length > 0)
        refresh(
          client,
          news.flatMap(({ entry }) => listChangedAreas(entry.call)),
        )
    }
    return watchUnansweredCalls({ gym, user: user.id }, show, ownShiftBody)
  }, [user.id, client])
  return calls
}
