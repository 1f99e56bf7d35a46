import { type ReactNode, useMemo, useState } from 'react'
import type { CallInput } from '../../api/call-input.ts'
import { DeleteDialog, type DeleteDialogTexts } from '../../forms/DeleteDialog.tsx'
import type { RowActionHandlers } from '../../kit/RowActions.tsx'
import { type DialogPath, useOpenDialog } from '../../navigation/open-dialog.ts'

export type ResourceArea = 'gyms' | 'memberships' | 'products' | 'suppliers' | 'users'

interface Row {
  id: number
  name: string
}

interface Deletion<Name extends ResourceArea, Deleted> extends DeleteDialogTexts {
  area: Name
  inputOf: (row: Deleted) => CallInput<`${Name}.delete`>
  edit: Extract<DialogPath, `${string}/$id/edit`>
  /** Kind of row, with its article: 'el producto'. */
  what: string
  /** Second sentence of the question before a deletion, about its consequence. */
  consequence: string
  onDeleted?: (row: Deleted) => void
}

/** Edit and delete actions for the rows of a resource's list, and the question before a deletion. */
export function useRowActions<Name extends ResourceArea, Listed extends Row>(
  deletion: Deletion<Name, Listed>,
): { acts: RowActionHandlers<Listed>; question: ReactNode } {
  const { area, inputOf, edit, what, consequence, onDeleted, ...texts } = deletion
  const open = useOpenDialog()
  const [row, setRow] = useState<Listed | null>(null)
  const acts = useMemo(() => ({ onEdit: ({ id }: Listed) => open(edit, id), onDelete: setRow }), [open, edit])
  const question = row && (
    <DeleteDialog
      {...texts}
      // The cast is needed because TypeScript cannot resolve the input type of a call whose name is a type parameter.
      remove={(send) => send(`${area}.delete`, inputOf(row) as never)}
      name={row.name}
      onDeleted={() => onDeleted?.(row)}
      onClose={() => setRow(null)}
    >
      ¿Estás seguro de que deseas eliminar {what} <strong>{row.name}</strong>? {consequence}
    </DeleteDialog>
  )
  return { acts, question }
}
