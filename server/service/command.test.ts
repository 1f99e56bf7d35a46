import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Place, service } from './command.ts'
import type { Step } from './machine.ts'

let home: string
let place: Place
const run = vi.fn<(step: Step, last: boolean) => boolean>()
const pause = vi.fn<() => void>()
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'torniquete-service-'))
  mkdirSync(join(home, 'datos/postgres'), { recursive: true })
  run.mockReset().mockReturnValue(true)
  pause.mockReset()
  place = {
    machine: { platform: 'linux', administrator: false, user: { name: 'ana', id: 1000, home }, systemd: true },
    node: '/usr/bin/node',
    folder: '/opt/torniquete',
    environment: {
      HOME: home,
      DATA_DIR: join(home, 'datos'),
      MASTER_PASSWORD: 'no es para ver',
      PORT: '3100',
      CLOCK_IS_RIGHT: 'true',
      BACKUP_KEY: '',
    },
    run,
    pause,
    now: () => new Date('2026-11-26T08:15:00Z'),
  }
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const unit = () => join(home, '.config/systemd/user/torniquete.service')
const settings = () => join(home, '.config/torniquete/settings')

test('with --print it shows all that it would do, no secret, and does nothing', () => {
  const said = service(['--print'], place).join('\n')
  expect(said).toContain(`── ${unit()}`)
  expect(said).toContain('ExecStart="/usr/bin/node" "/opt/torniquete/scripts/start.mjs"')
  expect(said).toContain('MASTER_PASSWORD="…"')
  expect(said).not.toContain('no es para ver')
  expect(said).toContain('systemctl --user enable torniquete.service')
  expect(readdirSync(home)).toEqual(['datos'])
  expect(run).not.toHaveBeenCalled()
})

test('it writes what is the product’s alone, starts it, and says how others reach it', () => {
  const said = service([], place)
  expect(readFileSync(settings(), 'utf8')).toBe(
    `PATH="/usr/bin:/usr/local/bin:/usr/bin:/bin"\nPORT="3100"\nDATA_DIR="${join(home, 'datos')}"\nMASTER_PASSWORD="no es para ver"\nTORNIQUETE_SERVICE="1"\n`,
  )
  expect(statSync(settings()).mode & 0o777).toBe(0o600)
  expect(run.mock.calls.map(([step]) => step.run.join(' '))).toContain('systemctl --user restart torniquete.service')
  expect(said[0]).toBe('Torniquete inicia desde ahora con el equipo.')
  expect(said).toContain('  sudo ufw allow 3100/tcp')
  expect(said.at(-1)).toBe('Lo que dice: journalctl --user -u torniquete.service')
})

test('a step that must end well and does not is named; one that may fail stops nothing', () => {
  run.mockImplementation(({ run: [program] }) => program !== 'loginctl')
  const said = service([], place)
  expect(said[0]).toMatch(/^Torniquete inicia/)
  expect(said).toContain('Para que inicie sin que ana entre en el equipo: sudo loginctl enable-linger ana')
  run.mockImplementation(({ run: words }) => !words.includes('enable'))
  expect(() => service([], place)).toThrow('No se pudo: systemctl --user enable torniquete.service')
})

const aside = () => `${settings()}.quitado-2026-11-26T081500`

test('it is taken away again, and the data stay', () => {
  service([], place)
  expect(service(['--remove'], place)).toEqual([
    'Torniquete ya no inicia con el equipo. Sus datos siguen donde estaban.',
    `Tenía estas variables: PORT=3100 DATA_DIR=${join(home, 'datos')} MASTER_PASSWORD=…`,
    `Quedan en ${aside()}, con las claves: el próximo npm run service de este usuario para esos datos las toma de ahí.`,
  ])
  expect(statSync(aside()).mode & 0o777).toBe(0o600)
  expect(service(['--remove'], place)).toHaveLength(1)
  expect([existsSync(unit()), existsSync(settings()), existsSync(join(home, 'datos'))]).toEqual([false, false, true])
  expect(run.mock.lastCall?.[0].run).toEqual(['systemctl', '--user', 'daemon-reload'])
})

