import { Box, Group, Text, Title } from '@mantine/core'
import {
  type DeviceTraffic,
  type TrafficCall,
  unreadableLineVisibleDays,
} from '@torniquete/contract/door/device-traffic.ts'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { toLocalDay, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { useRef } from 'react'
import { now } from '../../../api/server-clock.ts'
import { pollIntervalMs, useEndpoint } from '../../../api/use-endpoint.ts'
import { formatSinceTime } from '../../../features/terminals/terminal-texts.ts'
import { copyText } from '../../../kit/copy-text.ts'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { IconCopy } from '../../../kit/icons.ts'
import { SpinnerOrLoadError } from '../../../kit/LoadError.tsx'
import { ButtonWithIcon } from '../../../kit/PageActionButton.tsx'

export function TerminalTrafficPanel({ device, status, zone }: { device: Device; status: DeviceStatus; zone: string }) {
  const traffic = useEndpoint(
    'devices.traffic',
    { params: { id_device: device.id } },
    { refetchInterval: pollIntervalMs, staleTime: 0 },
  )
  const known = traffic.data
  const shown = useRef<HTMLDivElement>(null)
  const copy = () => {
    const head = [device.name, device.sn, status.firmware, zone, toLocalTime(zone, now())].filter(Boolean)
    const text = [head.join(' · '), shown.current?.innerText].join('\n')
    void copyText(text, 'Tráfico copiado', 'Selecciona el texto y cópialo a mano')
  }
  return (
    <Box component="section" aria-labelledby="traffic" mt="lg">
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5" id="traffic">
          Tráfico
        </Title>
        {known && known.calls.length > 0 && (
          <ButtonWithIcon size="sm" variant="default" Icon={IconCopy} iconSize={16} onClick={copy}>
            Copiar
          </ButtonWithIcon>
        )}
      </Group>
      {!known && <SpinnerOrLoadError queries={[traffic]} />}
      {known && known.unreadable.length > 0 && (
        <UnreadableLines count={status.unreadable} lines={known.unreadable} zone={zone} />
      )}
      <div ref={shown}>{known && <Calls traffic={known} zone={zone} />}</div>
    </Box>
  )
}

function UnreadableLines({ count, lines, zone }: { count: number; lines: DeviceTraffic['unreadable']; zone: string }) {
  return (
    <details>
      <summary>{unreadableTitle(Math.max(count, lines.length), lines.length)}</summary>
      <Text component="ul" size="sm" mt="xs" data-lined>
        {lines.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <Text span inherit c="dimmed">
              {toLocalTime(zone, new Date(at))}
            </Text>
            <Text size="xs" c="dimmed" ff="monospace">
              {text}
            </Text>
          </li>
        ))}
      </Text>
    </details>
  )
}

function Calls({ traffic: { since, calls, unknown_pages }, zone }: { traffic: DeviceTraffic; zone: string }) {
  const clock = { zone, now: now() }
  const today = toLocalDay(zone, clock.now)
  return (
    <>
      <Text size="xs" c="dimmed" mt={6}>
        Las últimas llamadas que recibió este servidor, que las anota {formatSinceTime(clock, since)}. No dicen nada de
        personas.
      </Text>
      {unknown_pages.length > 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          {formatUnknownTrafficPages(unknown_pages)}
        </Text>
      )}
      {calls.length === 0 && <EmptyState text="Todavía no ha llamado a este servidor" />}
      <Text component="ol" size="sm" mt="xs" data-lined>
        {calls.map((call) => {
          const refused = formatTrafficCallRefusal(call)
          const plain = formatTrafficCall(call)
          return (
            <li key={`${call.first_at} ${call.at} ${plain}`}>
              <Group justify="space-between" align="stretch" gap="0 1rem">
                <strong>{formatTrafficCallKind(call)}</strong>
                <Text span inherit c="dimmed">
                  {formatTrafficCallTime(zone, today, call)}
                </Text>
              </Group>
              {formatTrafficCommands(call.commands).map((text) => (
                <div key={text}>{text}</div>
              ))}
              {refused && <Box c="var(--tone-warn)">{refused}</Box>}
              <Text size="xs" c="dimmed" ff="monospace">
                {plain}
              </Text>
            </li>
          )
        })}
      </Text>
    </>
  )
}

type Command = TrafficCall['commands'][number]

