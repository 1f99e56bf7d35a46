import { Group } from '@mantine/core'
import { type Device, findMainDevice } from '@torniquete/contract/door/devices.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'
import { useState } from 'react'
import { IconAlertTriangle, IconPlugConnected, IconPlugConnectedX } from '../kit/icons.ts'
import kit from '../kit/kit.module.css'
import { makeLazyComponent } from '../kit/lazy-component.tsx'
import classes from './PageHeader.module.css'
import { type DeviceConnectionState, useDevices } from './use-devices.ts'

const TerminalsDialog = makeLazyComponent(
  async () => (await import('../features/terminals/TerminalsDialog.tsx')).TerminalsDialog,
)

const signs = {
  connected: { text: 'Dispositivo conectado', tone: 'good', Icon: IconPlugConnected },
  disconnected: { text: 'Dispositivo desconectado', tone: 'bad', Icon: IconPlugConnectedX },
} as const

/** False on the platform administrator's page of gyms, which has no device (spec §2), unless one is connected. */
export const isDeviceIndicatorShown = (title: string, state: DeviceConnectionState) =>
  title !== 'Gimnasios' || state === 'connected'

interface Sign {
  /** Text required by the specification. */
  text: string
  tone: 'good' | 'bad' | undefined
  Icon: typeof IconPlugConnected
}

/** Shows no warning colour if the gym has no devices or the server does not answer. */
export function chooseDeviceIndicatorSign(devices: readonly unknown[], state: DeviceConnectionState): Sign {
  const sign = signs[state === 'connected' ? 'connected' : 'disconnected']
  return devices.length === 0 || state === 'unknown' ? { ...sign, tone: undefined } : sign
}

interface Warnings {
  texts: string[]
  /** 'bad' if the main door is affected, otherwise 'warn'. */
  tone: 'warn' | 'bad'
}

/** Lists devices with an alarm, and devices disconnected while others are connected. */
export function listDeviceWarnings(devices: readonly WarnedDevice[], state: DeviceConnectionState): Warnings {
  if (state === 'unknown') return { texts: [], tone: 'warn' }
  const isAway = ({ connected }: WarnedDevice) => state === 'connected' && !connected
  const warned = devices.filter((device) => device.alarm || isAway(device))
  const texts = warned.map((device) => `${device.name} ${isAway(device) ? 'sin conexión' : 'con alarma'}`)
  const main = findMainDevice(devices)
  return { texts, tone: warned.some((device) => device === main) ? 'bad' : 'warn' }
}

type WarnedDevice = Pick<Device, 'name' | 'connected' | 'alarm'>

interface DeviceIndicatorProps {
  /** Title of the current page. */
  title: string
  /** True on phones: one button shows both state and warnings. */
  compact?: boolean
}

/** Shows whether the gym's terminals are connected; a click shows details. */
export function DeviceIndicator({ title, compact = false }: DeviceIndicatorProps) {
  const { devices, state } = useDevices()
  const [opened, setOpened] = useState(false)
  if (!isDeviceIndicatorShown(title, state) || !devices) return null
  const sign = chooseDeviceIndicatorSign(devices, state)
  const warnings = listDeviceWarnings(devices, state)
  const connected = devices.filter((device) => device.connected).length
  const count = devices.length > 1 ? `${connected} de ${devices.length} conectados. ` : ''
  const warned = formatCountWithNoun(warnings.texts.length, 'aviso', 'avisos')
  const listed = warnings.texts.join('. ')
  const isWarned = warnings.texts.length > 0
  const open = () => setOpened(true)
  return (
    <Group component="span" gap="0.4rem" wrap="nowrap" role="status">
      {!(compact && isWarned) && <SignButton {...sign} title={`${count}Ver los dispositivos`} onClick={open} />}
      {isWarned && (
        <SignButton
          Icon={compact && sign.tone === 'bad' ? sign.Icon : IconAlertTriangle}
          text={warned}
          tone={compact && sign.tone === 'bad' ? 'bad' : warnings.tone}
          title={`${compact ? `${sign.text}. ` : ''}${listed}. Ver los dispositivos`}
          label={`${compact ? `${sign.text}. ` : ''}${warned}: ${listed}`}
          onClick={open}
        />
      )}
      {opened && <TerminalsDialog onClose={() => setOpened(false)} />}
    </Group>
  )
}

interface SignButtonProps extends Omit<Sign, 'tone'> {
  tone: Sign['tone'] | Warnings['tone']
  title: string
  /** Accessible name, if it differs from the text. */
  label?: string
  onClick: () => void
}

const SignButton = ({ Icon, text, tone, title, label, onClick }: SignButtonProps) => (
  <button
    type="button"
    className={classes.badge}
    data-tone={tone}
    title={title}
    aria-label={label}
    aria-haspopup="dialog"
    onClick={onClick}
  >
    <Icon size={20} stroke={1.6} aria-hidden />
    <span className={kit.wideWord}>{text}</span>
  </button>
)
