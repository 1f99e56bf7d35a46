import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import {
  type MessageState,
  messageStates,
  type OutboxSummary,
  type UnreachableClient,
} from '@torniquete/contract/messaging/outbox.ts'
import { formatDate } from '@torniquete/contract/shared/dates.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { useState } from 'react'
import { pollIntervalMs, useEndpoint } from '../../api/use-endpoint.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { FactList } from '../../kit/FactList.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconMessages, IconUserOff } from '../../kit/icons.ts'
import { SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { Panel } from '../../kit/Panel.tsx'
import type { Column } from '../../kit/table-column.ts'
import { makeClientColumn } from '../../navigation/link-columns.tsx'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { readChoice } from '../../navigation/search-values.ts'
import { useLocalPagination } from '../../navigation/use-screen-search.ts'
import { MessageList } from './MessageList.tsx'
import { formatChannels, messageStateLabels } from './message-texts.ts'
import classes from './outbox.module.css'

type OpenDialog = { kind: 'unreachable' } | { kind: 'outbox'; state?: MessageState }

export function OutboxStatusCard({ zone }: { zone: string }) {
  const status = useEndpoint('outbox.status', {}, { refetchInterval: pollIntervalMs })
  // Only the total is shown; it is loaded again when clients change.
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
        <SpinnerOrLoadError queries={[status]} />
      )}
      <Group gap="sm">
        <ButtonWithIcon variant="default" Icon={IconMessages} onClick={() => setDialog({ kind: 'outbox' })}>
          Ver mensajes
        </ButtonWithIcon>
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
          {unreachable.data && `: ${formatNumber(unreachable.data.total)}`}
        </Button>
      </Group>
      {dialog?.kind === 'outbox' && <OutboxDialog initialState={dialog.state} onClose={close} />}
      {dialog?.kind === 'unreachable' && <UnreachableDialog onClose={close} />}
    </Panel>
  )
}

function SendingStatus({ status, zone, onFailures }: { status: OutboxSummary; zone: string; onFailures: () => void }) {
  const { channels, last_sent_at, pending, sent, failed, last_failure } = status
  return (
    <>
      {channels.length > 0 ? (
        <Text size="sm" c="dimmed">
          Canales configurados: {formatChannels(channels)}.
        </Text>
      ) : (
        <Alert color="yellow">
          No hay ningún canal configurado: los mensajes no salen, y su texto se puede leer aquí.
        </Alert>
      )}
      <FactList
        cols={2}
        verticalSpacing="sm"
        facts={[
          [
            'Último envío',
            last_sent_at ? <InstantText key="sent" instant={last_sent_at} zone={zone} /> : 'Ninguno todavía',
          ],
          ['Pendientes', formatNumber(pending)],
          ['Enviados en 7 días', formatNumber(sent)],
          ['Fallidos en 7 días', formatNumber(failed)],
        ]}
      />
      {last_failure && (
        <Stack gap="0.35rem" align="start">
          <Text size="sm">
            <strong data-tone="bad">Último fallo</strong> <InstantText instant={last_failure.at} zone={zone} />
          </Text>
          <Text size="sm">{last_failure.reason}</Text>
          <Button size="compact-sm" variant="default" onClick={onFailures}>
            Ver fallidos
          </Button>
        </Stack>
      )}
    </>
  )
}

const choices = [
  { value: '', label: 'Todos' },
  ...messageStates.map((value) => ({ value, label: messageStateLabels[value] })),
]

function OutboxDialog({ initialState, onClose }: { initialState?: MessageState; onClose: () => void }) {
  const [state, setState] = useState(initialState)
  return (
    <Dialog onClose={onClose} title="Mensajes del gimnasio" size="lg">
      <NativeSelect
        label="Estado"
        data={choices}
        value={state ?? ''}
        mb="md"
        maw={{ xs: 240 }}
        onChange={({ currentTarget }) => setState(readChoice(currentTarget.value, messageStates))}
      />
      <MessageList
        key={state ?? 'all'}
        state={state}
        empty={state ? `No hay mensajes con el estado «${messageStateLabels[state]}»` : 'Todavía no hay mensajes'}
      />
    </Dialog>
  )
}

const columns: Column<UnreachableClient>[] = [
  makeClientColumn('Nombre', (client) => client),
  { header: 'Teléfono', cell: ({ phone_number }) => phone_number ?? '—' },
  { header: 'Vencimiento', align: 'right', cell: ({ expires }) => formatDate(expires) },
]

function UnreachableDialog({ onClose }: { onClose: () => void }) {
  const { asked, address } = useLocalPagination(10)
  const list = useEndpoint('outbox.unreachable', { query: asked })
  return (
    <Dialog onClose={onClose} title="Clientes a los que no llega ningún mensaje" size="lg">
      <Text size="sm" c="dimmed" mb="sm">
        No tienen un teléfono o un correo útil para los canales configurados. Corrígelo en su ficha.
      </Text>
      <PagedTable
        {...address}
        label="Clientes a los que no llega ningún mensaje"
        pages="Paginación"
        columns={columns}
        rowKey={({ id }) => id}
        query={list}
        unprinted
        empty="A todos los clientes con membresía les llegan los mensajes"
      />
    </Dialog>
  )
}
