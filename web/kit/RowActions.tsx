import type { ReactNode } from 'react'
import { IconPencil, IconTrash } from './icons.ts'
import classes from './kit.module.css'
import { makeActionsColumn } from './table-column.ts'
import { toast } from './toast.ts'

interface RowButtonProps {
  label: string
  name: string
  /** Reason why the action is forbidden: the button is dimmed, and pressing it shows the reason. */
  refusal?: string | null
  color?: 'teal' | 'red'
  onPress: () => void
  Icon: typeof IconPencil
}

export function RowButton({ label, name, refusal, color, onPress, Icon }: RowButtonProps) {
  return (
    <button
      type="button"
      className={classes.action}
      data-color={color}
      title={refusal ?? label}
      aria-label={refusal ? `${label} ${name}: ${refusal}` : `${label} ${name}`}
      aria-disabled={refusal ? true : undefined}
      onClick={() => (refusal ? toast.info(refusal) : onPress())}
    >
      <Icon size={20} aria-hidden />
    </button>
  )
}

interface RowActionsProps {
  name: string
  onEdit?: () => void
  onDelete?: () => void
  deleteRefusal?: string | null
  children?: ReactNode
}

export function RowActions({ name, onEdit, onDelete, deleteRefusal, children }: RowActionsProps) {
  return (
    <span className={classes.actions}>
      {children}
      {onEdit && <RowButton Icon={IconPencil} label="Editar" name={name} color="teal" onPress={onEdit} />}
      {onDelete && (
        <RowButton
          Icon={IconTrash}
          label="Eliminar"
          name={name}
          refusal={deleteRefusal}
          color="red"
          onPress={onDelete}
        />
      )}
    </span>
  )
}

export interface RowActionHandlers<Row> {
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
  deleteRefusal?: (row: Row) => string | null
}

export const makeRowActionsColumn = <Row extends { name: string }>(
  acts: RowActionHandlers<Row>,
  more?: (row: Row) => ReactNode,
) =>
  makeActionsColumn<Row>((row) => (
    <RowActions
      name={row.name}
      deleteRefusal={acts.deleteRefusal?.(row)}
      onEdit={() => acts.onEdit(row)}
      onDelete={() => acts.onDelete(row)}
    >
      {more?.(row)}
    </RowActions>
  ))
