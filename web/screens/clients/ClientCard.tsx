import { Box, Button, Drawer, Group, Skeleton, Stack, Title } from '@mantine/core'
import { may } from '@torniquete/contract/permissions.ts'
import { type ComponentProps, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ContactSelector } from '../../features/contacts/ContactSelector.tsx'
import { ClientMessages } from '../../features/messages/ClientMessages.tsx'
import { FirstFocus } from '../../kit/Dialog.tsx'
import { useRestoreFocus } from '../../kit/focus.ts'
import { IconArrowMerge, IconFingerprint, IconHistory, IconTicket } from '../../kit/icons.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { IconButton } from '../../kit/PageButton.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import { useKeys } from '../../kit/use-keys.ts'
import { isOnlyDialog } from '../../kit/use-page-keys.ts'
import { useCloseDialog, useDialogId, useDialogOpen, useOpenDialog } from '../../navigation/opening.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useSignedIn } from '../../session/session.tsx'
import classes from './ClientCard.module.css'
import { ClientDebt } from './ClientDebt.tsx'
import { ClientDetails } from './ClientDetails.tsx'
import { ClientDoor } from './ClientDoor.tsx'
import { ClientPause } from './ClientPause.tsx'
import { useClientList } from './ClientsPage.tsx'

/** Milliseconds between polls for pending acknowledgements. */
const untilTerminalsKnow = 2500

export function ClientCard() {
  const id = useDialogId()
  const onClose = useCloseDialog()
  // A dialog above handles Escape.
  const covered = useDialogOpen()
  // Shown until the client is loaded.
  const listed = useClientList().data?.items.find((client) => client.id === id)
  const [waiting, setWaiting] = useState(false)
  const read = useEndpoint(
    'clients.read',
    { params: { id_client: id } },
    { refetchInterval: waiting && untilTerminalsKnow },
  )
  const waits = read.data?.door.some(({ current }) => !current) ?? false
  if (waits !== waiting) setWaiting(waits)
  const client = read.data ?? listed
  useRestoreFocus()
  const [asking, setAsking] = useState(false)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="27rem"
      title="Ficha del cliente"
      closeOnEscape={!covered && !asking}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <LoadError title="Error al cargar el cliente" query={read} onClose={onClose} />
      {client && (!read.error || read.data) && (
        <Filled client={client} terminals={read.data?.door} asking={asking} covered={covered} onAsk={setAsking} />
      )}
      {!client && !read.error && <Waiting />}
    </Drawer>
  )
}

type FilledProps = { covered: boolean } & ComponentProps<typeof ClientDoor>

function Filled({ client, terminals, asking, covered, onAsk }: FilledProps) {
  const { role } = useSignedIn()
  const open = useOpenDialog()
  const { id } = client
  const sell = () => open('/clients/$id/card/sell', id)
  useKeys([[hotkeys.sellToClient, () => !asking && isOnlyDialog() && sell(), { usePhysicalKeys: true }]])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.scroller} aria-label="Datos del cliente" tabIndex={0}>
        <Group wrap="nowrap" gap="md" mb="lg">
          <Picture src={client.photo_url} alt={`Foto de ${client.name}`} size={88} />
          <Stack gap={6} miw={0}>
            <Title order={2} size="h3" className={classes.name}>
              {client.name}
            </Title>
            <StatusMark good={client.is_active} />
            <ContactSelector {...client} />
          </Stack>
        </Group>
        <ClientDoor key={`${id} door`} client={client} terminals={terminals} asking={asking} onAsk={onAsk} />
        <ClientDebt key={`${id} debt`} client={id} covered={covered || asking} />
        <ClientPause key={`${id} pause`} client={id} />
        <ClientDetails client={client} />
        <Box mt="md">
          <IconButton
            variant="subtle"
            px="xs"
            Icon={IconFingerprint}
            onClick={() => open('/clients/$id/card/biometrics', id)}
          >
            Huellas y rostro
          </IconButton>
          {may(role, 'history.list') && (
            <IconButton
              variant="subtle"
              px="xs"
              Icon={IconHistory}
              onClick={() => open('/clients/$id/card/history', id)}
            >
              Historial
            </IconButton>
          )}
          {may(role, 'clients.merge') && (
            <IconButton
              variant="subtle"
              px="xs"
              Icon={IconArrowMerge}
              onClick={() => open('/clients/$id/card/merge', id)}
            >
              Unir con otro cliente…
            </IconButton>
          )}
          <ClientMessages key={id} client={id} />
        </Box>
      </section>
      <div className={classes.footer}>
        <Button variant="default" px="sm" onClick={() => open('/clients/$id/card/edit', id)}>
          Editar
        </Button>
        <IconButton data-autofocus px="sm" Icon={IconTicket} hotkey={hotkeys.sellToClient} onClick={sell}>
          Vender membresía
        </IconButton>
      </div>
      <FirstFocus />
    </>
  )
}

function Waiting() {
  return (
    <Stack role="status" aria-label="Cargando…">
      <Skeleton height={88} circle />
      <Skeleton height={20} width="60%" />
      <Skeleton height={160} />
    </Stack>
  )
}
