import { lazyDialog } from '../../kit/lazy-dialog.tsx'

/** A list does not wait for the code of the bills that are opened from it. */
export const BillDialog = lazyDialog(
  async () => (await import('./BillDialog.tsx')).BillDialog,
  ({ onClose }) => onClose,
)
