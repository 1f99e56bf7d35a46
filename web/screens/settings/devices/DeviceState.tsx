import type { DeviceStatus } from '@torniquete/contract/devices.ts'
import { now } from '../../../api/server-clock.ts'
import { clockText, pendingText, seenText } from './device-state.ts'
import classes from './devices.module.css'

interface DeviceStateProps {
  /** Undefined until the first answer. */
  status: DeviceStatus | undefined
  /** The gym's; undefined until it is known. */
  zone: string | undefined
}

/** What a terminal still waits for, and what it says of itself. */
export function DeviceState({ status, zone }: DeviceStateProps) {
  if (!status || !zone) return '—'
  const clock = clockText(status.clock_offset)
  return (
    <div className={classes.state}>
      <span className={status.pending > 0 ? classes.warning : undefined}>{pendingText(status.pending)}</span>
      {clock && <span className={classes.warning}>{clock}</span>}
      <span className={classes.detail}>{seenText(zone, status.last_seen, now())}</span>
      {status.firmware && <span className={classes.detail}>Firmware {status.firmware.replace(/^ver\.?\s+/i, '')}</span>}
    </div>
  )
}

export function Connection({ connected }: { connected: boolean }) {
  return (
    <span className={classes.connection} data-tone={connected ? 'good' : 'bad'}>
      <span className={classes.dot} data-tone={connected ? 'good' : 'bad'} aria-hidden />
      {connected ? 'Conectado' : 'Desconectado'}
    </span>
  )
}
