import { Anchor, Box, Button, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { listPanelDoorNames } from '@torniquete/contract/door/device-doors.ts'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import type { DeviceBiometrics } from '@torniquete/contract/members/biometrics.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { useState } from 'react'
import { now } from '../../../api/server-clock.ts'
import { pollIntervalMs, useEndpoint } from '../../../api/use-endpoint.ts'
import { TerminalStateLines } from '../../../features/terminals/TerminalStateLines.tsx'
import {
  formatBlockTest,
  formatExpiryEnforcement,
  formatLastSeen,
  formatStoredUserCount,
  formatTerminalDirection,
  listTerminalStateLines,
  type TerminalStateLine,
} from '../../../features/terminals/terminal-texts.ts'
import { useSave } from '../../../forms/use-save.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { LoadingDialog } from '../../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogPathId } from '../../../navigation/open-dialog.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { BlockTestDialog, DoorOpeningTest, formatDoorOpeningTest } from './DoorOpeningTest.tsx'
import { type CensusDecision, FillWithoutCensusDialog, useCensusDecision } from './FillWithoutCensusDialog.tsx'
import { TerminalTrafficPanel } from './TerminalTrafficPanel.tsx'

export function DeviceStatusDialog() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const devices = useEndpoint('devices.list', {}, { refetchInterval: pollIntervalMs })
  const statuses = useEndpoint('devices.status', {}, { refetchInterval: pollIntervalMs })
  const device = devices.data?.find((each) => each.id === id)
  const status = statuses.data?.find((each) => each.id === id)
  const zone = useGymClock()?.zone
  if (device && status && zone) return <StateOf device={device} status={status} zone={zone} onClose={close} />
  const gone = devices.data && statuses.data && zone ? new Error('El dispositivo ya no está registrado.') : null
  const error = gone ?? devices.error ?? statuses.error
  return <LoadingDialog title="Estado del dispositivo" query={{ ...statuses, error }} onClose={close} />
}

interface StateProps {
  device: Device
  status: DeviceStatus
  zone: string
  onClose: () => void
}

