// Rows that people create, edit, delete and restore. The resource's calls, texts and form are data; its dialogs and row
// actions are the same everywhere.
import type { Answer } from '@torniquete/contract/endpoints.ts'
import { type FunctionComponent, type ReactNode, useMemo, useState } from 'react'
import type { Send } from '../../api/call.ts'
import type { CallInput } from '../../api/call-input.ts'
import { DeleteDialog, type DeleteTexts } from '../../forms/DeleteDialog.tsx'
import { editDialog } from '../../forms/EditDialog.tsx'
import type { Stored } from '../../forms/use-record-form.tsx'
import type { RowActs } from '../../kit/RowActions.tsx'
import { type DialogPath, useOpenDialog } from '../../navigation/opening.ts'
import { DeletedDialog, DeletedRows, type DeletedTexts } from '../deleted/DeletedDialog.tsx'

type Area = 'gyms' | 'memberships' | 'products' | 'suppliers' | 'users'
type EditPath = Extract<DialogPath, `${string}/$id/edit`>

interface Row {
  id: number
  name: string
}

interface Deletion<Deleted> extends DeleteTexts {
  /** The row with its article: 'el producto'. */
  what: string
  /** Second sentence of the question. */
  consequence: string
  /** Query of the call. */
  queryOf?: (row: Deleted) => object
  onDeleted?: (row: Deleted) => void
}

interface Resource<Name extends Area, Listed> {
  /** Area of the calls. */
  area: Name
  paramsOf: (id: number) => CallInput<`${Name}.read`>['params'] & CallInput<`${Name}.restore`>['params']
  /** Path of the edit dialog. */
  path: EditPath
  Form: FunctionComponent<{ stored: Stored<Answer<`${Name}.read`>> | null }>
  /** Title of the edit dialog, and its size. */
  title: string
  size?: 'md'
  /** Replaces the edit dialog if one call does not read the complete row. */
  Edit?: FunctionComponent
  /** `zone`: for rows outside a gym. */
  deleted: DeletedTexts & { zone?: string }
  deletion: Deletion<Listed>
}

export function defineResource<Name extends Area, Listed extends Row>(resource: Resource<Name, Listed>) {
  const { area, path, Form, title, size, deleted, deletion } = resource
  // TypeScript cannot resolve the conditional types of a call named by a type parameter.
  const inputOf = (id: number) => ({ params: resource.paramsOf(id) }) as never

  function DeleteRow({ row, onClose }: { row: Listed; onClose: () => void }): ReactNode {
    const { what, consequence, queryOf, onDeleted, ...texts } = deletion
    const query = queryOf?.(row)
    return (
      <DeleteDialog
        {...texts}
        remove={(send: Send) => send(`${area}.delete`, { ...(inputOf(row.id) as object), query } as never)}
        name={row.name}
        onDeleted={() => onDeleted?.(row)}
        onClose={onClose}
      >
        ¿Estás seguro de que deseas eliminar {what} <strong>{row.name}</strong>? {consequence}
      </DeleteDialog>
    )
  }

  return {
    New: () => <Form stored={null} />,
    Edit: resource.Edit ?? editDialog({ read: `${area}.read`, inputOf, Form, title, size }),
    Deleted: () => {
      const { zone, ...texts } = deleted
      const list = {
        ...texts,
        list: `${area}.deleted`,
        restore: (id: number, send: Send) => send(`${area}.restore`, inputOf(id)),
      } as const
      return zone ? <DeletedRows {...list} zone={zone} /> : <DeletedDialog {...list} />
    },
    /** Row actions of the list, and the question before a deletion. */
    useRowActs: (): { acts: RowActs<Listed>; question: ReactNode } => {
      const open = useOpenDialog()
      const [row, setRow] = useState<Listed | null>(null)
      const acts = useMemo(() => ({ onEdit: ({ id }: Listed) => open(path, id), onDelete: setRow }), [open])
      return { acts, question: row && <DeleteRow row={row} onClose={() => setRow(null)} /> }
    },
  }
}
