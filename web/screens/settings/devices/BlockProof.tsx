import { Button, Group, Text } from '@mantine/core'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ClientPicker } from '../../../features/memberships/ClientPicker.tsx'
import type { Buyer } from '../../../features/memberships/membership-sale.ts'
import { useSave } from '../../../forms/use-save.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'

interface BlockProofProps {
  device: Device
  status: DeviceStatus
  onClose: () => void
}

/** Proof of a block: a blocked person tries the terminal, and the user answers what happened. */
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
