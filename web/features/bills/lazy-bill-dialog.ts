import { lazyDialog } from '../../kit/lazy-dialog.tsx'

/** Lists load without the bill's code. */
export const BillDialog = lazyDialog(
  async () => (await import('./BillDialog.tsx')).BillDialog,
  ({ onClose }) => onClose,
)
