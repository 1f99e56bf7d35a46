import type { Client } from '@torniquete/contract/members/clients.ts'
import { isAnonymous } from './membership-sale.ts'
import { SaleForm } from './SaleForm.tsx'
import { useSellMembership } from './use-sell-membership.ts'
import { useVisit } from './use-visit.ts'

interface SellMembershipDialogProps {
  /** Null lets the client be picked. */
  client: Client | null
  onClose: () => void
}

/** Sells a plan; a sale to the anonymous client is followed by its visitor's step: he is still before the door. */
export function SellMembershipDialog({ client, onClose }: SellMembershipDialogProps) {
  const { receive } = useVisit()
  const sale = useSellMembership((sold) => (isAnonymous(sold.client) ? receive(sold.payment) : onClose()), onClose)
  return <SaleForm initialClient={client} sale={sale} onClose={onClose} />
}
