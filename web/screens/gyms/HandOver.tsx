import { Button, Group, Stack, Text } from '@mantine/core'
import { storeToken } from '../../api/token.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { copyText } from '../../kit/copy-text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { QrCode } from '../../kit/QrCode.tsx'
import { type Entry, entryAddress, isLoop } from './first-login.ts'

/** Login data of a gym, shown once, because passwords are not stored. */
export function HandOver({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const known = useEndpoint('status.read', {}).data?.addresses ?? []
  const address = entryAddress(location, known)
  const told = { Dirección: address, Usuario: entry.username, Contraseña: entry.password }
  /** True if other devices can open the address. */
  const reaches = !isLoop(new URL(address).hostname)
  const token = entry.access_token
  const text = Object.entries(told).map(([label, value]) => `${label}: ${value}`)
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
        A partir de ahora entrarás con estos datos, en este equipo{reaches && ' o en otro'}. Guárdalos: la contraseña se
        muestra solo aquí, durante una hora.
      </Text>
      <Stack component="dl" gap="xs" bd="1px solid var(--mantine-color-default-border)" bdrs="md" p="md">
        {Object.entries(told).map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </Stack>
      {reaches && (
        <Group component="figure" wrap="nowrap" m={0} mt="md" fz="sm" c="dimmed">
          <QrCode text={address} label={`Código QR de ${address}`} />
          <figcaption>Para abrirlo en un teléfono, apunta aquí su cámara.</figcaption>
        </Group>
      )}
      <Group justify="end" mt="lg">
        <Button variant="default" onClick={() => void copyText([entry.name, ...text].join('\n'), 'Datos copiados')}>
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
