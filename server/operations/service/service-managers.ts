// The service manager of each platform. The code does not read the machine, so every platform is tested on any other.
import { launchd } from './launchd.ts'
import type { HostMachine, ServiceManager } from './service-types.ts'
import { systemd } from './systemd.ts'
import { windowsTask } from './windows-task.ts'

export function chooseServiceManager(machine: HostMachine): ServiceManager | null {
  if (machine.platform === 'darwin') return launchd
  if (machine.platform === 'win32') return windowsTask
  return machine.platform === 'linux' && machine.systemd ? systemd : null
}

export function listFirewallCommands(platform: NodeJS.Platform, ports: readonly number[]): string[] {
  if (platform === 'win32')
    return [
      `netsh advfirewall firewall add rule name="Torniquete" dir=in action=allow protocol=TCP localport=${ports.join(',')}`,
    ]
  if (platform !== 'linux') return []
  return ports.flatMap((port) => [
    `sudo ufw allow ${port}/tcp`,
    `sudo firewall-cmd --permanent --add-port=${port}/tcp && sudo firewall-cmd --reload`,
  ])
}
