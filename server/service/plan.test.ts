import { expect, test } from 'vitest'
import type { Machine, Plan, Program, Starter } from './machine.ts'
import { firewallLines, starterOf } from './plan.ts'

const user = { name: 'ana', id: 1000, home: '/home/ana' }
const machine = { platform: 'linux', administrator: false, user, systemd: true } satisfies Machine
const program = {
  node: '/opt/node 22/bin/node',
  script: '/home/ana/mi gimnasio 100%/scripts/start.mjs',
  folder: '/home/ana/mi gimnasio 100%',
  dataDir: '/home/ana/datos',
  settings: { DATA_DIR: '/home/ana/datos', MASTER_PASSWORD: 'a "b" $c \\d %e & <f>' },
}
const windows = {
  ...program,
  node: 'C:\\Program Files\\nodejs\\node.exe',
  script: 'C:\\Users\\Ana Pérez\\torniquete\\scripts\\start.mjs',
  folder: 'C:\\Users\\Ana Pérez\\torniquete',
  dataDir: 'D:\\100% datos',
  settings: { DATA_DIR: 'D:\\100% datos', PORT: '3000' },
}
const ana = { name: 'PC-1\\Ana Pérez', id: -1, home: 'C:\\Users\\Ana Pérez' }

function plan(change: Partial<Machine>, of: Program = program): Plan {
  const on = { ...machine, ...change }
  return starter(on).plan(on, of)
}
function starter(on: Machine): Starter {
  const found = starterOf(on)
  if (!found) throw new Error('nothing starts services')
  return found
}
const fileOf = ({ files }: Plan, end: string) => files.find(({ path }) => path.endsWith(end))
const spoken = (steps: Plan['install']) => steps.map(({ run }) => run.join(' '))

test('systemd: a user’s unit goes on without a login, what is secret is in a file that nobody else reads', () => {
  const made = plan({})
  expect(made.files.map(({ path, mode }) => [path, mode])).toEqual([
    ['/home/ana/.config/systemd/user/torniquete.service', 0o644],
    ['/home/ana/.config/torniquete/settings', 0o600],
  ])
  const unit = fileOf(made, '.service')?.content
  expect(unit).toContain('ExecStart="/opt/node 22/bin/node" "/home/ana/mi gimnasio 100%%/scripts/start.mjs"\n')
  expect(unit).toContain('WorkingDirectory=/home/ana/mi gimnasio 100%%\n')
  expect(unit).toContain('WantedBy=default.target')
  expect(unit).not.toMatch(/User=|MASTER_PASSWORD/)
  expect(fileOf(made, 'settings')?.content).toBe(
    `PATH="/opt/node 22/bin:/usr/local/bin:/usr/bin:/bin"\nDATA_DIR="/home/ana/datos"\nMASTER_PASSWORD="a \\"b\\" $c \\\\d %e & <f>"\n`,
  )
  expect(spoken(made.install)).toEqual([
    'systemctl --user daemon-reload',
    'systemctl --user enable torniquete.service',
    'systemctl --user restart torniquete.service',
    'loginctl enable-linger ana',
  ])
})

test('systemd: an administrator’s begins with the machine, and runs as whoever asked', () => {
  const made = plan({ administrator: true })
  expect(made.files.map(({ path }) => path)).toEqual([
    '/etc/systemd/system/torniquete.service',
    '/etc/torniquete/settings',
  ])
  expect(fileOf(made, '.service')?.content).toMatch(/\[Service\]\nUser=ana\n/)
  expect(fileOf(made, '.service')?.content).toContain('WantedBy=multi-user.target')
  expect(spoken(made.remove)).toEqual(['systemctl disable --now torniquete.service'])
  expect(spoken(made.removed)).toEqual(['systemctl daemon-reload'])
  const root = plan({ administrator: true, user: { name: 'root', id: 0, home: '/root' } })
  expect(fileOf(root, '.service')?.content).not.toContain('User=')
})

test('launchd: with the login, or with the machine as whoever asked; nobody else reads it', () => {
  const own = plan({ platform: 'darwin', user: { ...user, home: '/Users/ana' } })
  const agent = fileOf(own, '.plist')
  expect(agent).toMatchObject({ path: '/Users/ana/Library/LaunchAgents/torniquete.plist', mode: 0o600 })
  expect(agent?.content).toContain(
    '<key>MASTER_PASSWORD</key><string>a &quot;b&quot; $c \\d %e &amp; &lt;f&gt;</string>',
  )
  expect(agent?.content).toContain(`<array><string>${program.node}</string><string>${program.script}</string></array>`)
  expect(spoken(own.install)).toEqual([
    'launchctl bootout gui/1000/torniquete',
    'launchctl bootstrap gui/1000 /Users/ana/Library/LaunchAgents/torniquete.plist',
  ])
  // What is ended takes until its ExitTimeOut, and until then its name is taken.
  expect(own.install.map(({ mayFail, again }) => [mayFail, again])).toEqual([
    [true, undefined],
    [undefined, 90],
  ])
  const whole = plan({ platform: 'darwin', administrator: true })
  expect(fileOf(whole, '.plist')?.path).toBe('/Library/LaunchDaemons/torniquete.plist')
  expect(fileOf(whole, '.plist')?.content).toContain('<key>UserName</key><string>ana</string>')
})

