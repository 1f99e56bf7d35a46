import { dialogOnDemand } from './on-demand.tsx'

/** For what stands in a page: the question's code is fetched when it is asked. */
export const ConfirmDialog = dialogOnDemand(() => import('./ConfirmDialog.tsx'), 'ConfirmDialog')
