// The dialogs that have an address below the page of what is sold, but for the sale of products.
export { AnonymousSold } from '../../features/memberships/AnonymousSoldDialog.tsx'

import { SellMembershipDialog } from '../../features/memberships/SellMembershipDialog.tsx'
import { UnlessUnanswered } from '../../features/unanswered/UnlessUnanswered.tsx'

export const NewMembershipSale = () => (
  <UnlessUnanswered>{(onClose) => <SellMembershipDialog client={null} onClose={onClose} />}</UnlessUnanswered>
)
