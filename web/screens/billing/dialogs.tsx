// The dialogs that have an address below the page of what is sold.
export { AnonymousSold } from './sell-membership/AnonymousSoldDialog.tsx'

import { SellMembershipDialog } from './sell-membership/SellMembershipDialog.tsx'
import { SellProductDialog } from './sell-product/SellProductDialog.tsx'
import { UnlessUnanswered } from './UnlessUnanswered.tsx'

export const NewSale = () => (
  <UnlessUnanswered kind="sale">{(onClose) => <SellProductDialog onClose={onClose} />}</UnlessUnanswered>
)

export const NewMembershipSale = () => (
  <UnlessUnanswered>{(onClose) => <SellMembershipDialog client={null} onClose={onClose} />}</UnlessUnanswered>
)
