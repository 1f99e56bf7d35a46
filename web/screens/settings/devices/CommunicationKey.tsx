import { Button, Text } from '@mantine/core'
import type { DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { useSave } from '../../../forms/use-save.ts'
import classes from './devices.module.css'

/** Requires the key that a terminal sends, with one press and never shown; nothing without a key. */
export function CommunicationKey({ id, comm_key }: Pick<DeviceStatus, 'id' | 'comm_key'>) {
  const { submit, pending } = useSave({
    run: (requires_key: boolean, send) => send('devices.update', { params: { id_device: id }, body: { requires_key } }),
    done: (_, requires_key) => (requires_key ? 'Solo se le atiende con esta clave' : 'Ya no se le exige una clave'),
  })
  if (comm_key === 'none') return null
  const isOffered = comm_key === 'offered'
  return (
    <section aria-label="Clave de comunicación" className={classes.origin}>
      <Text size="sm" mb="xs">
        {isOffered
          ? 'Envía una clave de comunicación. Si se la exiges, copiar su número de serie no basta para hacerse pasar por él.'
          : 'Se le exige su clave de comunicación: sin ella no se atiende a nadie con su número de serie.'}
      </Text>
      <Button variant={isOffered ? 'light' : 'default'} onClick={() => !pending && submit(isOffered)}>
        {isOffered ? 'Exigir esta clave' : 'Dejar de exigir la clave'}
      </Button>
    </section>
  )
}