test('what was taken away with its keys is taken up again by the next one, the newest of several', () => {
  const key = { ...place.environment, BACKUP_KEY: 'la primera frase' }
  service([], { ...place, environment: key })
  service(['--remove'], { ...place, now: () => new Date('2026-01-01T00:00:00Z') })
  service([], { ...place, environment: { ...key, BACKUP_KEY: 'la segunda frase' } })
  service(['--remove'], place)
  const said = service([], { ...place, environment: { PORT: '3300' } })
  expect(said).toContain(`Variables tomadas del servicio que se quitó: ${aside()}`)
  const written = readFileSync(settings(), 'utf8')
  expect(written).toContain('BACKUP_KEY="la segunda frase"\n')
  expect(written).toContain('PORT="3300"\n')
  // What is there now counts, not what was taken away once.
  service([], { ...place, environment: { BACKUP_KEY: '' } })
  expect(service([], { ...place, environment: {} }).join('\n')).not.toMatch(/segunda frase|se quitó/)
})

test('what was taken away is taken up for the same data alone, wherever these are by now', () => {
  const datos = join(home, 'datos')
  writeFileSync(join(datos, 'installation'), '0a1b2c3d')
  service([], { ...place, environment: { ...place.environment, BACKUP_KEY: 'dieciséis letras' } })
  service(['--remove'], place)
  const [aside = ''] = readdirSync(join(home, '.config/torniquete')).map((name) => join(dirname(settings()), name))
  // Another gym of the same user, in a folder of its own.
  const other = {
    ...place,
    folder: join(home, 'otra'),
    environment: { DATA_DIR: join(home, 'otra/data'), BACKUP_KEY: '' },
  }
  mkdirSync(join(home, 'otra/data/postgres'), { recursive: true })
  const said = service([], other)
  expect(said[1]).toBe(`Los datos: ${join(home, 'otra/data')}`)
  expect(said).toContain(`No se tomaron las variables de un servicio de otros datos, que siguen en ${aside}`)
  expect(readFileSync(settings(), 'utf8')).not.toMatch(/BACKUP_KEY|3100/)
  service(['--remove'], other)
  // An upgrade moves the data, and the newest that was put aside is the other gym's.
  mkdirSync(join(home, 'nueva'))
  renameSync(datos, join(home, 'nueva/data'))
  const moved = service([], { ...place, folder: join(home, 'nueva'), environment: {} })
  expect(moved).toContain(`Variables tomadas del servicio que se quitó: ${aside}`)
  expect(moved[1]).toBe(`Los datos: ${join(home, 'nueva/data')}`)
  expect(readFileSync(settings(), 'utf8')).toContain('BACKUP_KEY="dieciséis letras"\n')
})

test('of data that no copy has named yet, moved ones are known by their place', () => {
  service([], { ...place, environment: { ...place.environment, BACKUP_KEY: 'dieciséis letras' } })
  service(['--remove'], place)
  mkdirSync(join(home, 'nueva/data/postgres'), { recursive: true })
  const there = { ...place, folder: join(home, 'nueva'), environment: {} }
  expect(service(['--print'], there).join('\n')).not.toContain('BACKUP_KEY=')
  rmSync(join(home, 'datos'), { recursive: true })
  expect(service([], there).join('\n')).toContain('BACKUP_KEY')
})

test('data that no copy has named yet get no keys of those that had a name, and are out of reach', () => {
  writeFileSync(join(home, 'datos/installation'), '0a1b2c3d')
  service([], { ...place, environment: { ...place.environment, BACKUP_KEY: 'dieciséis letras' } })
  service(['--remove'], place)
  rmSync(join(home, 'datos'), { recursive: true })
  mkdirSync(join(home, 'otra/data/postgres'), { recursive: true })
  const other = {
    ...place,
    folder: join(home, 'otra'),
    environment: { DATA_DIR: join(home, 'otra/data'), BACKUP_KEY: '' },
  }
  const said = service([], other).join('\n')
  expect(said).toContain('No se tomaron las variables de un servicio de otros datos')
  expect(readFileSync(settings(), 'utf8')).not.toContain('BACKUP_KEY')
})

