import { List, Loader, Text } from '@mantine/core'
import type { Device, UnknownDevice } from '@torniquete/contract/door/devices.ts'
import { useEffect, useState } from 'react'
import { IconCircleCheckFilled } from '../../../kit/icons.ts'
import classes from './connection.module.css'

/** Milliseconds before possible obstacles are shown. */
const patience = 60_000

interface FirstCallProps {
  devices: readonly Device[]
  unknown: readonly UnknownDevice[]
  port: number
}

/** The awaited terminals, their first call, and possible obstacles. */
export function FirstCall({ devices, unknown, port }: FirstCallProps) {
  const silent = devices.filter(({ last_seen }) => last_seen === null)
  const [before] = useState<ReadonlySet<number>>(() => new Set(devices.map(({ id }) => id)))
  // Terminals that were silent while this was open, or were added: one that calls constantly is never seen silent.
  const [awaited, setAwaited] = useState<ReadonlySet<number>>(new Set())
  const joining = devices.filter(({ id, last_seen }) => !awaited.has(id) && (last_seen === null || !before.has(id)))
  if (joining.length > 0) setAwaited(new Set([...awaited, ...joining.map(({ id }) => id)]))
  const called = devices.filter(({ id, last_seen }) => awaited.has(id) && last_seen !== null)
  // Opened beside connected terminals, it waits for one more.
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
          <span className={classes.line}>
            <Loader size={18} aria-hidden />
            Esperando la primera llamada{whose(silent, devices.length > 0)}…
          </span>
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
    <span className={classes.line}>
      <IconCircleCheckFilled size={20} color="var(--mantine-primary-color-filled)" aria-hidden />
      {children}
    </span>
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
      <List size="sm" className={classes.hints}>
        <List.Item>
          Cortafuegos de la computadora del servidor: permite que lleguen conexiones al puerto {port}. En Windows,
          «Permitir una aplicación a través del Firewall», Node.js; en Linux, sudo ufw allow {port}/tcp.
        </List.Item>
        <List.Item>
          Red del dispositivo: su dirección empieza como la del servidor, y su puerta de enlace es la del enrutador, no
          0.0.0.0.
        </List.Item>
        <List.Item>HTTPS y el servidor proxy están como se dice abajo.</List.Item>
        <List.Item>Apaga el dispositivo y enciéndelo: algunos leen el servidor solo al empezar.</List.Item>
      </List>
    </>
  )
}
