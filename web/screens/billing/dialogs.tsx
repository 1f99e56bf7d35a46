export { BillDialogRoute } from '../../features/bills/BillDialog.tsx'
export { DayPassSoldDialog } from '../../features/memberships/DayPassSoldDialog.tsx'

import { SellMembershipDialog } from '../../features/memberships/SellMembershipDialog.tsx'
import { CloseIfCallPendingAtLoad } from '../../features/unanswered/CloseIfCallPendingAtLoad.tsx'

export const NewMembershipSale = () => (
  <CloseIfCallPendingAtLoad>
    {(onClose) => <SellMembershipDialog client={null} onClose={onClose} />}
  </CloseIfCallPendingAtLoad>
)
