export { BillDialogRoute } from '../../features/bills/BillDialog.tsx'
export { AnonymousSoldDialog } from '../../features/memberships/AnonymousSoldDialog.tsx'

import { SellMembershipDialog } from '../../features/memberships/SellMembershipDialog.tsx'
import { HideWhileCallPending } from '../../features/unanswered/HideWhileCallPending.tsx'

export const NewMembershipSale = () => (
  <HideWhileCallPending>{(onClose) => <SellMembershipDialog client={null} onClose={onClose} />}</HideWhileCallPending>
)
