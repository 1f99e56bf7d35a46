import { drawerShortText } from '@torniquete/contract/shared/shift-words.ts'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { NestedDialog } from '../kit/NestedDialog.tsx'

export const isDrawerShort = (error: Error | null): boolean => error?.message === drawerShortText

interface ShortDrawerQuestionProps {
  children: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** Asks once to confirm an overdraw of the drawer, without showing its expected amount. */
export const ShortDrawerQuestion = ({ children, ...actions }: ShortDrawerQuestionProps) => (
  <NestedDialog>
    <ConfirmDialog
      title="En la caja no hay tanto"
      confirmLabel="Registrar de todos modos"
      cancelLabel="Corregir"
      {...actions}
    >
      {children}
    </ConfirmDialog>
  </NestedDialog>
)