test('settings that cannot be written leave those of before, which may be the only place of a key', () => {
  service([], { ...place, environment: { ...place.environment, BACKUP_KEY: 'dieciséis letras' } })
  mkdirSync(`${settings()}.nuevo`)
  writeFileSync(join(`${settings()}.nuevo`, 'x'), '')
  expect(() => service([], place)).toThrow(/^No se puede escribir .*settings/)
  expect(readFileSync(settings(), 'utf8')).toContain('dieciséis letras')
})

test('it is taken away whatever fails and whatever the settings, and what failed is said', () => {
  service([], place)
  run.mockReturnValue(false)
  expect(service(['--remove'], { ...place, environment: { PORT: 'tres mil' } })).toEqual([
    'No se pudo: systemctl --user disable --now torniquete.service',
    'No se pudo: systemctl --user daemon-reload',
    'Torniquete ya no inicia con el equipo. Sus datos siguen donde estaban.',
    expect.stringMatching(/^Tenía estas variables/),
    expect.stringMatching(/^Quedan en /),
  ])
  expect([existsSync(unit()), existsSync(settings())]).toEqual([false, false])
})

test('the variables of a former installation stay, where now there are none, and are named', () => {
  service([], { ...place, environment: { ...place.environment, BACKUP_KEY: 'dieciséis letras' } })
  const again = service([], { ...place, environment: { PORT: '3200', MASTER_PASSWORD: '' } })
  expect(again.slice(1, 3)).toEqual([
    `Los datos: ${join(home, 'datos')}`,
    'Variables: PORT, BACKUP_KEY. Una que falte: VARIABLE=valor npm run service',
  ])
  const written = readFileSync(settings(), 'utf8')
  expect(written).toContain('PORT="3200"\n')
  expect(written).toContain('BACKUP_KEY="dieciséis letras"\n')
  expect(written).not.toContain('MASTER_PASSWORD')
})

test('data that were moved into the new folder are found there; a disk that is not connected gets no empty gym', () => {
  service([], place)
  rmSync(join(home, 'datos'), { recursive: true })
  const moved = { ...place, folder: join(home, 'nueva'), environment: {} }
  expect(() => service([], moved)).toThrow(/^En .*datos no hay datos/)
  expect(existsSync(join(home, 'datos'))).toBe(false)
  mkdirSync(join(home, 'nueva/data/postgres'), { recursive: true })
  expect(service([], moved)[1]).toBe(`Los datos: ${join(home, 'nueva/data')}`)
})

test('an administrator’s runs as whose the data are, or the product where there are none yet', () => {
  const machine = { ...place.machine, administrator: true, user: { name: 'root', id: 0, home: '/root' } }
  const owner = (path: string) => ({ name: path.startsWith(home) ? 'ana' : 'eva', id: 1000, home })
  const whole = { ...place, machine, owner }
  expect(service(['--print'], whole)).toContainEqual(expect.stringContaining('User=ana\n'))
  const environment = { DATA_DIR: join(home, 'ninguna') }
  expect(service(['--print'], { ...whole, environment })).toContainEqual(expect.stringContaining('User=eva\n'))
})

test('beside the service of the user there is none of the whole machine', () => {
  service([], place)
  const owner = () => place.machine.user
  const whole = { ...place, machine: { ...place.machine, administrator: true }, owner }
  run.mockClear()
  expect(() => service([], whole)).toThrow(
    `Ya inicia con el equipo por ${unit()}. Quítalo antes: npm run service -- --remove (sin sudo, como ana)`,
  )
  expect(run).not.toHaveBeenCalled()
})

test('with a password, or a database elsewhere, it begins the gym in a folder that it makes', () => {
  const environment = { DATA_DIR: join(home, 'primera'), DATABASE_URL: 'postgres://ana@otra/gym' }
  expect(() => service([], { ...place, environment })).toThrow(/no hay datos/)
  expect(existsSync(environment.DATA_DIR)).toBe(false)
  service([], { ...place, environment: { ...environment, MASTER_PASSWORD: 'una que se sabe' } })
  expect(readdirSync(environment.DATA_DIR)).toEqual(['service-begins'])
})

