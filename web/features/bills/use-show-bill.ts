import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ToastAction } from '../../kit/ToastMessage.tsx'
import { readBillingSearch } from '../../navigation/billing-search.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'

export type SoldBillKind = 'sale' | 'payment'

/** Opens a bill over the screen Facturación, whose lists keep their filters. */
export function useShowBill(): (kind: SoldBillKind, id: number) => void {
  const navigate = useNavigate()
  return useCallback(
    (kind, id) =>
      void navigate({
        to: '/billing/bill/$kind/$id',
        params: { kind, id: String(id) },
        search: (before) => readBillingSearch(before),
        resetScroll: false,
      }),
    [navigate],
  )
}

export function useShowBillToastAction(kind: SoldBillKind): (sold: { id: number }) => ToastAction {
  const showBill = useShowBill()
  return ({ id }) => ({ label: 'Ver factura', keys: hotkeys.showBill, run: () => showBill(kind, id) })
}
