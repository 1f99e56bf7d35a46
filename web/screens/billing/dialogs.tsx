export { ShownBill } from '../../features/bills/BillDialog.tsx'
export { AnonymousSold } from '../../features/memberships/AnonymousSoldDialog.tsx'

import { SellMembershipDialog } from '../../features/memberships/SellMembershipDialog.tsx'
import { UnlessUnanswered } from '../../features/unanswered/UnlessUnanswered.tsx'
import { SellProductDialog } from './sell-product/SellProductDialog.tsx'

export const NewSale = () => (
  <UnlessUnanswered kind="sale">{(onClose) => <SellProductDialog onClose={onClose} />}</UnlessUnanswered>
)

export const NewMembershipSale = () => (
  <UnlessUnanswered>{(onClose) => <SellMembershipDialog client={null} onClose={onClose} />}</UnlessUnanswered>
)
