import { expect, test } from 'vitest'
import type { Machine, Plan, Program, Starter } from './service-types.ts'
import { chooseStarter } from './starters.ts'

const user = { name: 'ana', id: 1000, home: '/home/ana' }
const machine = { platform: 'linux', administrator: false, user, systemd: true } satisfies Machine
const program = {
  node: '/opt/node 22/bin/node',
  script: '/home/ana/mi gimnasio 100%/scripts/start.mjs',
  folder: '/home/ana/mi gimnasio 100%',
  dataDir: '/home/ana/datos 100% "b" & <f>',
}
const windows = {
  ...program,
  node: 'C:\\Program Files\\nodejs\\node.exe',
  script: 'C:\\Users\\Ana Pérez\\torniquete\\scripts\\start.mjs',
  folder: 'C:\\Users\\Ana Pérez\\torniquete',
  dataDir: 'D:\\100% datos',
}
const ana = { name: 'PC-1\\Ana Pérez', id: -1, home: 'C:\\Users\\Ana Pérez' }

function plan(change: Partial<Machine>, target: Program = program): Plan {
  const on = { ...machine, ...change }
  return starter(on).plan(on, target)
}
function starter(on: Machine): Starter {
  const found = chooseStarter(on)
  if (!found) throw new Error('nothing starts services')
  return found
}
const findFile = ({ files }: Plan, end: string) => files.find(({ path }) => path.endsWith(end))
const formatSteps = (steps: Plan['install']) => steps.map(({ run }) => run.join(' '))

test('systemd: a user’s unit runs without a login', () => {
  const made = plan({})
  expect(made.files.map(({ path, mode }) => [path, mode])).toEqual([
    ['/home/ana/.config/systemd/user/torniquete.service', 0o644],
  ])
  const unit = findFile(made, '.service')?.content
  expect(unit).toContain('ExecStart="/opt/node 22/bin/node" "/home/ana/mi gimnasio 100%%/scripts/start.mjs"\n')
  expect(unit).toContain('WorkingDirectory=/home/ana/mi gimnasio 100%%\n')
  expect(unit).toContain('WantedBy=default.target')
  expect(unit).not.toContain('User=')
  expect(unit).toContain(
    'Environment="PATH=/opt/node 22/bin:/usr/local/bin:/usr/bin:/bin" "DATA_DIR=/home/ana/datos 100%% \\"b\\" & <f>" "TORNIQUETE_SERVICE=1"\n',
  )
  expect(formatSteps(made.install)).toEqual([
    'systemctl --user daemon-reload',
    'systemctl --user enable torniquete.service',
    'systemctl --user restart torniquete.service',
    'loginctl enable-linger ana',
  ])
})

test('systemd: an administrator’s unit starts with the machine and runs as the user', () => {
  const made = plan({ administrator: true })
  expect(made.files.map(({ path }) => path)).toEqual(['/etc/systemd/system/torniquete.service'])
  expect(findFile(made, '.service')?.content).toMatch(/\[Service\]\nUser=ana\n/)
  expect(findFile(made, '.service')?.content).toContain('WantedBy=multi-user.target')
  expect(formatSteps(made.remove)).toEqual(['systemctl disable --now torniquete.service'])
  expect(formatSteps(made.removed)).toEqual(['systemctl daemon-reload'])
  const root = plan({ administrator: true, user: { name: 'root', id: 0, home: '/root' } })
  expect(findFile(root, '.service')?.content).not.toContain('User=')
})

test('launchd: a user’s agent starts at the login, an administrator’s daemon with the machine', () => {
  const own = plan({ platform: 'darwin', user: { ...user, home: '/Users/ana' } })
  const agent = findFile(own, '.plist')
  expect(agent).toMatchObject({ path: '/Users/ana/Library/LaunchAgents/torniquete.plist', mode: 0o600 })
  expect(formatSteps(own.install)).toEqual([
    'launchctl bootout gui/1000/torniquete',
    'launchctl bootstrap gui/1000 /Users/ana/Library/LaunchAgents/torniquete.plist',
  ])
  // launchd frees the name when the earlier service has ended, at most after its ExitTimeOut.
  expect(own.install.map(({ mayFail, again }) => [mayFail, again])).toEqual([
    [true, undefined],
    [undefined, 90],
  ])
  const whole = plan({ platform: 'darwin', administrator: true })
  expect(findFile(whole, '.plist')?.path).toBe('/Library/LaunchDaemons/torniquete.plist')
})

test('Windows: a task with the least rights runs a batch file', () => {
  const made = plan({ platform: 'win32', user: ana }, windows)
  const folder = 'C:\\Users\\Ana Pérez\\AppData\\Local\\Torniquete'
  const batch = findFile(made, 'servicio.cmd')
  expect(batch?.content.split('\r\n')).toEqual([
    '@echo off',
    'chcp 65001 > nul',
    'set "DATA_DIR=D:\\100%% datos"',
    'set "TORNIQUETE_SERVICE=1"',
    'cd /d "C:\\Users\\Ana Pérez\\torniquete"',
    ':again',
    '"C:\\Program Files\\nodejs\\node.exe" "C:\\Users\\Ana Pérez\\torniquete\\scripts\\start.mjs" >> "D:\\100%% datos\\torniquete.log" 2>&1',
    'ping -n 61 127.0.0.1 > nul',
    'goto again',
    '',
  ])
  const task = findFile(made, 'tarea.xml')
  expect(task?.encoding).toBe('utf16le')
  expect(task?.content).toMatch(/^\ufeff<\?xml version="1\.0" encoding="UTF-16"\?>\r\n/)
  expect(task?.content).toContain('<Priority>4</Priority>')
  expect(findFile(made, 'servicio.vbs')).toMatchObject({
    content: `\ufeffCreateObject("WScript.Shell").Run """${folder}\\servicio.cmd""", 0, True\r\n`,
    encoding: 'utf16le',
  })
  const [end, kill, ...begin] = formatSteps(made.install)
  expect(end).toBe('schtasks /End /TN Torniquete')
  expect(kill).toContain("-like '*\\Torniquete\\servicio.cmd*'")
  expect(made.install.slice(0, 2).every(({ mayFail }) => mayFail)).toBe(true)
  expect(begin).toEqual([
    `schtasks /Create /F /TN Torniquete /XML ${folder}\\tarea.xml`,
    'schtasks /Run /TN Torniquete',
  ])
})

test('plan: null on an unknown platform', () => {
  expect(chooseStarter({ ...machine, systemd: false })).toBeNull()
  expect(chooseStarter({ ...machine, platform: 'freebsd' })).toBeNull()
})
