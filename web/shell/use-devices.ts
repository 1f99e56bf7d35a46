import type { Device } from '@torniquete/contract/door/devices.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { serverReachability } from '../api/call.ts'
import { pollInterval, useEndpoint } from '../api/use-endpoint.ts'
import { useStore } from '../kit/store.ts'
import { useSignedInUser } from '../session/session.tsx'

/** `unknown`: the server has not answered yet or does not answer. The platform administrator has no devices. */
export type DeviceState = 'connected' | 'disconnected' | 'unknown'

interface Asked {
  devices: readonly Pick<Device, 'connected'>[] | undefined
  /** True if the last response may be outdated. */
  stale: boolean
  /** True if the user's role may list devices. */
  allowed: boolean
}

export function getDeviceState({ devices, stale, allowed }: Asked): DeviceState {
  if (!allowed) return 'disconnected'
  if (!devices || stale) return 'unknown'
  return devices.some(({ connected }) => connected) ? 'connected' : 'disconnected'
}

/** The gym's terminals, polled every 5 s. */
export function useDevices(): { devices: readonly Device[] | undefined; state: DeviceState } {
  const allowed = may(useSignedInUser().role, 'devices.list')
  const reachable = useStore(serverReachability)
  const { data, error } = useEndpoint('devices.list', {}, { refetchInterval: pollInterval, enabled: allowed })
  return { devices: data, state: getDeviceState({ devices: data, stale: !reachable || error !== null, allowed }) }
}