test('Windows: a task with the least rights that runs a batch file, whatever the names', () => {
  const made = plan({ platform: 'win32', user: ana }, windows)
  const folder = 'C:\\Users\\Ana Pérez\\AppData\\Local\\Torniquete'
  const batch = fileOf(made, 'servicio.cmd')
  expect(batch?.content.split('\r\n')).toEqual([
    '@echo off',
    'chcp 65001 > nul',
    'set "DATA_DIR=D:\\100%% datos"',
    'set "PORT=3000"',
    'cd /d "C:\\Users\\Ana Pérez\\torniquete"',
    ':again',
    '"C:\\Program Files\\nodejs\\node.exe" "C:\\Users\\Ana Pérez\\torniquete\\scripts\\start.mjs" >> "D:\\100%% datos\\torniquete.log" 2>&1',
    'ping -n 61 127.0.0.1 > nul',
    'goto again',
    '',
  ])
  const task = fileOf(made, 'tarea.xml')
  expect(task?.encoding).toBe('utf16le')
  expect(task?.content).toMatch(/^\ufeff<\?xml version="1\.0" encoding="UTF-16"\?>\r\n/)
  expect(task?.content).toContain('<RunLevel>LeastPrivilege</RunLevel>')
  expect(task?.content).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>')
  expect(task?.content).toContain('<Priority>4</Priority>')
  expect(task?.content).toMatch(
    /<Command>wscript\.exe<\/Command>\s+<Arguments>\/\/B "C:\\Users\\Ana Pérez\\.*\\servicio\.vbs"<\/Arguments>/,
  )
  expect(fileOf(made, 'servicio.vbs')).toMatchObject({
    content: `\ufeffCreateObject("WScript.Shell").Run """${folder}\\servicio.cmd""", 0, True\r\n`,
    encoding: 'utf16le',
  })
  const [end, kill, ...begin] = spoken(made.install)
  expect(end).toBe('schtasks /End /TN Torniquete')
  expect(kill).toContain("-like '*\\Torniquete\\servicio.cmd*'")
  expect(made.install.slice(0, 2).every(({ mayFail }) => mayFail)).toBe(true)
  expect(begin).toEqual([
    `schtasks /Create /F /TN Torniquete /XML ${folder}\\tarea.xml`,
    'schtasks /Run /TN Torniquete',
  ])
  const quoted = { ...windows, settings: { SMTP_URL: 'smtp://a"b' } }
  expect(() => plan({ platform: 'win32', user: ana }, quoted)).toThrow('SMTP_URL: en Windows no puede llevar comillas')
})

test('what it wrote it reads again, whatever the values', () => {
  const settings = { DATA_DIR: 'D:\\100% datos', MASTER_PASSWORD: `a 'b' $c \\d %e & <f> &amp; á`, PORT: '3000' }
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const on = { ...machine, platform }
    const made = plan(on, { ...program, settings })
    const file = made.files.find(({ path }) => path === starter(on).settingsFile(on))
    expect(starter(on).read(file?.content ?? '')).toMatchObject(settings)
  }
  const quotes = plan({}, { ...program, settings: { SMTP_URL: 'a"b\\"c' } })
  expect(starter(machine).read(fileOf(quotes, 'settings')?.content ?? '')).toMatchObject({ SMTP_URL: 'a"b\\"c' })
})

test('a user’s service names that of the whole machine as the other one, and the reverse', () => {
  const others = (platform: NodeJS.Platform) =>
    [false, true].map((administrator) => plan({ platform, administrator }, windows).other)
  expect(others('linux')).toEqual([
    { path: '/etc/systemd/system/torniquete.service', remove: 'sudo npm run service -- --remove' },
    {
      path: '/home/ana/.config/systemd/user/torniquete.service',
      remove: 'npm run service -- --remove (sin sudo, como ana)',
    },
  ])
  expect(others('darwin').map((other) => other?.path)).toEqual([
    '/Library/LaunchDaemons/torniquete.plist',
    '/home/ana/Library/LaunchAgents/torniquete.plist',
  ])
  expect(others('win32')).toEqual([null, null])
})

test('where nothing of these starts services there is no plan', () => {
  expect(starterOf({ ...machine, systemd: false })).toBeNull()
  expect(starterOf({ ...machine, platform: 'freebsd' })).toBeNull()
})

test('the line of the firewall, where there may be one', () => {
  expect(firewallLines('win32', [3000, 8081])).toEqual([
    'netsh advfirewall firewall add rule name="Torniquete" dir=in action=allow protocol=TCP localport=3000,8081',
  ])
  expect(firewallLines('linux', [3000])).toEqual([
    'sudo ufw allow 3000/tcp',
    'sudo firewall-cmd --permanent --add-port=3000/tcp && sudo firewall-cmd --reload',
  ])
  expect(firewallLines('darwin', [3000])).toEqual([])
})
