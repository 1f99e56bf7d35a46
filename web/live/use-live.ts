import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { makeRefresher, refresh } from '../api/refresh.ts'
import { startLive } from './live-session.ts'

/** Live notifications and refreshes for as long as the caller is shown; null listens to nothing. */
export function useLive(idUser: number | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (idUser === null) return
    const onReconnect = () => refresh(client, 'all')
    return startLive(idUser, { onChanges: makeRefresher(client), onReconnect })
  }, [client, idUser])
}
