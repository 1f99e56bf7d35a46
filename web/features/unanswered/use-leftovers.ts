import { useQueryClient } from '@tanstack/react-query'
import { areaOf } from '@torniquete/contract/endpoint.ts'
import { useEffect, useState } from 'react'
import { type Leftover, watchLeftovers } from '../../api/leftovers.ts'
import { refresh } from '../../api/refresh.ts'
import { readToken } from '../../api/token.ts'
import { readSubject } from '../../api/token-subject.ts'
import { useSignedIn } from '../../session/session.tsx'

/** What this person's calls of the till were left unanswered, while they are brought to their end. */
export function useLeftovers(): readonly Leftover[] {
  const { user } = useSignedIn()
  const client = useQueryClient()
  const [leftovers, setLeftovers] = useState<readonly Leftover[]>([])
  useEffect(() => {
    const gym = readSubject(readToken() ?? '')?.id_gym
    if (!gym) return
    /** What was read again already: a notice stays until it is closed. */
    const told = new Set<string>()
    return watchLeftovers({ gym, user: user.id }, (next) => {
      setLeftovers(next)
      const settled = next.filter(({ state }) => state === 'done' || state === 'refused')
      const news = settled.filter(({ entry }) => !told.has(entry.key))
      for (const { entry } of news) told.add(entry.key)
      if (news.length > 0)
        refresh(
          client,
          news.map(({ entry }) => areaOf(entry.call)),
        )
    })
  }, [user.id, client])
  return leftovers
}
