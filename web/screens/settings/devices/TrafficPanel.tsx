// A terminal's last requests, to diagnose it.
import { Box, Group, Title } from '@mantine/core'
import type { DeviceTraffic } from '@torniquete/contract/door/device-traffic.ts'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { dayInZone, localTime } from '@torniquete/contract/shared/dates.ts'
import { now } from '../../../api/server-clock.ts'
import { pollInterval, useEndpoint } from '../../../api/use-endpoint.ts'
import { sinceText } from '../../../features/terminals/terminal-words.ts'
import { copyText } from '../../../kit/copy-text.ts'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { IconCopy } from '../../../kit/icons.ts'
import { QueryState } from '../../../kit/LoadError.tsx'
import { IconButton } from '../../../kit/PageButton.tsx'
import { toast } from '../../../kit/toast.ts'
import classes from './devices.module.css'
import {
  callText,
  commandTexts,
  copiedText,
  plainText,
  refusalText,
  unknownText,
  unreadableTitle,
  whenText,
} from './traffic-words.ts'

interface TrafficPanelProps {
  device: Device
  status: DeviceStatus
  zone: string
}

export function TrafficPanel({ device, status, zone }: TrafficPanelProps) {
  const traffic = useEndpoint(
    'devices.traffic',
    { params: { id_device: device.id } },
    { refetchInterval: pollInterval, staleTime: 0 },
  )
  const known = traffic.data
  const copy = async () => {
    if (!known) return
    if (await copyText(copiedText(zone, device, status.firmware, known))) toast.success('Tráfico copiado')
    else toast.failure('No se pudo copiar', 'Selecciona el texto y cópialo a mano')
  }
  return (
    <section aria-labelledby="traffic" className={classes.traffic}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5" id="traffic">
          Tráfico
        </Title>
        {known && known.calls.length > 0 && (
          <IconButton size="sm" variant="default" Icon={IconCopy} iconSize={16} onClick={() => void copy()}>
            Copiar
          </IconButton>
        )}
      </Group>
      {!known && <QueryState queries={[traffic]} />}
      {known && known.unreadable.length > 0 && (
        <UnreadableLines count={status.unreadable} lines={known.unreadable} zone={zone} />
      )}
      {known && <Calls traffic={known} zone={zone} />}
    </section>
  )
}

interface UnreadableProps {
  /** Total number; only the newest are listed. */
  count: number
  lines: DeviceTraffic['unreadable']
  zone: string
}

/** Unreadable lines of the terminal, for an expert of its family. */
function UnreadableLines({ count, lines, zone }: UnreadableProps) {
  return (
    <details>
      <summary>{unreadableTitle(Math.max(count, lines.length), lines.length)}</summary>
      <ul className={classes.calls}>
        {lines.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <span className={classes.when}>{localTime(zone, new Date(at))}</span>
            <div className={classes.plain}>{text}</div>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Calls({ traffic: { since, calls, unknown_pages }, zone }: { traffic: DeviceTraffic; zone: string }) {
  const clock = { zone, now: now() }
  const today = dayInZone(zone, clock.now)
  return (
    <>
      <p className={classes.detail}>
        Las últimas llamadas que recibió este servidor, que las anota {sinceText(clock, since)}. No dicen nada de
        personas.
      </p>
      {unknown_pages.length > 0 && <p className={classes.detail}>{unknownText(unknown_pages)}</p>}
      {calls.length === 0 && <EmptyState text="Todavía no ha llamado a este servidor" />}
      <ol className={classes.calls}>
        {calls.map((call) => {
          const refused = refusalText(call)
          const plain = plainText(call)
          return (
            <li key={`${call.first_at} ${call.at} ${plain}`}>
              <Group justify="space-between" align="stretch" gap="0 1rem">
                <strong>{callText(call)}</strong>
                <span className={classes.when}>{whenText(zone, today, call)}</span>
              </Group>
              {commandTexts(call.commands).map((text) => (
                <div key={text}>{text}</div>
              ))}
              {refused && <Box c="var(--tone-warn)">{refused}</Box>}
              <div className={classes.plain}>{plain}</div>
            </li>
          )
        })}
      </ol>
    </>
  )
}
