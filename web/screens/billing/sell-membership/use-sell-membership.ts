import type { Client } from '@torniquete/contract/clients.ts'
import type { Plan } from '@torniquete/contract/memberships.ts'
import { call } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { type Save, useSave } from '../../api/use-save.ts'

export interface CompleteSale {
  client: Client
  plan: Plan
  start: string
}

/** Puts the buyer on the terminals in the background: they follow the database anyway, so nobody waits for it. */
function registerAtDoor({ id_zkteco, name, card_number }: Client): void {
  if (id_zkteco === null) return
  const body = { pin: id_zkteco, name, pri: '0', passwd: '', card: card_number ?? '', verify: '0' }
  call('door.add-user', { body }).catch(() => undefined) // call() logged it
}

/** `again` begins another sale, under another key. */
export function useSellMembership(onSold: (sale: CompleteSale) => void): {
  sale: Save<CompleteSale>
  again: () => void
} {
  const { key, renew } = useIdempotencyKey()
  const sale = useSave({
    run: ({ client, plan, start }: CompleteSale, send) =>
      send('payments.create', {
        body: { start_date: start, id_membership: plan.id, id_client: client.id, id_zkteco: client.id_zkteco },
        idempotencyKey: key,
      }),
    done: 'Membresía vendida.',
    invalidates: ['payments', 'clients', 'attendances', 'statistics'],
    onSaved: (_, sold) => {
      registerAtDoor(sold.client)
      onSold(sold)
    },
  })
  return { sale, again: renew }
}
