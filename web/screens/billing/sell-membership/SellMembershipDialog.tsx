import type { Client } from '@torniquete/contract/clients.ts'
import { useState } from 'react'
import { AnonymousSoldDialog } from './AnonymousSoldDialog.tsx'
import { isAnonymous } from './membership-sale.ts'
import { SaleForm } from './SaleForm.tsx'
import { type Sold, useSellMembership } from './use-sell-membership.ts'

interface SellMembershipDialogProps {
  /** Null lets the client be picked. */
  client: Client | null
  onClose: () => void
}

/** Sells a plan; a sale to the anonymous client stays open, for its visitor is still before the door. */
export function SellMembershipDialog({ client, onClose }: SellMembershipDialogProps) {
  const [waiting, setWaiting] = useState<Sold | null>(null)
  const sale = useSellMembership((sold) => (isAnonymous(sold.client) ? setWaiting(sold) : onClose()), onClose)
  if (!waiting) return <SaleForm initialClient={client} sale={sale} onClose={onClose} />
  return <AnonymousSoldDialog sold={waiting} onClose={onClose} onSellAgain={() => setWaiting(null)} />
}
