import { Button, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Device, ServerAddresses, UnknownDevice } from '@torniquete/contract/door/devices.ts'
import { useEffect, useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { IconCircleCheckFilled } from '../../../kit/icons.ts'
import { Panel } from '../../../kit/Panel.tsx'

const menus = [
  {
    family: 'De pantalla táctil (SpeedFace, SenseFace, ProFace, MB)',
    way: 'Menú → Comunicación (Comm.) → Servidor en la nube (Cloud Server)',
  },
  { family: 'De teclas (F22, K14, K40, iClock)', way: 'Menú → Comunicación (Comm.) → ADMS o Web' },
  {
    family: 'Si pregunta de qué tipo es (Device Type Setting)',
    way: 'T&A PUSH (asistencia) o A&C PUSH (acceso), que dice también a quién no dejó entrar; cambiarlo después puede borrar lo que tiene',
  },
]

interface ConnectionHelpProps {
  devices: readonly Device[]
  unknown: readonly UnknownDevice[]
}

export function ConnectionHelp({ devices, unknown }: ConnectionHelpProps) {
  const address = useEndpoint('devices.address', {}).data
  // True while a terminal has never connected. The help is then open, because it reports the first connection.
  const awaits = devices.length === 0 || devices.some(({ last_seen }) => last_seen === null)
  const [opened, setOpened] = useState(awaits)
  const [awaited, setAwaited] = useState(awaits)
  // Opens the help again when another terminal is registered.
  if (awaits !== awaited) {
    setAwaited(awaits)
    if (awaits) setOpened(true)
  }
  if (!address) return null
  return (
    <Stack mt="lg" gap="sm">
      <Button variant="default" size="sm" w="fit-content" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        Cómo conectar un dispositivo
      </Button>
      {opened && (
        <Panel title="Conectar un dispositivo">
          {/* The connection status comes first, because the user looks at it while working at the terminal. */}
          <FirstCall devices={devices} unknown={unknown} port={address.port} />
          <ol data-bullets>
            <li>
              Une el dispositivo a la misma red que el servidor, y abre en él:
              <ul data-bullets>
                {menus.map(({ family, way }) => (
                  <li key={family}>
                    <strong>{family}</strong>: {way}
                  </li>
                ))}
              </ul>
            </li>
            <li>
              Escribe ahí:
              <Values {...address} />
            </li>
            <li>Guarda, y reinicia el dispositivo. Llama por sí solo.</li>
          </ol>
          <HelpLink page="terminal">Ayuda: conectar la terminal</HelpLink>
        </Panel>
      )}
    </Stack>
  )
}

function Values({ host, addresses, port, https }: ServerAddresses) {
  const servers = host === null ? addresses : [host]
  const byName = servers.some((server) => /[a-z]/i.test(server))
  const rows = [
    ['Tipo de servidor', 'ADMS'],
    ['Usar nombre de dominio', byName ? 'Sí' : 'No'],
    ['Dirección del servidor', servers.join(' o ') || null],
    ['Puerto', String(port)],
    ['HTTPS', https ? 'Sí' : 'No'],
    ['Servidor proxy', 'No'],
  ] as const
  return (
    <>
      <SimpleGrid component="dl" minColWidth="min(100%, 19rem)" spacing="lg" verticalSpacing={4} my="xs">
        {rows.map(([label, value]) => (
          <Group key={label} justify="space-between" gap="0 1rem">
            <dt>{label}</dt>
            <Text component="dd" flex="none" maw="100%" ff="monospace" fw={600}>
              {value ?? '—'}
            </Text>
          </Group>
        ))}
      </SimpleGrid>
      {servers.length === 0 && (
        <Text size="sm" c="dimmed">
          El servidor no está en ninguna red, o escucha solo a su computadora (HOST): ningún dispositivo lo alcanza.
        </Text>
      )}
      {servers.length > 1 && (
        <Text size="sm" c="dimmed">
          El servidor está en varias redes: la dirección es la que empieza como la del dispositivo.
        </Text>
      )}
    </>
  )
}

/** Milliseconds without a connection after which possible obstacles are shown. */
const patience = 60_000

interface FirstCallProps {
  devices: readonly Device[]
  unknown: readonly UnknownDevice[]
  port: number
}

function FirstCall({ devices, unknown, port }: FirstCallProps) {
  const silent = devices.filter(({ last_seen }) => last_seen === null)
  const [before] = useState(() => new Set(devices.flatMap(({ id, last_seen }) => (last_seen === null ? [] : id))))
  // Terminals that have connected since this help was opened.
  const called = devices.filter(({ id, last_seen }) => !before.has(id) && last_seen !== null)
  // If all registered terminals were connected when the help was opened, it waits for a new one.
  const isWaiting = silent.length > 0 || (called.length === 0 && unknown.length === 0)
  const overdue = useOverdue(isWaiting)
  return (
    <div>
      <div role="status">
        {called.map(({ id, name }) => (
          <Done key={id}>¡{name} ha llamado! Ya recibe a tus clientes.</Done>
        ))}
        {unknown.length > 0 && <Done>¡Ha llamado un dispositivo! Regístralo abajo.</Done>}
        {isWaiting && (
          <Group component="span" gap="xs" wrap="nowrap">
            <Loader size={18} aria-hidden />
            <span>Esperando la primera llamada{whose(silent, devices.length > 0)}…</span>
          </Group>
        )}
      </div>
      {isWaiting && overdue && <Hints port={port} />}
    </div>
  )
}

function whose(silent: readonly Device[], isNext: boolean): string {
  if (silent.length > 0) return ` de ${new Intl.ListFormat('es').format(silent.map(({ name }) => name))}`
  return isNext ? ' de otro dispositivo' : ''
}

function Done({ children }: { children: React.ReactNode }) {
  return (
    <Group component="span" gap="xs" wrap="nowrap">
      <IconCircleCheckFilled size={20} color="var(--mantine-primary-color-filled)" aria-hidden />
      <span>{children}</span>
    </Group>
  )
}

function useOverdue(isWaiting: boolean): boolean {
  const [overdue, setOverdue] = useState(false)
  useEffect(() => {
    setOverdue(false)
    if (!isWaiting) return
    const timer = setTimeout(() => setOverdue(true), patience)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return overdue
}

function Hints({ port }: { port: number }) {
  return (
    <>
      <Text size="sm" mt="xs">
        Si pasa un minuto y no llama:
      </Text>
      <Text component="ul" size="sm" data-bullets>
        <li>
          Cortafuegos de la computadora del servidor: permite que lleguen conexiones al puerto {port}. En Windows,
          «Permitir una aplicación a través del Firewall», Node.js; en Linux, sudo ufw allow {port}/tcp.
        </li>
        <li>
          Red del dispositivo: su dirección empieza como la del servidor, y su puerta de enlace es la del enrutador, no
          0.0.0.0.
        </li>
        <li>HTTPS y el servidor proxy están como se dice abajo.</li>
        <li>Apaga el dispositivo y enciéndelo: algunos leen el servidor solo al empezar.</li>
      </Text>
    </>
  )
}
