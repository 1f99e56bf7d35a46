import { Alert, Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ActionDialog } from './ActionDialog.tsx'
import type { SaveOptions } from './use-save.ts'

interface UndoableActionProps<Undone> extends Pick<SaveOptions<null, Undone>, 'run' | 'done' | 'detail'> {
  action: ReactNode
  title: string
  color?: 'red' | 'teal'
  children: ReactNode
}

export function UndoableActionNotice<Undone>(props: UndoableActionProps<Undone>) {
  const { action, title, color, children, ...undo } = props
  const [asking, setAsking] = useState(false)
  return (
    <Alert color="gray">
      <Group justify="space-between">
        <span>{action}</span>
        <Button variant="default" onClick={() => setAsking(true)}>
          Deshacer
        </Button>
      </Group>
      {asking && (
        <ActionDialog
          title={title}
          confirmLabel="Deshacer"
          pendingLabel="Deshaciendo"
          color={color}
          action={undo}
          onClose={() => setAsking(false)}
        >
          {children}
        </ActionDialog>
      )}
    </Alert>
  )
}
