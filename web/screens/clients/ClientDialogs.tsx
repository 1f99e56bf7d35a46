import type { Client } from '@torniquete/contract/clients.ts'
import { SellMembershipDialog } from '../billing/sell-membership/SellMembershipDialog.tsx'
import { ClientForm } from './ClientForm.tsx'
import { DeleteClientDialog } from './DeleteClientDialog.tsx'
import { EditClientDialog } from './EditClientDialog.tsx'

export type ClientDialog =
  | { kind: 'new' }
  | { kind: 'edit' | 'delete'; client: Client }
  /** Null lets the client be picked. */
  | { kind: 'sell'; client: Client | null }

export function ClientDialogs({ dialog, onClose }: { dialog: ClientDialog | null; onClose: () => void }) {
  switch (dialog?.kind) {
    case 'new':
      return <ClientForm edited={null} onClose={onClose} onReload={onClose} />
    case 'edit':
      return <EditClientDialog id={dialog.client.id} onClose={onClose} />
    case 'delete':
      return <DeleteClientDialog client={dialog.client} onClose={onClose} />
    case 'sell':
      return <SellMembershipDialog client={dialog.client} onClose={onClose} />
    default:
      return null
  }
}
