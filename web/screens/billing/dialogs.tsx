export { BillDialogRoute } from '../../features/bills/BillDialog.tsx'
export { AnonymousSold } from '../../features/memberships/AnonymousSoldDialog.tsx'

import { SellMembershipDialog } from '../../features/memberships/SellMembershipDialog.tsx'
import { HideWhileCallPending } from '../../features/unanswered/HideWhileCallPending.tsx'
import { SellProductDialog } from './sell-product/SellProductDialog.tsx'

export const NewSale = () => (
  <HideWhileCallPending kind="sale">{(onClose) => <SellProductDialog onClose={onClose} />}</HideWhileCallPending>
)

export const NewMembershipSale = () => (
  <HideWhileCallPending>{(onClose) => <SellMembershipDialog client={null} onClose={onClose} />}</HideWhileCallPending>
)
