// Server addresses that are typed into a terminal's menu.
import type { DoorAddress } from '@torniquete/contract/door/door-address.ts'
import type { Config } from '../../config.ts'
import { listOwnAddresses } from '../../platform/http/lan-addresses.ts'

type Where = Pick<Config, 'PUBLIC_URL' | 'HOST' | 'door'>

const usualPort = (scheme: string) => (scheme === 'https:' ? 443 : 80)

/**
 * Returns the address of PUBLIC_URL if set, since a proxy may be in front; else those of the local network.
 * `doorPort` is the port on which this server listens for terminals.
 */
export function listDoorAddresses(config: Where, doorPort: number, own = listOwnAddresses): Omit<DoorAddress, 'host'> {
  const { PUBLIC_URL, HOST, door } = config
  if (PUBLIC_URL === undefined) return { addresses: own(door?.host ?? HOST), port: doorPort, https: false }
  const { hostname, port, protocol } = new URL(PUBLIC_URL)
  // The separate port of terminals has no proxy in front.
  if (door) return { addresses: [hostname], port: doorPort, https: false }
  return { addresses: [hostname], port: Number(port) || usualPort(protocol), https: protocol === 'https:' }
}