const said: Record<Exclude<TrafficCall['call'], 'upload'>, string> = {
  handshake: 'Se presenta',
  poll: 'Pregunta si hay órdenes',
  results: 'Responde a órdenes',
  ping: 'Avisa que sigue ahí',
  time: 'Pregunta la hora',
  'remote-attendance': 'Pide una entrada a distancia',
  access: 'Llamada del protocolo de acceso',
  other: 'Pide algo que aquí no se conoce',
}

const bodily = 'Envía huellas, rostros o fotos'
const sent: Record<string, string> = {
  ATTLOG: 'Envía entradas',
  OPERLOG: 'Envía lo que se hizo en él',
  USERINFO: 'Envía su lista de personas',
  OPTIONS: 'Dice cómo es',
  FINGERTMP: bodily,
  BIODATA: bodily,
  FACE: bodily,
  FVEIN: bodily,
  USERPIC: bodily,
  BIOPHOTO: bodily,
  ATTPHOTO: bodily,
}

const formatTrafficCallKind = ({ call, table }: Pick<TrafficCall, 'call' | 'table'>): string =>
  call === 'upload' ? (sent[table ?? ''] ?? 'Envía registros') : said[call]

const orders: Record<Command['kind'], (number: number) => string> = {
  put: (number) => `guardar a ${formatCountWithNoun(number, 'persona', 'personas')}`,
  remove: (number) => `quitar a ${formatCountWithNoun(number, 'persona', 'personas')}`,
  list: () => 'leer su lista de personas',
  people: (number) => formatCountWithNoun(number, 'orden sobre personas', 'órdenes sobre personas'),
  open: () => 'abrir la puerta',
  clock: () => 'ponerse en hora',
  reread: () => 'leer su configuración',
  option: (number) => `cambiar ${formatCountWithNoun(number, 'ajuste', 'ajustes')}`,
  count: () => 'decir cuántas personas tiene',
  empty: () => 'vaciarse',
  other: (number) => formatCountWithNoun(number, 'orden desconocida', 'órdenes desconocidas'),
}

const headOf = (code: number | null) =>
  code === null ? 'Se le pide' : code < 0 ? `Rechaza (código ${code})` : 'Confirma'

function formatTrafficCommands(commands: TrafficCall['commands']): string[] {
  const byHead = new Map<string, string[]>()
  for (const { kind, code, count: number } of commands)
    byHead.set(headOf(code), [...(byHead.get(headOf(code)) ?? []), orders[kind](number)])
  return [...byHead].map(([head, told]) => `${head}: ${told.join(', ')}`)
}

function formatTrafficCallRefusal({ status, held }: Pick<TrafficCall, 'status' | 'held'>): string | null {
  if (held) return 'De otro equipo con el mismo número: no se le atiende'
  if (status === 413) return 'No se leyó: es demasiado de una vez'
  return status >= 400 ? 'No se tomó: el dispositivo lo guarda y lo repite' : null
}

/** Size of a message: `1234` → `1.23 kB`. */
const formatBytes = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${formatNumber(bytes / 1000)} kB`)

function formatTrafficCall({ address, method, page, table, bytes_in, bytes_out, status, answer }: TrafficCall): string {
  const asked = `${method} /iclock/${page}${table === null ? '' : ` ${table}`}`
  return `${address} · ${asked} · ${formatBytes(bytes_in)} → ${formatBytes(bytes_out)} · ${`${status} ${answer}`.trim()}`
}

/** Time of a request: `12:00:05`, with the date if it is not `today`. A repeated request also shows its first time. */
function formatTrafficCallTime(zone: string, today: string, { at, first_at, times }: TrafficCall): string {
  const shown = (instant: string) => {
    const local = toLocalTime(zone, new Date(instant))
    return local.startsWith(today) ? local.slice(11) : local
  }
  return times === 1 ? shown(at) : `${shown(at)} (${formatNumber(times)} veces desde ${shown(first_at)})`
}

const formatUnknownTrafficPages = (pages: DeviceTraffic['unknown_pages']): string =>
  `Páginas que aquí no se conocen: ${pages.map(({ page, calls }) => `${page || '/'} (${formatNumber(calls)})`).join(', ')}`

const unreadableTitle = (lines: number, shown: number): string =>
  `${formatCountWithNoun(lines, 'línea que no se pudo leer', 'líneas que no se pudieron leer')} en los últimos ${unreadableLineVisibleDays} días${shown < lines ? ` (aquí las últimas ${shown})` : ''}`
