import { dialogOnDemand } from '../../kit/on-demand.tsx'

/** A list stands without the code of the bills that are opened from it. */
export const BillDialog = dialogOnDemand(() => import('./BillDialog.tsx'), 'BillDialog')
