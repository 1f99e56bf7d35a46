import type { Device } from '@torniquete/contract/door/devices.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { serverReachableStore } from '../api/call.ts'
import { pollIntervalMs, useEndpoint } from '../api/use-endpoint.ts'
import { useStore } from '../kit/store.ts'
import { useSignedInUser } from '../session/session.tsx'

/** `unknown`: the server has not answered yet or does not answer. The platform administrator has no devices. */
export type DeviceConnectionState = 'connected' | 'disconnected' | 'unknown'

interface Asked {
  devices: readonly Pick<Device, 'connected'>[] | undefined
  /** True if the last response may be outdated. */
  stale: boolean
  /** True if the user's role may list devices. */
  allowed: boolean
}

export function getDeviceConnectionState({ devices, stale, allowed }: Asked): DeviceConnectionState {
  if (!allowed) return 'disconnected'
  if (!devices || stale) return 'unknown'
  return devices.some(({ connected }) => connected) ? 'connected' : 'disconnected'
}

/** The gym's terminals, polled every 5 s. */
export function useDevices(): { devices: readonly Device[] | undefined; state: DeviceConnectionState } {
  const allowed = isCallAllowed(useSignedInUser().role, 'devices.list')
  const reachable = useStore(serverReachableStore)
  const { data, error } = useEndpoint('devices.list', {}, { refetchInterval: pollIntervalMs, enabled: allowed })
  return {
    devices: data,
    state: getDeviceConnectionState({ devices: data, stale: !reachable || error !== null, allowed }),
  }
}
