import { Box, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { formatTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import type { ListedClient } from '@torniquete/contract/members/clients.ts'
import { findCurrentOrNextPause, formatPause, isPausedOn, type Pause } from '@torniquete/contract/members/pauses.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { useId, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ContactSelector } from '../../features/contacts/ContactSelector.tsx'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { PlanWithVisitsAndDebt } from '../../features/memberships/PlanWithVisitsAndDebt.tsx'
import { MessageList } from '../../features/messages/MessageList.tsx'
import { useSave } from '../../forms/use-save.ts'
import { DayText } from '../../kit/DayText.tsx'
import { FirstFieldFocus, useNestedDialogCount } from '../../kit/Dialog.tsx'
import { FactList } from '../../kit/FactList.tsx'
import { useRestoreFocus } from '../../kit/focus.ts'
import {
  IconArrowMerge,
  IconChevronDown,
  IconFingerprint,
  IconHistory,
  IconMessages,
  IconPlayerPause,
  IconPlayerPlay,
  IconTicket,
} from '../../kit/icons.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import { useKeyboardShortcuts } from '../../kit/use-keyboard-shortcuts.ts'
import { isSingleDialogOpen } from '../../kit/use-page-shortcuts.ts'
import { useCloseDialog, useDialogPathId, useIsDialogRouteOpen, useOpenDialog } from '../../navigation/open-dialog.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { ClientDebtsSection } from './ClientDebtsSection.tsx'
import { ClientDoorSection, type ClientDoorSectionProps, useClientPauses } from './ClientDoorSection.tsx'
import { useClientList } from './ClientsPage.tsx'

/** The fields scroll above the buttons. */
const column = { display: 'flex', flexDirection: 'column', overflow: 'hidden' } as const

const subtle = { variant: 'subtle', px: 'xs' }

/** Milliseconds between polls while terminals have not acknowledged a change. */
const untilTerminalsKnow = 2500

export function ClientCard() {
  const id = useDialogPathId()
  const onClose = useCloseDialog()
  const { isCovered, CoverContext, cover } = useNestedDialogCount()
  const isBelowDialog = useIsDialogRouteOpen()
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
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="27rem"
      title="Ficha del cliente"
      closeOnEscape={!isCovered && !isBelowDialog}
      styles={{ content: column, body: { ...column, flex: 1, minHeight: 0, padding: 0 } }}
    >
      <CoverContext value={cover}>
        {read.error && (
          <Box px="md" pt="md">
            <LoadError title="Error al cargar el cliente" query={read} onClose={onClose} />
          </Box>
        )}
        {client && (!read.error || read.data) && <Filled client={client} terminals={read.data?.door} />}
        {!client && !read.error && <Spinner />}
      </CoverContext>
    </Drawer>
  )
}

function Filled({ client, terminals }: ClientDoorSectionProps) {
  const { role } = useSignedInUser()
  const open = useOpenDialog()
  const { id } = client
  const sell = () => open('/clients/$id/card/sell', id)
  useKeyboardShortcuts([[hotkeys.sellToClient, () => isSingleDialogOpen() && sell(), { usePhysicalKeys: true }]])
  return (
    <>
      <Box
        component="section"
        flex={1}
        mih={0}
        px="md"
        pt="xs"
        pb="md"
        style={{ overflowY: 'auto' }}
        aria-label="Datos del cliente"
        tabIndex={0}
      >
        <Group wrap="nowrap" gap="md" mb="lg">
          <Picture src={client.photo_url} alt={`Foto de ${client.name}`} size={88} />
          <Stack gap={6} miw={0}>
            <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
              {client.name}
            </Title>
            <StatusMark good={client.is_active} />
            <ContactSelector {...client} />
          </Stack>
        </Group>
        <ClientDoorSection key={`${id} door`} client={client} terminals={terminals} />
        <ClientDebtsSection key={`${id} debt`} client={id} />
        <ClientPause key={`${id} pause`} client={id} />
        <ClientDetails client={client} />
        <Box mt="md">
          <ButtonWithIcon {...subtle} Icon={IconFingerprint} onClick={() => open('/clients/$id/card/biometrics', id)}>
            Huellas y rostro
          </ButtonWithIcon>
          {isCallAllowed(role, 'history.list') && (
            <ButtonWithIcon {...subtle} Icon={IconHistory} onClick={() => open('/clients/$id/card/history', id)}>
              Historial
            </ButtonWithIcon>
          )}
          {isCallAllowed(role, 'clients.merge') && (
            <ButtonWithIcon {...subtle} Icon={IconArrowMerge} onClick={() => open('/clients/$id/card/merge', id)}>
              Unir con otro cliente…
            </ButtonWithIcon>
          )}
          <ClientMessages key={id} client={id} />
        </Box>
      </Box>
      <Group gap="sm" p="md" pt="sm" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
        <Button variant="default" px="sm" onClick={() => open('/clients/$id/card/edit', id)}>
          Editar
        </Button>
        <ButtonWithIcon data-autofocus flex={1} px="sm" Icon={IconTicket} hotkey={hotkeys.sellToClient} onClick={sell}>
          Vender membresía
        </ButtonWithIcon>
      </Group>
      <FirstFieldFocus />
    </>
  )
}

function ClientDetails({ client }: { client: ListedClient }) {
  const clock = useGymClock()
  const { membership, paid_until: paid } = client
  const plan = membership ? (
    <PlanWithVisitsAndDebt name={membership.name} visits={client.status?.visits} />
  ) : (
    'Sin membresía'
  )
  const expiry = (expire: string | undefined) => <ExpiryDay expire={expire} today={clock?.today} />
  const isPaidLonger = paid && paid > (membership?.expire_membership ?? '')
  return (
    <>
      <FactList
        cols={2}
        verticalSpacing="sm"
        mb="lg"
        p="md"
        bd="1px solid var(--mantine-color-default-border)"
        bdrs="md"
        bg="var(--surface-hover)"
        facts={[
          ['Membresía', plan, 'wide'],
          ['Inicio', <DayText key="start" day={membership?.start_date ?? null} />],
          ['Vencimiento', expiry(membership?.expire_membership)],
          ['Pagado hasta', isPaidLonger ? expiry(paid) : undefined, 'wide'],
        ]}
      />
      <FactList
        cols={2}
        verticalSpacing="sm"
        facts={[
          ['Correo', client.email, 'wide'],
          ['Teléfono', client.phone_number],
          ['Número de tarjeta', client.card_number],
          // Both are undefined if the gym has no country.
          ['RNC o cédula', client.tax_id && formatTaxId(client.tax_id)],
          ['Razón social', client.legal_name],
          ['Dirección', client.address, 'wide'],
          ['Fecha de nacimiento', <DayText key="birth" day={client.birth_date} />],
          [
            'Fecha de registro',
            <DayText key="since" day={clock && toLocalDay(clock.zone, new Date(client.created_at))} />,
          ],
          ['Número en el dispositivo', client.id_zkteco, 'wide'],
          ['Notas', client.notes, 'wide'],
        ]}
      />
    </>
  )
}

function ClientPause({ client }: { client: number }) {
  const told = useClientPauses(client)
  const open = useOpenDialog()
  const onPause = () => open('/clients/$id/card/pause', client)
  const today = useGymClock()?.today
  if (!told || !today) return null
  const pause = findCurrentOrNextPause(told.pauses, today)
  if (pause) return <CurrentPause pause={pause} today={today} onPause={onPause} />
  if (!told.allowance && told.pauses.length === 0) return null
  return <PauseButton label="Pausar" onPause={onPause} />
}

const PauseButton = ({ label, onPause }: { label: string; onPause: () => void }) => (
  <Button variant="subtle" px="xs" leftSection={<IconPlayerPause size={20} aria-hidden />} onClick={onPause}>
    {label}
  </Button>
)

function CurrentPause({ pause, today, onPause }: { pause: Pause; today: string; onPause: () => void }) {
  const runs = isPausedOn(pause, today)
  const { submit, pending } = useSave({
    run: (_: undefined, send) => send('pauses.end', { params: { id_pause: pause.id } }),
    done: runs ? 'Pausa terminada.' : 'Pausa quitada.',
  })
  return (
    <Group component="section" aria-label="Pausa" gap="0.5rem" mb="md">
      <Text flex="1 1 100%" style={{ overflowWrap: 'anywhere' }}>
        <strong>{formatPause(pause, today)}</strong> · {pause.reason}
      </Text>
      <Button
        variant="default"
        h={44}
        leftSection={<IconPlayerPlay size={20} aria-hidden />}
        aria-disabled={pending || undefined}
        onClick={() => submit(undefined)}
      >
        {runs ? 'Terminar pausa' : 'Quitar pausa'}
      </Button>
      <PauseButton label="Otra pausa" onPause={onPause} />
    </Group>
  )
}

function ClientMessages({ client }: { client: number }) {
  const [opened, setOpened] = useState(false)
  const part = useId()
  return (
    <>
      <Button
        variant="subtle"
        px="xs"
        leftSection={<IconMessages size={20} aria-hidden />}
        rightSection={<IconChevronDown size={18} aria-hidden style={{ rotate: opened ? '180deg' : undefined }} />}
        aria-expanded={opened}
        aria-controls={part}
        onClick={() => setOpened(!opened)}
      >
        Mensajes
      </Button>
      <Box component="section" id={part} aria-label="Mensajes" hidden={!opened} mt="0.5rem">
        {opened && <MessageList client={client} empty="No hay mensajes para este cliente" />}
      </Box>
    </>
  )
}
