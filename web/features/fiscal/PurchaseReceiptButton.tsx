import { may } from '@torniquete/contract/permissions.ts'
import { useState } from 'react'
import { IconPencil } from '../../kit/icons.ts'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { IconButton } from '../../kit/PageButton.tsx'
import { useSignedInUser } from '../../session/session.tsx'
import { useCountry } from './use-country.ts'

const PurchaseReceiptForm = makeLazyComponent(
  async () => (await import('./PurchaseReceiptForm.tsx')).PurchaseReceiptForm,
  null,
)

/** Button of a purchase that edits the seller's receipt, in gyms that issue fiscal receipts. */
export function PurchaseReceiptButton({ id }: { id: number }) {
  const { role } = useSignedInUser()
  const country = useCountry()
  const [isOpen, setOpen] = useState(false)
  if (country === 'none' || !may(role, 'fiscal.edit-received')) return null
  return (
    <>
      <IconButton variant="light" Icon={IconPencil} onClick={() => setOpen(true)}>
        Comprobante
      </IconButton>
      {isOpen && <PurchaseReceiptForm id={id} onClose={() => setOpen(false)} />}
    </>
  )
}
