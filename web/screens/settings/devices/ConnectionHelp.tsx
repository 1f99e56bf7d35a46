import { Button, Text } from '@mantine/core'
import type { Device, UnknownDevice } from '@torniquete/contract/door/devices.ts'
import type { DoorAddress } from '@torniquete/contract/door/door-address.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { Panel } from '../../../kit/Panel.tsx'
import classes from './connection.module.css'
import { FirstCall } from './FirstCall.tsx'

/** Menu path of the server address by terminal family, in the menu's own words. */
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

/** Instructions to connect a terminal and its first call; open while one is awaited. */
export function ConnectionHelp({ devices, unknown }: ConnectionHelpProps) {
  const address = useEndpoint('devices.address', {}).data
  // The help stays open, because it reports the first call.
  const awaits = devices.length === 0 || devices.some(({ last_seen }) => last_seen === null)
  const [opened, setOpened] = useState(awaits)
  const [awaited, setAwaited] = useState(awaits)
  // Another device was registered.
  if (awaits !== awaited) {
    setAwaited(awaits)
    if (awaits) setOpened(true)
  }
  if (!address) return null
  return (
    <div className={classes.help}>
      <Button variant="default" size="sm" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        Cómo conectar un dispositivo
      </Button>
      {opened && (
        <Panel title="Conectar un dispositivo">
          {/* Placed first, because it is watched repeatedly from the terminal. */}
          <FirstCall devices={devices} unknown={unknown} port={address.port} />
          <ol className={classes.steps}>
            <li>
              Une el dispositivo a la misma red que el servidor, y abre en él:
              <ul className={classes.menus}>
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
    </div>
  )
}

function Values({ host, addresses, port, https }: DoorAddress) {
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
      <dl className={classes.values}>
        {rows.map(([label, value]) => (
          <div key={label} className={classes.value}>
            <dt>{label}</dt>
            <dd>{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
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
