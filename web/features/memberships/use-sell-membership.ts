import { useLocation, useNavigate } from '@tanstack/react-router'
import type { Client } from '@torniquete/contract/members/clients.ts'
import type { Plan } from '@torniquete/contract/members/memberships.ts'
import type { PaidPeriod } from '@torniquete/contract/members/paid-time.ts'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import type { HowPaid } from '@torniquete/contract/till/payment-fields.ts'
import { bookedText } from '../../api/booking-calls.ts'
import { call } from '../../api/call.ts'
import { type Save, useSave } from '../../forms/use-save.ts'
import { toast } from '../../kit/toast.ts'
import { screens } from '../../navigation/screens.ts'
import { useOfferBill } from '../bills/use-show-bill.ts'
import { makeShiftBody } from '../paying/current-cash-drawer.ts'
import { soldText } from '../paying/paying.ts'
import { isAnonymous } from './membership-sale.ts'

/** The step after an anonymous day pass has its own address over the page, and survives a reload. */
export function useVisit() {
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const overClients = pathname.startsWith(`${screens.clients.path}/`)
  // Replaces the sale's history entry, so that Back leads to the page in one step.
  const instead = {
    search: true,
    replace: true,
    resetScroll: false,
    ignoreBlocker: true,
    state: { opened: state.opened },
  } as const
  return {
    receive: ({ id }: { id: number }): Promise<void> =>
      navigate({
        ...instead,
        to: overClients ? '/clients/visits/$id' : '/billing/visits/$id',
        params: { id: String(id) },
      }),
    sellAgain: () => void navigate({ ...instead, to: overClients ? '/clients/sell' : '/billing/memberships/new' }),
  }
}

export interface CompleteMembershipSale {
  client: Client
  plan: Plan
  start: string
  discount: number
  /** The displayed price, which is charged or refused. */
  shown: string
  /** Already paid days that the person confirmed. */
  twice: readonly PaidPeriod[]
  paid: HowPaid['paid']
  owed: string | null
}

/** Updates the terminals. A client blocked or removed by hand stays so, and the desk is told. */
async function registerAtDoor({ id_zkteco: pin, name, card_number }: Client): Promise<void> {
  if (pin === null) return
  const { blocked, removed } = await call('door.read-user', { params: { pin } })
  if (blocked || removed) {
    const still = blocked ? 'sigue bloqueado en la puerta' : 'sigue fuera de los dispositivos'
    toast.info(bookedText('payments.create'), `${name} ${still}`)
    return
  }
  await call('door.add-user', { body: { pin, name, pri: '0', passwd: '', card: card_number ?? '', verify: '0' } })
}

/** The step after a sale: terminals are updated in the background, and an anonymous visitor is let in. Null: no step. */
export function useMembershipSold(): (payment: { id: number }, client: Client) => Promise<void> | null {
  const { receive } = useVisit()
  return (payment, client) => {
    registerAtDoor(client).catch(() => undefined) // call() has logged the error.
    return isAnonymous(client) ? receive(payment) : null
  }
}

export function useSellMembership(onClose: () => unknown): Save<CompleteMembershipSale> {
  const onSold = useMembershipSold()
  const offer = useOfferBill('payment')
  return useSave({
    run: ({ client, plan, start, shown, twice, discount, paid, owed }: CompleteMembershipSale, send) =>
      send('payments.create', {
        body: {
          start_date: start,
          id_membership: plan.id,
          id_client: client.id,
          id_zkteco: client.id_zkteco,
          ...(discount > 0 && { discount }),
          expected_total: shown,
          paid,
          ...(owed !== null && { owed }),
          ...makeShiftBody(),
          expected_days: plan.duration_days,
          ...(twice.length > 0 && { overlap: [...twice] }),
        },
        label: `La venta de ${plan.name} a ${client.name} por ${showMoney(shown)}`,
      }),
    // Price, plan, client or payment differ from the display.
    refetchOnRefusal: () => ['memberships', 'clients'],
    done: bookedText('payments.create'),
    detail: ({ membership, client }, { owed }) =>
      `${membership.name} · ${client.name} · ${soldText(membership.price, owed)}`,
    failure: () => null,
    // The anonymous client's dialog offers the bill itself.
    offer: (payment, { client }) => (isAnonymous(client) ? undefined : offer(payment)),
    onSaved: (payment, { client }) => onSold(payment, client) ?? onClose(),
    onGivenUp: onClose,
  })
}
