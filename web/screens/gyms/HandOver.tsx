import { Button, Group, Text } from '@mantine/core'
import { storeToken } from '../../api/token.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { copyText } from '../../kit/copy-text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { qrCodePath } from '../../kit/qr-code-path.ts'
import { toast } from '../../kit/toast.ts'
import { type Entry, entryAddress, isLoop } from './first-login.ts'
import classes from './gyms.module.css'

/** Login data of a gym, shown once, because passwords are not stored. */
export function HandOver({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const known = useEndpoint('status.read', {}).data?.addresses ?? []
  const address = entryAddress(location, known)
  const told = { Dirección: address, Usuario: entry.username, Contraseña: entry.password }
  /** True if other devices can open the address. */
  const reaches = !isLoop(new URL(address).hostname)
  const token = entry.access_token
  const copy = async () => {
    const text = Object.entries(told).map(([label, value]) => `${label}: ${value}`)
    if (await copyText([entry.name, ...text].join('\n'))) toast.success('Datos copiados')
    else toast.failure('No se pudo copiar')
  }
  return (
    <Dialog
      onClose={onClose}
      title={entry.name}
      // A stray key or click would lose it.
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Text size="sm" mb="sm">
        Así se entra desde ahora, en este equipo{reaches && ' o en otro'}. Guárdalo: la contraseña se muestra solo aquí,
        y por una hora.
      </Text>
      <dl className={classes.told}>
        {Object.entries(told).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {reaches && <AddressCode address={address} />}
      <Group justify="end" mt="lg" className={classes.ways}>
        <Button variant="default" onClick={() => void copy()}>
          Copiar
        </Button>
        <Button
          variant={token === null ? 'filled' : 'default'}
          data-autofocus={token === null || undefined}
          onClick={onClose}
        >
          Ya lo guardé
        </Button>
        {token !== null && (
          <Button data-autofocus onClick={() => storeToken(token)}>
            Entrar
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

/** A QR code for phones. */
function AddressCode({ address }: { address: string }) {
  const { side, path } = qrCodePath(address)
  return (
    <figure className={classes.code}>
      <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={`Código QR de ${address}`}>
        <rect width={side} height={side} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption>Para abrirlo en un teléfono, apunta aquí su cámara.</figcaption>
    </figure>
  )
}
