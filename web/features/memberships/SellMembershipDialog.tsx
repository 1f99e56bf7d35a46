import type { Client } from '@torniquete/contract/members/clients.ts'
import { isAnonymous } from './membership-sale.ts'
import { SaleForm } from './SaleForm.tsx'
import { useSellMembership } from './use-sell-membership.ts'
import { useVisit } from './use-visit.ts'

interface SellMembershipDialogProps {
  /** Null asks for a client. */
  client: Client | null
  onClose: () => void
}

/** Sells a plan; for the anonymous client the visitor's step follows. */
export function SellMembershipDialog({ client, onClose }: SellMembershipDialogProps) {
  const { receive } = useVisit()
  const sale = useSellMembership((sold) => (isAnonymous(sold.client) ? receive(sold.payment) : onClose()), onClose)
  return <SaleForm initialClient={client} sale={sale} onClose={onClose} />
}
