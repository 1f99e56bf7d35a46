// Proofs by a person at the door, of opening and of blocking: a terminal acknowledges even commands without effect.
import { Button, Group, Text } from '@mantine/core'
import type { OpeningCommand } from '@torniquete/contract/door/device-modes.ts'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { dayInZone, showDay } from '@torniquete/contract/shared/dates.ts'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ClientPicker } from '../../../features/memberships/ClientPicker.tsx'
import type { Buyer } from '../../../features/memberships/membership-sale.ts'
import { useSave } from '../../../forms/use-save.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'

export const openLabels: Record<OpeningCommand, string> = {
  unlock: 'Abrir la cerradura (AC_UNLOCK)',
  control: 'Activar el relé 5 segundos (CONTROL DEVICE)',
}

const otherCommand = (command: OpeningCommand): OpeningCommand => (command === 'unlock' ? 'control' : 'unlock')

export function openingText(zone: string, { opening_proven_at }: Pick<DeviceStatus, 'opening_proven_at'>): string {
  if (opening_proven_at === null) return 'Apertura sin comprobar'
  return `Apertura comprobada el ${showDay(dayInZone(zone, new Date(opening_proven_at)))}`
}

interface OpeningProofProps {
  device: Device
  status: DeviceStatus
  onClose: () => void
}

/** Tries a command; a different one is then stored for the terminal. */
const useTrial = (
  { device, status }: OpeningProofProps,
  onTried: (command: OpeningCommand, confirmed: boolean) => void,
) =>
  useSave({
    run: async (command: OpeningCommand, send) => {
      const params = { id_device: device.id }
      if (command !== status.open_command) await send('devices.update', { params, body: { open_command: command } })
      return send('devices.open', { params }).then(
        () => onTried(command, true),
        (error) => {
          onTried(command, false)
          throw error
        },
      )
    },
    done: null,
    failure: () => null,
  })

export function OpeningProof(props: OpeningProofProps) {
  const { device, status, onClose } = props
  const [tried, setTried] = useState<readonly OpeningCommand[]>([])
  /** The terminal confirmed, and the person has not answered yet. */
  const [asked, setAsked] = useState(false)
  const trial = useTrial(props, (command, confirmed) => {
    setTried((before) => [...before, command])
    setAsked(confirmed)
  })
  const proof = useSave({
    run: (opened: boolean, send) =>
      send('devices.prove', { params: { id_device: device.id }, body: { opened, of: 'opening' } }),
    done: (_, opened) => (opened ? 'Apertura comprobada' : 'Anotado: esa orden no abre'),
    onSaved: (_, opened) => (opened ? onClose() : setAsked(false)),
  })
  const command = tried.at(-1) ?? status.open_command
  const hasOther = status.dialect === 'attendance'
  const offered = hasOther && offersOther(tried, trial.error)
  const isLast = new Set(tried).size > 1 || (!hasOther && tried.length > 0)
  const open = (next: OpeningCommand) => !trial.pending && trial.submit(next)
  return (
    <Dialog onClose={onClose} title="Probar apertura" size="md">
      <Text size="sm">
        Que alguien mire la puerta: {device.name} se abre de verdad, y queda anotado entre las aperturas.
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        Orden: {openLabels[command]}
      </Text>
      <div role="status">
        {asked && !trial.pending && (
          <Text fw={600} mt="md">
            El dispositivo confirmó la apertura. ¿Se abrió la puerta?
          </Text>
        )}
        {!asked && !trial.pending && tried.length > 0 && (
          <Text mt="md">{trial.error ? `${trial.error.message}.` : hint(isLast, hasOther)}</Text>
        )}
      </div>
      {asked && !trial.pending ? (
        <Group key="answers" gap="sm" mt="sm">
          <Button
            variant="default"
            autoFocus
            aria-disabled={proof.pending || undefined}
            onClick={() => proof.submit(false)}
          >
            No se abrió
          </Button>
          <Button aria-disabled={proof.pending || undefined} onClick={() => proof.submit(true)}>
            Sí, se abrió
          </Button>
        </Group>
      ) : (
        <Group key="orders" gap="sm" mt="md">
          {offered && (
            <Button
              variant={isLast ? 'default' : 'filled'}
              autoFocus={!isLast}
              aria-disabled={trial.pending || undefined}
              onClick={() => open(otherCommand(command))}
            >
              Probar la otra orden
            </Button>
          )}
          <Button
            variant={offered && !isLast ? 'default' : 'filled'}
            autoFocus={isLast}
            data-autofocus
            aria-disabled={trial.pending || undefined}
            onClick={() => open(command)}
          >
            {trial.pending ? 'Abriendo…' : tried.length > 0 ? 'Abrir otra vez' : 'Abrir ahora'}
          </Button>
        </Group>
      )}
    </Dialog>
  )
}

/** The terminal rejected or ignored the command; a disconnected one received nothing. */
const offersOther = (tried: readonly OpeningCommand[], error: Error | null): boolean =>
  tried.length > 0 && (error === null || (error instanceof ApiError && error.status === 504))

const hint = (isLast: boolean, hasOther: boolean): string =>
  isLast
    ? `No se abre con ${hasOther ? 'ninguna de las dos órdenes' : 'su orden'}. Revisa el cable de la cerradura; hay modelos que no abren desde aquí.`
    : 'El dispositivo confirma una orden que no mueve nada. Prueba la otra.'

interface BlockProofProps {
  device: Device
  status: DeviceStatus
  onClose: () => void
}

export function BlockProof({ device, status, onClose }: BlockProofProps) {
  const [client, setClient] = useState<Buyer | null>(null)
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

function Question({ client, device, status, onClose }: BlockProofProps & { client: Buyer }) {
  const card = useEndpoint('clients.read', { params: { id_client: client.id } }, { staleTime: 0 })
  const proof = useSave({
    run: (opened: boolean, send) => send('devices.prove', { params: { id_device: device.id }, body: { opened } }),
    done: (_, opened) =>
      opened ? 'Anotado: el dispositivo no bloquea. Prueba otra forma de bloquear.' : 'Bloqueo comprobado',
    onSaved: onClose,
  })
  if (!card.data) return null
  const at = card.data.door.find(({ id_device }) => id_device === device.id)
  // A person who is merely absent on the terminal proves nothing else.
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
