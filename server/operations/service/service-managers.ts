// The service manager of each platform. The code does not read the machine, so every platform is tested on any other.
import { launchdManager } from './launchd.ts'
import type { HostMachine, ServiceManager } from './service-types.ts'
import { systemdManager } from './systemd.ts'
import { windowsTaskManager } from './windows-task.ts'

export function chooseServiceManager(machine: HostMachine): ServiceManager | null {
  if (machine.platform === 'darwin') return launchdManager
  if (machine.platform === 'win32') return windowsTaskManager
  return machine.platform === 'linux' && machine.systemd ? systemdManager : null
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
