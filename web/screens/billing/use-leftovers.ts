import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Leftover, watchLeftovers } from '../../api/leftovers.ts'
import { tillCalls } from '../../api/till-calls.ts'
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
    return watchLeftovers({ gym, user: user.id }, (next) => {
      setLeftovers(next)
      for (const { state, entry } of next)
        if (state === 'done' || state === 'refused')
          for (const area of tillCalls[entry.call].touches) void client.invalidateQueries({ queryKey: [area] })
    })
  }, [user.id, client])
  return leftovers
}
