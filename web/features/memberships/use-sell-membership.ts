import { useLocation, useNavigate } from '@tanstack/react-router'
import type { CallBodyInput } from '@torniquete/contract/endpoints.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import type { Plan } from '@torniquete/contract/members/memberships.ts'
import type { PaidPeriod } from '@torniquete/contract/members/paid-periods.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { PaymentFields } from '@torniquete/contract/till/payment-fields.ts'
import { call } from '../../api/call.ts'
import { getCallSuccessText } from '../../api/outbox-calls.ts'
import { type SaveState, useSave } from '../../forms/use-save.ts'
import { toast } from '../../kit/toast.ts'
import { screens } from '../../navigation/screens.ts'
import { useShowBillToastAction } from '../bills/use-show-bill.ts'
import { makeOpenShiftField } from '../paying/current-cash-drawer.ts'
import { formatSoldAmounts } from '../paying/payment-input.ts'
import { isAnonymousClient } from './proposed-membership-sale.ts'

/** Opens the dialog that follows the sale of an anonymous day pass. It has its own URL, so it survives a reload. */
export function useDayPassSoldDialog() {
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const overClients = pathname.startsWith(`${screens.clients.path}/`)
  // Replaces the history entry of the sale dialog, so that Back leads to the page in one step.
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
  /** Price shown to the user: the server charges it, or refuses the sale if the price has changed. */
  shown: string
  /** Periods for which the client has already paid, and which the user confirmed. */
  twice: readonly PaidPeriod[]
  paid: PaymentFields['paid']
  owed: string | null
  receipt: CallBodyInput<'payments.create'>['receipt']
}

/** Sends the client to the terminals. A client whom a user blocked or removed stays so, and a toast says it. */
async function registerAtDoor({ id_zkteco: pin, name, card_number }: Client): Promise<void> {
  if (pin === null) return
  const { blocked, removed } = await call('door.read-user', { params: { pin } })
  if (blocked || removed) {
    const still = blocked ? 'sigue bloqueado en la puerta' : 'sigue fuera de los dispositivos'
    toast.info(getCallSuccessText('payments.create'), `${name} ${still}`)
    return
  }
  await call('door.add-user', { body: { pin, name, pri: '0', passwd: '', card: card_number ?? '', verify: '0' } })
}

/** Returns a function that updates the terminals after a sale and, for an anonymous client, opens the next dialog. */
export function useFinishMembershipSale(): (payment: { id: number }, client: Client) => Promise<void> | null {
  const { receive } = useDayPassSoldDialog()
  return (payment, client) => {
    registerAtDoor(client).catch(() => undefined) // call() has already logged the error.
    return isAnonymousClient(client) ? receive(payment) : null
  }
}

export function useSellMembership(onClose: () => unknown): SaveState<CompleteMembershipSale> {
  const onSold = useFinishMembershipSale()
  const offer = useShowBillToastAction('payment')
  return useSave({
    run: ({ client, plan, start, shown, twice, discount, paid, owed, receipt }: CompleteMembershipSale, send) =>
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
          ...(receipt && { receipt }),
          ...makeOpenShiftField(),
          expected_days: plan.duration_days,
          ...(twice.length > 0 && { overlap: [...twice] }),
        },
        label: `La venta de ${plan.name} a ${client.name} por ${formatMoney(shown)}`,
      }),
    // A refusal may mean that price, plan or client have changed, so they are loaded again.
    refetchOnRefusal: () => ['memberships', 'clients'],
    done: getCallSuccessText('payments.create'),
    detail: ({ membership, client }, { owed }) =>
      `${membership.name} · ${client.name} · ${formatSoldAmounts(membership.price, owed)}`,
    failure: () => null,
    // For the anonymous client no toast offers the bill, because the next dialog has a button for it.
    offer: (payment, { client }) => (isAnonymousClient(client) ? undefined : offer(payment)),
    onSaved: (payment, { client }) => onSold(payment, client) ?? onClose(),
    onGivenUp: onClose,
  })
}
