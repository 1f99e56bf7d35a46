// The step after an anonymous day pass has its own address over the page, and survives a reload.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { screens } from '../../navigation/screens.ts'

export function useVisit(): { receive: (payment: { id: number }) => Promise<void>; sellAgain: () => void } {
  const navigate = useNavigate()
  const overClients = useLocation({ select: ({ pathname }) => pathname.startsWith(`${screens.clients.path}/`) })
  // Replaces the sale's history entry, so that Back leads to the page in one step.
  const instead = { search: true, replace: true, resetScroll: false, ignoreBlocker: true } as const
  const { state } = useLocation()
  return {
    receive: ({ id }) =>
      navigate({
        ...instead,
        state: { opened: state.opened },
        to: overClients ? '/clients/visits/$id' : '/billing/visits/$id',
        params: { id: String(id) },
      }),
    sellAgain: () =>
      void navigate({
        ...instead,
        state: { opened: state.opened },
        to: overClients ? '/clients/sell' : '/billing/memberships/new',
      }),
  }
}
