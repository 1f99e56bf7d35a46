import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useEndpoint } from '../api/use-endpoint.ts'
import { renderAtPath, sentRequests, setFakeAnswers } from '../testing/render.tsx'
import { useRefetchAtMidnight } from './gym-clock.ts'

function ClientCount() {
  const query = { page: 0, size_page: 10 }
  const list = useEndpoint('clients.list', { query })
  useRefetchAtMidnight('clients')
  return <p>{list.data?.total}</p>
}

test('gym clock: client queries are refetched once at the gym’s midnight', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T03:59:00Z'), shouldAdvanceTime: true })
  try {
    setFakeAnswers(({ path }) =>
      path.includes('gym-info') ? { json: { timeZone: 'America/Santo_Domingo' } } : undefined,
    )
    renderAtPath(<ClientCount />)
    const count = () => sentRequests.filter(({ path }) => path.startsWith('/v1/clients')).length
    await vi.waitFor(() => expect(count()).toBe(1))
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(count()).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(count()).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})
