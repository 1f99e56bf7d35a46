import { dirname, join } from 'node:path/posix'
import { serviceMarkerVariable } from './missing-data-check.ts'
import {
  escapeXml,
  formatServiceRemoveCommand,
  type HostMachine,
  type ServiceManager,
  type ServicePlan,
  type ServiceProgram,
  type ServiceSetupStep,
} from './service-types.ts'

const label = 'torniquete'
/** Seconds that the service may take to end. Until it ended, launchd refuses a service of the same name. */
const endSeconds = 90

const plistFile = ({ user }: HostMachine, administrator: boolean) =>
  join(administrator ? '/Library/LaunchDaemons' : join(user.home, 'Library/LaunchAgents'), `${label}.plist`)

/** An administrator's service starts with the machine, a user's service with that user's login. */
function plan(machine: HostMachine, program: ServiceProgram): ServicePlan {
  const { administrator, user } = machine
  const domain = administrator ? 'system' : `gui/${user.id}`
  const file = plistFile(machine, administrator)
  const log = join(program.dataDir, 'torniquete.log')
  const path = `${dirname(program.node)}:/usr/local/bin:/usr/bin:/bin`
  const environment = { PATH: path, DATA_DIR: program.dataDir, [serviceMarkerVariable]: '1' }
  const text = (value: string) => `<string>${escapeXml(value)}</string>`
  const entries = Object.entries(environment).map(([key, value]) => `    <key>${key}</key>${text(value)}\n`)
  const stop: ServiceSetupStep = { run: ['launchctl', 'bootout', `${domain}/${label}`] }
  const content = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${text(label)}
  <key>ProgramArguments</key>
  <array>${text(program.node)}${text(program.script)}</array>
  <key>WorkingDirectory</key>${text(program.folder)}
  <key>EnvironmentVariables</key>
  <dict>
${entries.join('')}  </dict>
${administrator && user.id !== 0 ? `  <key>UserName</key>${text(user.name)}\n` : ''}  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
  <key>ExitTimeOut</key><integer>${endSeconds}</integer>
  <key>StandardOutPath</key>${text(log)}
  <key>StandardErrorPath</key>${text(log)}
</dict>
</plist>
`
  return {
    files: [{ path: file, content, mode: 0o600 }],
    install: [
      { ...stop, mayFail: true },
      { run: ['launchctl', 'bootstrap', domain, file], again: endSeconds },
    ],
    remove: [stop],
    removed: [],
    other: { path: plistFile(machine, !administrator), remove: formatServiceRemoveCommand(!administrator, user) },
    hints: [
      `Lo que dice: ${log}`,
      'Si el equipo pregunta si Node puede recibir conexiones, di que sí: sin eso no llegan teléfonos ni terminales.',
      ...(administrator
        ? []
        : ['Inicia cuando este usuario entra en el equipo. Para que no haga falta: sudo npm run service']),
    ],
  }
}

const dataPointer = ({ administrator, user }: HostMachine) =>
  join(administrator ? '/' : user.home, 'Library/Application Support/Torniquete/data-dir')

export const launchdManager: ServiceManager = { plan, dataPointer }
