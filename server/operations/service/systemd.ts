import { dirname, join } from 'node:path/posix'
import { serviceMarkerVariable } from './missing-data-check.ts'
import {
  formatServiceRemoveCommand,
  type HostMachine,
  type ServiceManager,
  type ServicePlan,
  type ServiceProgram,
  type ServiceSetupStep,
} from './service-types.ts'

const name = 'torniquete.service'

const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`
/** systemd also expands `$` in commands. */
const quoteWord = (text: string) => quote(text).replaceAll('$', '$$$$')

const unitFile = ({ user }: HostMachine, administrator: boolean) =>
  join(administrator ? '/etc/systemd/system' : join(user.home, '.config/systemd/user'), name)

const dataPointer = ({ administrator, user }: HostMachine) =>
  join(administrator ? '/etc/torniquete' : join(user.home, '.config/torniquete'), 'data-dir')

/** An administrator's service starts with the machine. A user's service also runs without a login. */
function plan(machine: HostMachine, program: ServiceProgram): ServicePlan {
  const { administrator, user } = machine
  const control = (...parameters: string[]): ServiceSetupStep => ({
    run: ['systemctl', ...(administrator ? [] : ['--user']), ...parameters],
  })
  const path = `PATH=${dirname(program.node)}:/usr/local/bin:/usr/bin:/bin`
  const environment = [path, `DATA_DIR=${program.dataDir}`, `${serviceMarkerVariable}=1`]
  const unit = `[Unit]
Description=Torniquete
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
${administrator && user.id !== 0 ? `User=${user.name}\n` : ''}ExecStart=${quoteWord(program.node)} ${quoteWord(program.script)}
WorkingDirectory=${program.folder.replaceAll('%', '%%')}
Environment=${environment.map(quote).join(' ')}
Restart=always
RestartSec=5
KillMode=mixed
TimeoutStopSec=90

[Install]
WantedBy=${administrator ? 'multi-user.target' : 'default.target'}
`
  return {
    files: [{ path: unitFile(machine, administrator), content: unit, mode: 0o644 }],
    install: [
      control('daemon-reload'),
      control('enable', name),
      // Restarts a running service, so that it gets the new settings.
      control('restart', name),
      ...(administrator ? [] : [linger(user.name)]),
    ],
    remove: [control('disable', '--now', name)],
    removed: [control('daemon-reload')],
    other: { path: unitFile(machine, !administrator), remove: formatServiceRemoveCommand(!administrator, user) },
    hints: [`Lo que dice: journalctl ${administrator ? '' : '--user '}-u ${name}`],
  }
}

const linger = (user: string): ServiceSetupStep => ({
  run: ['loginctl', 'enable-linger', user],
  mayFail: true,
  byHand: `Para que inicie sin que ${user} entre en el equipo: sudo loginctl enable-linger ${user}`,
})

export const systemdManager: ServiceManager = { plan, dataPointer }
