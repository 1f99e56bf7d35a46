import type { Client } from '@torniquete/contract/clients.ts'
import { lazy, Suspense } from 'react'
import { SellMembershipDialog } from '../billing/sell-membership/SellMembershipDialog.tsx'
import { ClientForm } from './ClientForm.tsx'
import { DeleteClientDialog } from './DeleteClientDialog.tsx'
import { EditClientDialog } from './EditClientDialog.tsx'

export type ClientDialog =
  | { kind: 'new' | 'deleted' }
  | { kind: 'edit' | 'delete' | 'history'; client: Client }
  /** Null lets the client be picked. */
  | { kind: 'sell'; client: Client | null }

// Of admins, and seldom.
const HistoryDialog = lazy(() =>
  import('../history/HistoryDialog.tsx').then(({ HistoryDialog }) => ({ default: HistoryDialog })),
)
const DeletedClientsDialog = lazy(() =>
  import('./DeletedClientsDialog.tsx').then(({ DeletedClientsDialog }) => ({ default: DeletedClientsDialog })),
)

interface ClientDialogsProps {
  dialog: ClientDialog | null
  onClose: () => void
}

export function ClientDialogs({ dialog, onClose }: ClientDialogsProps) {
  switch (dialog?.kind) {
    case 'new':
      return <ClientForm edited={null} onClose={onClose} onReload={onClose} />
    case 'edit':
      return <EditClientDialog id={dialog.client.id} onClose={onClose} />
    case 'delete':
      return <DeleteClientDialog client={dialog.client} onClose={onClose} />
    case 'sell':
      return <SellMembershipDialog client={dialog.client} onClose={onClose} />
    case 'history':
      return (
        <Suspense>
          <HistoryDialog entity="clients" id={dialog.client.id} name={dialog.client.name} onClose={onClose} />
        </Suspense>
      )
    case 'deleted':
      return (
        <Suspense>
          <DeletedClientsDialog onClose={onClose} />
        </Suspense>
      )
    default:
      return null
  }
}
