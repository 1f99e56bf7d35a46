import { Button, Group } from '@mantine/core'
import type { MessageState } from '@torniquete/contract/messaging/outbox.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { useState } from 'react'
import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { IconMessages, IconUserOff } from '../../kit/icons.ts'
import { QueryState } from '../../kit/LoadError.tsx'
import { IconButton } from '../../kit/PageButton.tsx'
import { Panel } from '../../kit/Panel.tsx'
import { OutboxDialog } from './OutboxDialog.tsx'
import classes from './outbox.module.css'
import { SendingStatus } from './SendingStatus.tsx'
import { UnreachableDialog } from './UnreachableDialog.tsx'

type OpenDialog = { kind: 'unreachable' } | { kind: 'outbox'; state?: MessageState }

/** Delivery status: channels, last message, failures, and unreachable clients. */
export function SendingCard({ zone }: { zone: string }) {
  const status = useEndpoint('outbox.status', {}, { refetchInterval: pollInterval })
  // Only the number, which follows changes of clients.
  const unreachable = useEndpoint('outbox.unreachable', { query: { page: 0, size_page: 10 } })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <Panel title="Envíos">
      {status.data ? (
        <SendingStatus
          status={status.data}
          zone={zone}
          onFailures={() => setDialog({ kind: 'outbox', state: 'failed' })}
        />
      ) : (
        <QueryState queries={[status]} />
      )}
      <Group gap="sm">
        <IconButton variant="default" Icon={IconMessages} onClick={() => setDialog({ kind: 'outbox' })}>
          Ver mensajes
        </IconButton>
        <Button
          variant="default"
          h="auto"
          mih={42}
          py={6}
          classNames={{ label: classes.wrapped }}
          leftSection={<IconUserOff size={20} aria-hidden />}
          onClick={() => setDialog({ kind: 'unreachable' })}
        >
          Clientes a los que no llega ningún mensaje
          {unreachable.data && `: ${showNumber(unreachable.data.total)}`}
        </Button>
      </Group>
      {dialog?.kind === 'outbox' && <OutboxDialog initialState={dialog.state} onClose={close} />}
      {dialog?.kind === 'unreachable' && <UnreachableDialog onClose={close} />}
    </Panel>
  )
}