function StateOf({ device, status, zone, onClose }: StateProps) {
  const [question, setQuestion] = useState<'empty' | 'skip' | 'block' | 'opening' | null>(null)
  const [listening, setListening] = useState(false)
  const close = () => setQuestion(null)
  const { submit, pending } = useCensusDecision(device.id, () =>
    setQuestion((before) => (before === 'empty' ? null : before)),
  )
  const clock = { zone, now: now() }
  const facts = [
    formatStoredUserCount(status),
    formatTerminalDirection(status),
    status.doors > 1 && `${status.doors} puertas: ${listPanelDoorNames(status).join(', ')}`,
    status.hours === 'kept' && 'Respeta los horarios de los planes',
    formatExpiryEnforcement(status),
    formatBlockTest(zone, status),
    formatDoorOpeningTest(zone, status),
    formatLastSeen(clock, status.last_seen),
    status.dialect === 'access' && 'Protocolo de acceso (PUSH 3.x): dice también a quién no dejó entrar',
    status.model && `Modelo ${status.model}`,
    status.firmware && `Firmware ${status.firmware.replace(/^ver\.?\s+/i, '')}`,
  ]
  const act = (next: CensusDecision['act']) => () => !pending && submit({ act: next })
  return (
    <Dialog onClose={onClose} title={device.name} size="lg">
      <TerminalStateLines lines={listTerminalStateLines(status, clock, device)} />
      <BiometricsState id={device.id} />
      {status.origin_conflict && <OriginChoice id={device.id} conflict={status.origin_conflict} />}
      {status.origin_unproven && (
        <OriginChoice id={device.id} conflict={{ ...status.origin_unproven, lacks: null }} served="moved" />
      )}
      {status.origin_first && (
        <OriginChoice id={device.id} conflict={{ ...status.origin_first, lacks: null }} served="first" />
      )}
      <CommunicationKey {...status} />
      <Text component="ul" size="sm" c="dimmed" mt="xs">
        {facts.map((fact) => fact && <li key={fact}>{fact}</li>)}
      </Text>
      <Group gap="xs" mt="md">
        {status.census ? (
          <Button variant="light" onClick={() => setQuestion('skip')}>
            Continuar sin leer…
          </Button>
        ) : (
          <Button variant="default" onClick={act('ask')}>
            Leer su lista de personas
          </Button>
        )}
        <ClockButton id={device.id} />
        <Button variant="default" onClick={() => setQuestion('block')}>
          Comprobar el bloqueo
        </Button>
        <Button variant="default" onClick={() => setQuestion('opening')}>
          Probar apertura
        </Button>
        <Button variant="default" aria-expanded={listening} onClick={() => setListening(!listening)}>
          {listening ? 'Ocultar el tráfico' : 'Ver el tráfico'}
        </Button>
        <Button variant="light" color="red" onClick={() => setQuestion('empty')}>
          Vaciar el dispositivo…
        </Button>
      </Group>
      {listening && <TerminalTrafficPanel device={device} status={status} zone={zone} />}
      <Refused refused={status.refused} />
      {question === 'block' && <BlockTestDialog device={device} status={status} onClose={close} />}
      {question === 'opening' && <DoorOpeningTest device={device} status={status} onClose={close} />}
      {question === 'skip' && (
        <FillWithoutCensusDialog device={device} onEmpty={() => setQuestion('empty')} onClose={close} />
      )}
      {question === 'empty' && (
        <ConfirmDialog
          title="Vaciar el dispositivo"
          confirmLabel="Vaciar"
          pendingLabel="Vaciando"
          typed={device.name}
          pending={pending}
          onConfirm={act('empty')}
          onCancel={close}
        >
          Se borran todas las personas que tiene {device.name}, con sus huellas y rostros: habrá que registrarlas otra
          vez. Después recibe a los clientes y al personal del gimnasio.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

/** Sets the terminal's clock at once. Without it the clock is set at midnight and at each start of the terminal. */
function ClockButton({ id }: Pick<Device, 'id'>) {
  const { submit, pending } = useSave<null, null | undefined>({
    run: (_, send) => send('devices.clock', { params: { id_device: id } }),
    done: 'Recibe la hora en su próxima llamada',
  })
  return (
    <Button variant="default" onClick={() => !pending && submit(null)}>
      Poner en hora
    </Button>
  )
}

interface OriginChoiceProps {
  id: number
  conflict: Omit<NonNullable<DeviceStatus['origin_conflict']>, 'since'>
  /** Set if `conflict` is the device that is served now: `moved` replaced a silent terminal, `first` is a new one. */
  served?: 'moved' | 'first'
}

/** Lets an admin decide whether another device with the same serial number is the repaired terminal or a copy. */
function OriginChoice({ id, conflict, served }: OriginChoiceProps) {
  const { submit, pending } = useSave({
    run: (act: 'accept' | 'block', send) =>
      send('devices.origin', {
        params: { id_device: id },
        body: { act, address: conflict.address, current: served !== undefined },
      }),
    done: (_, act) => (act === 'accept' ? 'Ese equipo es ahora el dispositivo' : 'Ese equipo no se atiende'),
  })
  if (conflict.lacks === 'mark')
    return (
      <Box component="section" aria-label="Otro equipo" my="md">
        <Text mb="xs">
          Cada orden llega a uno solo de los dos: a unas personas les abre uno, a otras el otro. Se distinguen por su
          dirección IP, que está en su menú.
        </Text>
        <Box component="ul" data-bullets mb="sm">
          <li>Si sobra uno, apágalo.</li>
          <li>Si cambiaste uno por otro, pulsa Entendido.</li>
          <li>
            Si los dos tienen que seguir, escribe una clave de comunicación en el menú de uno solo y exígesela aquí. Al
            otro, quien lo vendió le cambia el número.
          </li>
        </Box>
        <Button variant="default" onClick={() => !pending && submit('block')}>
          Entendido
        </Button>
      </Box>
    )
  if (conflict.lacks === 'key' || conflict.lacks === 'right-key')
    return (
      <Box component="section" aria-label="Sin la clave" my="md">
        <Text mb="xs">
          No se le atiende. Si es tu dispositivo, escribe la clave en su menú de comunicación y reinícialo; si allí la
          cambiaste, escríbela también aquí al editarlo.
        </Text>
        <Button variant="default" onClick={() => !pending && submit('block')}>
          Entendido
        </Button>
      </Box>
    )
  return (
    <Box component="section" aria-label="Otro equipo" my="md">
      <Text mb="xs">
        {conflict.mac && `Su tarjeta de red es ${conflict.mac}. `}
        {choiceTexts[served ?? 'held']}
      </Text>
      <Group gap="xs">
        <Button variant="light" onClick={() => !pending && submit('accept')}>
          Aceptar: es el dispositivo
        </Button>
        <Button variant="default" onClick={() => !pending && submit('block')}>
          Bloquear
        </Button>
      </Group>
    </Box>
  )
}

const choiceTexts = {
  held: 'No se le atiende mientras no lo aceptes.',
  moved:
    'Sus pasos se anotan. Si cambió de dirección, o lo cambiaste por otro, acéptalo. Para que no vuelva a pasar, exígele su clave de comunicación o resérvale la dirección en el router.',
  first:
    'Se le atiende desde que lo registraste. Compara la dirección con la que muestra el menú de red del dispositivo: si es la misma, acéptalo y recibirá también huellas y rostros. Si no lo es, bloquéala.',
}

function Refused({ refused }: Pick<DeviceStatus, 'refused'>) {
  if (refused.length === 0) return null
  return (
    <section aria-labelledby="refused">
      <Title order={3} size="h5" mt="lg" mb="xs" id="refused">
        Personas que no aceptó
      </Title>
      <Box component="ul" data-lined mah="16rem" style={{ overflow: 'auto' }}>
        {refused.map(({ id_client, name, reason }) => (
          <Group key={`${id_client} ${name}`} component="li" justify="space-between" gap="0 1rem">
            {id_client === null ? (
              name
            ) : (
              <Anchor
                renderRoot={(props) => <Link to="/clients/$id/card" params={{ id: String(id_client) }} {...props} />}
              >
                {name}
              </Anchor>
            )}
            <Text span c="dimmed">
              {reason}
            </Text>
          </Group>
        ))}
      </Box>
    </section>
  )
}

/** Button to require the communication key that the terminal sends, which is not shown. Nothing without a key. */
function CommunicationKey({ id, comm_key }: Pick<DeviceStatus, 'id' | 'comm_key'>) {
  const { submit, pending } = useSave({
    run: (requires_key: boolean, send) => send('devices.update', { params: { id_device: id }, body: { requires_key } }),
    done: (_, requires_key) => (requires_key ? 'Solo se le atiende con esta clave' : 'Ya no se le exige una clave'),
  })
  if (comm_key === 'none') return null
  const isOffered = comm_key === 'offered'
  return (
    <Box component="section" aria-label="Clave de comunicación" my="md">
      <Text size="sm" mb="xs">
        {isOffered
          ? 'Envía una clave de comunicación. Si se la exiges, copiar su número de serie no basta para hacerse pasar por él.'
          : 'Se le exige su clave de comunicación: sin ella no se atiende a nadie con su número de serie.'}
      </Text>
      <Button variant={isOffered ? 'light' : 'default'} onClick={() => !pending && submit(isOffered)}>
        {isOffered ? 'Exigir esta clave' : 'Dejar de exigir la clave'}
      </Button>
    </Box>
  )
}

/** Milliseconds between polls, because terminals' acknowledgements of templates cause no events. */
const untilFilled = 10_000

function BiometricsState({ id }: { id: number }) {
  const { data } = useEndpoint(
    'biometrics.device',
    { params: { id_device: id } },
    { refetchInterval: untilFilled, staleTime: 0 },
  )
  if (!data?.keeps) return null
  return (
    <section aria-label="Huellas y rostros">
      <TerminalStateLines lines={formatBiometricLines(data)} />
      <Text size="sm" c="dimmed">
        Del personal no se guarda ninguna huella ni rostro: en un dispositivo nuevo se registran otra vez.
      </Text>
      {data.missing.length > 0 && (
        <details>
          <summary>{formatMissingTemplatesTitle(data)}</summary>
          <Box component="ul" data-lined mah="16rem" style={{ overflow: 'auto' }}>
            {data.missing.map(({ id_client, name, reason }) => (
              <Group key={id_client} component="li" justify="space-between" gap="0 1rem">
                <span>{name}</span>
                <Text span c="dimmed">
                  {reason}
                </Text>
              </Group>
            ))}
          </Box>
        </details>
      )}
    </section>
  )
}

const part = ({ held, wanted }: { held: number; wanted: number }, what: string): string =>
  `${formatNumber(held)} de ${formatNumber(wanted)} ${what}`

export function formatBiometricLines({ known, people, templates }: DeviceBiometrics): TerminalStateLine[] {
  if (!known)
    return [
      {
        tone: 'warn',
        text: 'No dice con qué algoritmo lee huellas y rostros: no recibe los guardados. Apágalo y enciéndelo para que lo diga.',
      },
    ]
  const isFilled = people.held === people.wanted && templates.held + templates.refused === templates.wanted
  const kept =
    templates.wanted === 0 ? 'ninguna huella ni rostro guardado' : part(templates, 'huellas y rostros guardados')
  const text = `${part(people, 'personas')} · ${kept}`
  const lines: TerminalStateLine[] = [
    { tone: isFilled ? 'plain' : 'warn', text: isFilled ? text : `Recibiendo: ${text}` },
  ]
  if (templates.refused > 0)
    lines.push({ tone: 'bad', text: `No aceptó ${formatNumber(templates.refused)} huellas o rostros guardados` })
  return lines
}

export const formatMissingTemplatesTitle = ({ missing_count, missing }: DeviceBiometrics): string => {
  const count =
    missing_count === 1
      ? '1 persona con derecho ha de registrarse aquí: no tiene nada guardado que sirva'
      : `${formatNumber(missing_count)} personas con derecho han de registrarse aquí: no tienen nada guardado que sirva`
  return missing.length < missing_count ? `${count} (las primeras ${formatNumber(missing.length)})` : count
}
