// Tests in which a person at the door checks opening and blocking: terminals acknowledge even commands without effect.
import { Button, Group, Text } from '@mantine/core'
import type { DoorOpeningCommand } from '@torniquete/contract/door/device-modes.ts'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { formatDate, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ClientPicker } from '../../../features/memberships/ClientPicker.tsx'
import type { MembershipBuyer } from '../../../features/memberships/proposed-membership-sale.ts'
import { useSave } from '../../../forms/use-save.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'

export const openDoorCommandLabels: Record<DoorOpeningCommand, string> = {
  unlock: 'Abrir la cerradura (AC_UNLOCK)',
  control: 'Activar el relé 5 segundos (CONTROL DEVICE)',
}

export function formatDoorOpeningTest(
  zone: string,
  { opening_proven_at }: Pick<DeviceStatus, 'opening_proven_at'>,
): string {
  if (opening_proven_at === null) return 'Apertura sin comprobar'
  return `Apertura comprobada el ${formatDate(toLocalDay(zone, new Date(opening_proven_at)))}`
}

interface ProofProps {
  device: Device
  status: DeviceStatus
  onClose: () => void
}

const ifNotOpened = {
  attendance:
    'Prueba la otra «Orden para abrir», que se elige al editar el dispositivo, y revisa el cable de la cerradura.',
  access: 'Revisa el cable de la cerradura; hay modelos que no abren desde aquí.',
}

export function DoorOpeningTest({ device, status, onClose }: ProofProps) {
  const params = { id_device: device.id }
  /** True once the terminal has confirmed, until the user says whether the door opened. */
  const [isAsked, setAsked] = useState(false)
  const trial = useSave({
    run: (_: null, send) => send('devices.open', { params }),
    done: null,
    failure: () => null,
    onSaved: () => setAsked(true),
  })
  const proof = useSave({
    run: (opened: boolean, send) => send('devices.prove', { params, body: { opened, of: 'opening' } }),
    done: (_, opened) => (opened ? 'Apertura comprobada' : 'Anotado: esa orden no abre'),
    detail: (_, opened) => (opened ? '' : ifNotOpened[status.dialect]),
    onSaved: onClose,
  })
  return (
    <Dialog onClose={onClose} title="Probar apertura" size="md">
      <Text size="sm">
        Que alguien mire la puerta: {device.name} se abre de verdad, y queda anotado entre las aperturas.
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        Orden: {openDoorCommandLabels[status.open_command]}
      </Text>
      <Text role="status" mt="md" fw={isAsked ? 600 : undefined}>
        {isAsked
          ? 'El dispositivo confirmó la apertura. ¿Se abrió la puerta?'
          : trial.error && `${trial.error.message}.`}
      </Text>
      {isAsked ? (
        <Answers no="No se abrió" yes="Sí, se abrió" pending={proof.pending} onAnswer={proof.submit} />
      ) : (
        <Button mt="sm" data-autofocus aria-disabled={trial.pending || undefined} onClick={() => trial.submit(null)}>
          {trial.pending ? 'Abriendo…' : trial.error ? 'Abrir otra vez' : 'Abrir ahora'}
        </Button>
      )}
    </Dialog>
  )
}

interface AnswersProps {
  no: string
  yes: string
  pending: boolean
  onAnswer: (yes: boolean) => void
}

const Answers = ({ no, yes, pending, onAnswer }: AnswersProps) => (
  <Group gap="sm" mt="sm">
    <Button variant="default" autoFocus aria-disabled={pending || undefined} onClick={() => onAnswer(false)}>
      {no}
    </Button>
    <Button aria-disabled={pending || undefined} onClick={() => onAnswer(true)}>
      {yes}
    </Button>
  </Group>
)

export function BlockTestDialog({ device, status, onClose }: ProofProps) {
  const [client, setClient] = useState<MembershipBuyer | null>(null)
  const today = useGymClock()?.today ?? null
  return (
    <Dialog onClose={onClose} title="Comprobar el bloqueo" size="md">
      <Text size="sm" mb="sm">
        Elige a alguien que no pueda entrar y que tenga su huella, rostro o tarjeta en {device.name}.
      </Text>
      <ClientPicker client={client} onChange={setClient} today={today} error={false} autoFocus />
      {client && <Question key={client.id} client={client} device={device} status={status} onClose={onClose} />}
    </Dialog>
  )
}

function Question({ client, device, status, onClose }: ProofProps & { client: MembershipBuyer }) {
  const card = useEndpoint('clients.read', { params: { id_client: client.id } }, { staleTime: 0 })
  const proof = useSave({
    run: (opened: boolean, send) => send('devices.prove', { params: { id_device: device.id }, body: { opened } }),
    done: (_, opened) =>
      opened ? 'Anotado: el dispositivo no bloquea. Prueba otra forma de bloquear.' : 'Bloqueo comprobado',
    onSaved: onClose,
  })
  if (!card.data) return null
  const at = card.data.door.find(({ id_device }) => id_device === device.id)
  // A user who is absent on the terminal proves the blocking only if the terminal blocks by deleting users.
  const blocked = at?.current && (at.state === 'blocked' || (at.state === 'absent' && status.block === 'delete'))
  if (!blocked)
    return (
      <Text size="sm" mt="md" role="status">
        {at?.state === 'allowed' && at.current
          ? `${client.name} puede entrar por ${device.name}: elige a alguien que no pueda.`
          : `${device.name} aún no tiene a ${client.name} como bloqueado: elige a otra persona o espera a que lo reciba.`}
      </Text>
    )
  return (
    <section aria-label="Prueba">
      <Text fw={600} mt="md" role="status">
        Ponga el dedo de {client.name} (bloqueado): ¿abrió?
      </Text>
      <Group gap="sm" mt="sm">
        <Button variant="default" aria-disabled={proof.pending || undefined} onClick={() => proof.submit(true)}>
          Sí, abrió
        </Button>
        <Button aria-disabled={proof.pending || undefined} onClick={() => proof.submit(false)}>
          No abrió
        </Button>
      </Group>
    </section>
  )
}