test('on Windows it shows a task of the user’s, and takes it away whether it runs or not', () => {
  const user = { name: 'PC-1\\ana', id: -1, home: 'C:\\Users\\ana' }
  const windows: Place = { ...place, machine: { ...place.machine, platform: 'win32', user }, folder: 'C:\\torniquete' }
  const said = service(['--print'], windows).join('\n')
  expect(said).toContain('── C:\\Users\\ana\\AppData\\Local\\Torniquete\\servicio.cmd\n@echo off')
  expect(said).toContain('set "MASTER_PASSWORD=…"')
  expect(said).not.toMatch(/no es para ver|\ufeff/)
  expect(said).toContain('schtasks /Run /TN Torniquete')
  run.mockImplementation(({ run: words }) => words[1] === '/Delete')
  expect(service(['--remove'], windows)).toEqual([
    'Torniquete ya no inicia con el equipo. Sus datos siguen donde estaban.',
  ])
  expect(run.mock.calls.map(([step]) => step.run.slice(0, 2).join(' '))).toEqual([
    'schtasks /End',
    'powershell -NoProfile',
    'schtasks /Delete',
  ])
  run.mockReturnValue(false)
  expect(service(['--remove'], windows)[0]).toBe('No se pudo: schtasks /Delete /F /TN Torniquete')
})

test('what the former one still holds is tried again for a while, and only the last time is heard', () => {
  const machine: Place['machine'] = { ...place.machine, platform: 'darwin' }
  let refused = 3
  run.mockImplementation(({ run: words }) => words[1] !== 'bootstrap' || refused-- <= 0)
  service([], { ...place, machine })
  expect(pause).toHaveBeenCalledTimes(3)
  run.mockImplementation(({ run: words }) => words[1] !== 'bootstrap')
  expect(() => service([], { ...place, machine })).toThrow(/^No se pudo: launchctl bootstrap/)
  expect(pause).toHaveBeenCalledTimes(3 + 90)
  expect(run.mock.calls.filter(([, last]) => last).at(-1)?.[0].run[1]).toBe('bootstrap')
})

test('what cannot be is refused in one line, and nothing is written', () => {
  expect(() => service(['--borrar'], place)).toThrow(/^Solo se entiende: npm run service/)
  expect(() => service([], { ...place, machine: { ...place.machine, systemd: false } })).toThrow(
    /no tiene systemd.+cd "\/opt\/torniquete" && "\/usr\/bin\/node" scripts\/start\.mjs/,
  )
  expect(() => service([], { ...place, environment: { ...place.environment, PORT: 'tres mil' } })).toThrow(/^PORT: /)
  const never = { ...place.environment, DATA_DIR: join(home, 'otra'), MASTER_PASSWORD: '' }
  expect(() => service([], { ...place, environment: never })).toThrow(/Inicia una vez con npm start/)
  expect(readdirSync(home)).toEqual(['datos'])
})

function withoutKey(): Place {
  const { BACKUP_KEY: _, ...environment } = place.environment
  return { ...place, environment }
}
const madeKey = () => /^BACKUP_KEY="((?:[a-z2-9]{4}-){5}[a-z2-9]{4})"$/m.exec(readFileSync(settings(), 'utf8'))?.[1]

test('without a BACKUP_KEY one is made up, shown once and kept', () => {
  const shown = service(['--print'], withoutKey()).join('\n')
  expect(shown).toContain('No hay BACKUP_KEY: npm run service hará una clave')
  expect(existsSync(settings())).toBe(false)
  const first = service([], withoutKey()).join('\n')
  const key = madeKey()
  expect(key).toBeTypeOf('string')
  expect(first).toContain(`que se muestra solo esta vez: ${key}\nApúntala`)
  expect(service([], withoutKey()).join('\n')).not.toContain(key)
  expect(madeKey()).toBe(key)
})

test('a made-up BACKUP_KEY is shown too when a step fails after it was kept', () => {
  run.mockImplementation(({ run: words }) => !words.includes('enable'))
  expect(() => service([], withoutKey())).toThrow(/^No se pudo: .+\n.+solo esta vez: /)
  expect(madeKey()).toBeTypeOf('string')
})

test('no BACKUP_KEY is made up for a database elsewhere, nor where it is given as empty', () => {
  const environment = { ...withoutKey().environment, DATABASE_URL: 'postgres://ana@otra/gym' }
  for (const each of [place, { ...place, environment }])
    expect(service([], each).join('\n')).not.toMatch(/solo esta vez/)
})
