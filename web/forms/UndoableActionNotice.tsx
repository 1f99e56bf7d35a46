import { Alert, Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { type SaveOptions, useSave } from './use-save.ts'

interface UndoableActionProps<Undone> extends Pick<SaveOptions<number, Undone>, 'done' | 'detail'> {
  id: number
  action: ReactNode
  title: string
  color?: 'red' | 'teal'
  undo: SaveOptions<number, Undone>['run']
  children: ReactNode
}

export function UndoableActionNotice<Undone>({
  id,
  action,
  title,
  color,
  undo,
  children,
  ...said
}: UndoableActionProps<Undone>) {
  const [asking, setAsking] = useState(false)
  const { pending, submit } = useSave({ ...said, run: undo, onSaved: () => setAsking(false) })
  return (
    <Alert color="gray">
      <Group justify="space-between">
        <span>{action}</span>
        <Button variant="default" onClick={() => setAsking(true)}>
          Deshacer
        </Button>
      </Group>
      {asking && (
        <ConfirmDialog
          title={title}
          confirmLabel="Deshacer"
          pendingLabel="Deshaciendo"
          color={color}
          pending={pending}
          onConfirm={() => submit(id)}
          onCancel={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </Alert>
  )
}
