import type { Device } from '@torniquete/contract/devices.ts'
import { useState } from 'react'
import { IconPlugConnected, IconPlugConnectedX, IconPlugX } from '../kit/icons.ts'
import kit from '../kit/kit.module.css'
import { dialogOnDemand } from '../kit/on-demand.tsx'
import classes from './PageHeader.module.css'
import { type DeviceState, useDevices } from './use-devices.ts'

const TerminalsDialog = dialogOnDemand(() => import('../features/terminals/TerminalsDialog.tsx'), 'TerminalsDialog')

const signs = {
  connected: { text: 'Dispositivo conectado', tone: 'good', Icon: IconPlugConnected },
  disconnected: { text: 'Dispositivo desconectado', tone: 'bad', Icon: IconPlugConnectedX },
  unknown: { text: 'No se sabe si el dispositivo está conectado', tone: undefined, Icon: IconPlugX },
} as const

/** The platform's own page has no device to speak of (spec §2). */
export const isShown = (title: string, state: DeviceState) => title !== 'Gimnasios' || state === 'connected'

interface Sign {
  /** The specification's words, whatever else is told. */
  text: string
  /** Of several: how many are connected. */
  count?: string
  /** The same for the eye, and what stands in place of the text where that has no room. */
  short?: string
  tone: 'good' | 'bad' | undefined
  Icon: typeof IconPlugX
}

/**
 * Its words are those of the state, by which the door opens or does not. Of several it counts those that are connected, in
 * the tone of the worst; none yet is nothing to warn of. All may be there and one of them alarming.
 */
export function signOf(devices: readonly Pick<Device, 'connected' | 'alarm'>[], state: DeviceState): Sign {
  const sign = signs[state]
  if (devices.length === 0) return { ...sign, tone: undefined }
  if (state === 'unknown') return sign
  const connected = devices.filter((device) => device.connected).length
  const said: Sign =
    devices.length === 1
      ? sign
      : {
          ...sign,
          tone: connected === devices.length ? 'good' : 'bad',
          count: `${connected} de ${devices.length} conectados`,
          short: `${connected}/${devices.length}`,
        }
  if (!devices.some(({ alarm }) => alarm)) return said
  const { text, short = '' } = said
  return { ...said, text: `${text}, con alarma`, short: `${short}!`, tone: 'bad' }
}

/** Whether the gym's terminals are connected; pressed, it says what each waits for. */
export function DeviceIndicator({ title }: { title: string }) {
  const { devices, state } = useDevices()
  const [opened, setOpened] = useState(false)
  if (!isShown(title, state) || !devices) return null
  const { text, count, short, tone, Icon } = signOf(devices, state)
  return (
    <span className={classes.live} role="status">
      <button
        type="button"
        className={classes.badge}
        data-tone={tone}
        title={`${[text, count].filter(Boolean).join(' · ')}. Ver los dispositivos`}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        <span className={kit.wideWord}>{text}</span>
        {count && <span className={kit.hidden}>{count}</span>}
        {short && (
          <span className={count ? undefined : classes.count} aria-hidden>
            {short}
          </span>
        )}
      </button>
      {opened && <TerminalsDialog onClose={() => setOpened(false)} />}
    </span>
  )
}
