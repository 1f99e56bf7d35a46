import { dirname, join } from 'node:path/posix'
import type { Machine, Plan, Program, Settings, Starter, Step } from './machine.ts'
import { removeOf } from './other-service.ts'
import { escapeXml, unescapeXml } from './xml.ts'

const label = 'torniquete'
/** Of seconds: what it may take to end, and until it has the same name is refused. */
const patience = 90

const fileOf = ({ user }: Machine, administrator: boolean) =>
  join(administrator ? '/Library/LaunchDaemons' : join(user.home, 'Library/LaunchAgents'), `${label}.plist`)

function read(content: string): Settings {
  const [, variables = ''] = /<key>EnvironmentVariables<\/key>\s*<dict>(.*?)<\/dict>/s.exec(content) ?? []
  return Object.fromEntries(
    [...variables.matchAll(/<key>(\w+)<\/key><string>(.*?)<\/string>/gs)].map(([, key = '', value = '']) => [
      key,
      unescapeXml(value),
    ]),
  )
}

/** Of the whole machine where an administrator asks, else of the user, whose services begin with the login. */
function plan(machine: Machine, program: Program): Plan {
  const { administrator, user } = machine
  const domain = administrator ? 'system' : `gui/${user.id}`
  const file = fileOf(machine, administrator)
  const log = join(program.dataDir, 'torniquete.log')
  const settings = { PATH: `${dirname(program.node)}:/usr/local/bin:/usr/bin:/bin`, ...program.settings }
  const text = (value: string) => `<string>${escapeXml(value)}</string>`
  const entries = Object.entries(settings).map(([key, value]) => `    <key>${key}</key>${text(value)}\n`)
  const stop: Step = { run: ['launchctl', 'bootout', `${domain}/${label}`] }
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
  <key>ExitTimeOut</key><integer>${patience}</integer>
  <key>StandardOutPath</key>${text(log)}
  <key>StandardErrorPath</key>${text(log)}
</dict>
</plist>
`
  return {
    files: [{ path: file, content, mode: 0o600 }],
    install: [
      { ...stop, mayFail: true },
      { run: ['launchctl', 'bootstrap', domain, file], again: patience },
    ],
    remove: [stop],
    removed: [],
    other: { path: fileOf(machine, !administrator), remove: removeOf(!administrator, user) },
    hints: [
      `Lo que dice: ${log}`,
      'Si el equipo pregunta si Node puede recibir conexiones, di que sí: sin eso no llegan teléfonos ni terminales.',
      ...(administrator
        ? []
        : ['Inicia cuando este usuario entra en el equipo. Para que no haga falta: sudo npm run service']),
    ],
  }
}

export const launchd: Starter = { plan, settingsFile: (machine) => fileOf(machine, machine.administrator), read }
