import { dirname, join } from 'node:path/posix'
import type { Machine, Plan, Program, Settings, Starter, Step } from './machine.ts'
import { removeOf } from './other-service.ts'

const name = 'torniquete.service'

/** As systemd reads a word of a command: `%` and `$` are its own. */
const word = (text: string) => quoted(text.replaceAll('%', '%%').replaceAll('$', '$$$$'))
const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const unitFile = ({ user }: Machine, administrator: boolean) =>
  join(administrator ? '/etc/systemd/system' : join(user.home, '.config/systemd/user'), name)

const settingsFile = ({ administrator, user }: Machine) =>
  administrator ? '/etc/torniquete/settings' : join(user.home, '.config/torniquete/settings')

const read = (content: string): Settings =>
  Object.fromEntries(
    [...content.matchAll(/^(\w+)="((?:[^"\\]|\\.)*)"$/gm)].map(([, key = '', value = '']) => [
      key,
      value.replace(/\\(.)/g, '$1'),
    ]),
  )

/**
 * Of the whole machine where an administrator asks, else of the user, whose services then go on without a login. What may
 * be secret is in a file that nobody else reads: a unit is everybody's.
 */
function plan(machine: Machine, program: Program): Plan {
  const { administrator, user } = machine
  const control = (...parameters: string[]): Step => ({
    run: ['systemctl', ...(administrator ? [] : ['--user']), ...parameters],
  })
  const unit = `[Unit]
Description=Torniquete
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
${administrator && user.id !== 0 ? `User=${user.name}\n` : ''}ExecStart=${word(program.node)} ${word(program.script)}
WorkingDirectory=${program.folder.replaceAll('%', '%%')}
EnvironmentFile=${settingsFile(machine).replaceAll('%', '%%')}
Restart=always
RestartSec=5
KillMode=mixed
TimeoutStopSec=90

[Install]
WantedBy=${administrator ? 'multi-user.target' : 'default.target'}
`
  const settings = { PATH: `${dirname(program.node)}:/usr/local/bin:/usr/bin:/bin`, ...program.settings }
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${quoted(value)}\n`)
  return {
    files: [
      { path: unitFile(machine, administrator), content: unit, mode: 0o644 },
      { path: settingsFile(machine), content: lines.join(''), mode: 0o600 },
    ],
    install: [
      control('daemon-reload'),
      control('enable', name),
      // Also where it runs already: with what is set now.
      control('restart', name),
      ...(administrator ? [] : [linger(user.name)]),
    ],
    remove: [control('disable', '--now', name)],
    removed: [control('daemon-reload')],
    other: { path: unitFile(machine, !administrator), remove: removeOf(!administrator, user) },
    hints: [`Lo que dice: journalctl ${administrator ? '' : '--user '}-u ${name}`],
  }
}

const linger = (user: string): Step => ({
  run: ['loginctl', 'enable-linger', user],
  mayFail: true,
  byHand: `Para que inicie sin que ${user} entre en el equipo: sudo loginctl enable-linger ${user}`,
})

export const systemd: Starter = { plan, settingsFile, read }
