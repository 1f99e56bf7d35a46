import { Stack } from '@mantine/core'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { now } from '../../../api/server-clock.ts'
import { TerminalLines } from '../../../features/terminals/TerminalLines.tsx'
import { directionText, expiryText, heldText, proofText } from '../../../features/terminals/terminal-facts.ts'
import { seenText, stateLines } from '../../../features/terminals/terminal-words.ts'
import classes from './devices.module.css'

interface DeviceStateProps {
  device: Device
  /** Undefined while loading. */
  status: DeviceStatus | undefined
  /** The gym's zone; undefined while loading. */
  zone: string | undefined
}

/** A terminal's pending work and its own report. */
export function DeviceState({ device, status, zone }: DeviceStateProps) {
  if (!status || !zone) return '—'
  const clock = { zone, now: now() }
  return (
    <Stack gap="0.1rem">
      <TerminalLines lines={stateLines(status, clock, device)} />
      <span className={classes.detail}>
        {heldText(status)} · {seenText(clock, status.last_seen)}
      </span>
      <span className={classes.detail}>
        {expiryText(status)} · {proofText(zone, status)}
        {directionText(status) && ` · ${directionText(status)}`}
      </span>
    </Stack>
  )
}
