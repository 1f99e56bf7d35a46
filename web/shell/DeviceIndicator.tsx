import { IconPlugConnected, IconPlugConnectedX, IconPlugX } from '@tabler/icons-react'
import classes from './PageHeader.module.css'
import { type DeviceState, useDevices } from './use-devices.ts'

const signs = {
  connected: { text: 'Dispositivo conectado', tone: 'good', Icon: IconPlugConnected },
  disconnected: { text: 'Dispositivo desconectado', tone: 'bad', Icon: IconPlugConnectedX },
  unknown: { text: 'No se sabe si el dispositivo está conectado', tone: undefined, Icon: IconPlugX },
} as const

/** The platform's own page has no device to speak of (spec §2). */
export const isShown = (title: string, state: DeviceState) => title !== 'Gimnasios' || state === 'connected'

/** Whether some terminal of the gym is connected; a gym that has none yet is nothing to warn of. */
export function DeviceIndicator({ title }: { title: string }) {
  const { devices, state } = useDevices()
  if (!isShown(title, state) || !devices) return null
  const { text, tone, Icon } = signs[state]
  return (
    <span className={classes.badge} data-tone={devices.length === 0 ? undefined : tone} role="status" title={text}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className={classes.word}>{text}</span>
    </span>
  )
}
