import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runServiceCommand, type ServiceCommandContext } from './service-command.ts'
import { loadServiceSettings, mergeServiceSettings } from './service-settings.ts'
import type { ServiceSetupStep } from './service-types.ts'

let home: string
let place: ServiceCommandContext
const run = vi.fn<(step: ServiceSetupStep, last: boolean) => boolean>()
const pauseSecond = vi.fn<() => void>()
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'torniquete-service-'))
  mkdirSync(join(home, 'datos/postgres'), { recursive: true })
  run.mockReset().mockReturnValue(true)
  pauseSecond.mockReset()
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
    pauseSecond,
  }
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const unit = () => join(home, '.config/systemd/user/torniquete.service')
const settings = () => join(home, 'datos/torniquete.env')
const pointer = () => join(home, '.config/torniquete/data-dir')

test('npm run service: --print shows files and commands without secrets, and does nothing', () => {
  const said = runServiceCommand(['--print'], place).join('\n')
  expect(said).toContain(`── ${unit()}`)
  expect(said).toContain('ExecStart="/usr/bin/node" "/opt/torniquete/scripts/start.mjs"')
  expect(said).toContain("MASTER_PASSWORD='…'")
  expect(said).not.toContain('no es para ver')
  expect(said).toContain('systemctl --user enable torniquete.service')
  expect(readdirSync(home)).toEqual(['datos'])
  expect(run).not.toHaveBeenCalled()
})

test('npm run service: stores only Torniquete’s variables, starts, and prints the addresses', () => {
  const said = runServiceCommand([], place)
  expect(readFileSync(settings(), 'utf8')).toBe(`PORT='3100'\nMASTER_PASSWORD='no es para ver'\nBACKUP_KEY=''\n`)
  expect(statSync(settings()).mode & 0o777).toBe(0o600)
  expect(run.mock.calls.map(([step]) => step.run.join(' '))).toContain('systemctl --user restart torniquete.service')
  expect(said[0]).toBe('Torniquete inicia desde ahora con el equipo.')
  expect(said).toContain('  sudo ufw allow 3100/tcp')
  expect(said.at(-1)).toBe('Lo que dice: journalctl --user -u torniquete.service')
})

test('npm run service: --remove deletes the service, but not its data and settings', () => {
  runServiceCommand([], place)
  expect(runServiceCommand(['--remove'], place)).toEqual([
    'Torniquete ya no inicia con el equipo. Sus datos siguen donde estaban.',
    `Sus variables quedan en ${settings()}, con las claves: el próximo npm run service para esos datos las toma de ahí.`,
  ])
  expect([existsSync(unit()), existsSync(settings())]).toEqual([false, true])
  expect(run.mock.lastCall?.[0].run).toEqual(['systemctl', '--user', 'daemon-reload'])
  const again = runServiceCommand([], { ...place, environment: { PORT: '3300', BACKUP_KEY: '' } })
  expect(again[1]).toBe(`Los datos: ${join(home, 'datos')}`)
  expect(readFileSync(settings(), 'utf8')).toBe("PORT='3300'\nMASTER_PASSWORD='no es para ver'\nBACKUP_KEY=''\n")
})

test('npm run service: moved data keep their settings, and a second data folder gets its own', () => {
  const folder = join(home, 'vieja')
  const data = join(folder, 'data')
  mkdirSync(join(data, 'postgres'), { recursive: true })
  runServiceCommand([], { ...place, folder, environment: { BACKUP_KEY: 'dieciséis letras' } })
  runServiceCommand(['--remove'], { ...place, folder, environment: {} })
  expect(existsSync(pointer())).toBe(false)
  const other = { ...place, folder: join(home, 'otra'), environment: { BACKUP_KEY: '' } }
  mkdirSync(join(home, 'otra/data/postgres'), { recursive: true })
  runServiceCommand([], other)
  runServiceCommand(['--remove'], other)
  expect(readFileSync(join(home, 'otra/data/torniquete.env'), 'utf8')).toBe("BACKUP_KEY=''\n")
  mkdirSync(join(home, 'nueva'))
  renameSync(data, join(home, 'nueva/data'))
  const moved = runServiceCommand([], { ...place, folder: join(home, 'nueva'), environment: {} })
  expect(moved[1]).toBe(`Los datos: ${join(home, 'nueva/data')}`)
  expect(moved[2]).toContain('BACKUP_KEY')
})

test.each(["a 'b' $c \\d %e & <f> dieciséis", 'a "b" #c dieciséis', "a 'b' `c`\nd dieciséis", ' dieciséis letras '])(
  'service settings: the server reads the value %j exactly as given',
  (secret) => {
    runServiceCommand([], { ...place, environment: { ...place.environment, SESSION_SECRET: secret } })
    const environment: NodeJS.ProcessEnv = { TORNIQUETE_SERVICE: '1', DATA_DIR: join(home, 'datos') }
    loadServiceSettings(environment)
    expect(environment.SESSION_SECRET).toBe(secret)
  },
)

test('service settings: the service does not start without its settings file', () => {
  const environment = { TORNIQUETE_SERVICE: '1', DATA_DIR: join(home, 'datos') }
  expect(() => loadServiceSettings(environment)).toThrow(/^No está .*torniquete\.env, con las variables del servicio/)
  rmSync(join(home, 'datos'), { recursive: true })
  expect(() => loadServiceSettings(environment)).toThrow(/el servicio no empieza otro vacío/)
})

test('service settings: also apply to commands typed by hand unless these set a variable', () => {
  const folder = '/opt/torniquete'
  const pointers = [pointer(), join(home, 'not-there')]
  expect(mergeServiceSettings(pointers, { environment: { PORT: '1' }, folder })).toEqual({ PORT: '1' })
  runServiceCommand([], { ...place, environment: { ...place.environment, BACKUP_KEY: 'dieciséis letras' } })
  expect(mergeServiceSettings(pointers, { environment: { PORT: '1' }, folder })).toMatchObject({
    DATA_DIR: join(home, 'datos'),
    PORT: '1',
    BACKUP_KEY: 'dieciséis letras',
  })
})

test('npm run service: keeps stored variables that are not given again', () => {
  runServiceCommand([], { ...place, environment: { ...place.environment, BACKUP_KEY: 'dieciséis letras' } })
  const again = runServiceCommand([], { ...place, environment: { PORT: '3200', MASTER_PASSWORD: '' } })
  expect(again.slice(1, 3)).toEqual([
    `Los datos: ${join(home, 'datos')}`,
    'Variables: PORT, BACKUP_KEY. Una que falte: VARIABLE=valor npm run service',
  ])
  const written = readFileSync(settings(), 'utf8')
  expect(written).toContain("PORT='3200'\n")
  expect(written).toContain("BACKUP_KEY='dieciséis letras'\n")
  expect(written).not.toContain('MASTER_PASSWORD')
})

test("npm run service: refuses a service for all users next to a user's own service", () => {
  runServiceCommand([], place)
  const owner = () => place.machine.user
  const whole = { ...place, machine: { ...place.machine, administrator: true }, owner }
  run.mockClear()
  expect(() => runServiceCommand([], whole)).toThrow(
    `Ya inicia con el equipo por ${unit()}. Quítalo antes: npm run service -- --remove (sin sudo, como ana)`,
  )
  expect(run).not.toHaveBeenCalled()
})

test('npm run service: on Windows prints the task, and removes it whether or not it runs', () => {
  const user = { name: 'PC-1\\ana', id: -1, home: 'C:\\Users\\ana' }
  const windows: ServiceCommandContext = {
    ...place,
    machine: { ...place.machine, platform: 'win32', user },
    folder: 'C:\\torniquete',
  }
  const said = runServiceCommand(['--print'], windows).join('\n')
  expect(said).toContain('── C:\\Users\\ana\\AppData\\Local\\Torniquete\\servicio.cmd\n@echo off')
  expect(said).toContain("MASTER_PASSWORD='…'")
  expect(said).not.toMatch(/no es para ver|\ufeff/)
  expect(said).toContain('schtasks /Run /TN Torniquete')
  run.mockImplementation(({ run: words }) => words[1] === '/Delete')
  expect(runServiceCommand(['--remove'], windows)).toEqual([
    'Torniquete ya no inicia con el equipo. Sus datos siguen donde estaban.',
  ])
  expect(run.mock.calls.map(([step]) => step.run.slice(0, 2).join(' '))).toEqual([
    'schtasks /End',
    'powershell -NoProfile',
    'schtasks /Delete',
  ])
  run.mockReturnValue(false)
  expect(runServiceCommand(['--remove'], windows)[0]).toBe('No se pudo: schtasks /Delete /F /TN Torniquete')
})

test('npm run service: refuses wrong parameters and settings in one line, and writes nothing', () => {
  expect(() => runServiceCommand(['--borrar'], place)).toThrow(/^Solo se entiende: npm run service/)
  expect(() => runServiceCommand([], { ...place, machine: { ...place.machine, systemd: false } })).toThrow(
    /no tiene systemd.+cd "\/opt\/torniquete" && "\/usr\/bin\/node" scripts\/start\.mjs/,
  )
  expect(() => runServiceCommand([], { ...place, environment: { ...place.environment, PORT: 'tres mil' } })).toThrow(
    /^PORT: /,
  )
  const never = { ...place.environment, DATA_DIR: join(home, 'otra'), MASTER_PASSWORD: '' }
  expect(() => runServiceCommand([], { ...place, environment: never })).toThrow(/Inicia una vez con npm start/)
  expect(readdirSync(home)).toEqual(['datos'])
})

function withoutKey(): ServiceCommandContext {
  const { BACKUP_KEY: _, ...environment } = place.environment
  return { ...place, environment }
}
const madeKey = () => /^BACKUP_KEY='((?:[a-z2-9]{4}-){5}[a-z2-9]{4})'$/m.exec(readFileSync(settings(), 'utf8'))?.[1]

test('npm run service: a new BACKUP_KEY is shown once and stored', () => {
  const shown = runServiceCommand(['--print'], withoutKey()).join('\n')
  expect(shown).toContain('No hay BACKUP_KEY: npm run service hará una clave')
  expect(existsSync(settings())).toBe(false)
  const first = runServiceCommand([], withoutKey()).join('\n')
  const key = madeKey()
  expect(key).toBeTypeOf('string')
  expect(first).toContain(`que se muestra solo esta vez: ${key}\nApúntala`)
  expect(runServiceCommand([], withoutKey()).join('\n')).not.toContain(key)
  expect(madeKey()).toBe(key)
})

test('npm run service: makes no BACKUP_KEY for an external database or an empty value', () => {
  const environment = { ...withoutKey().environment, DATABASE_URL: 'postgres://ana@otra/gym' }
  for (const each of [place, { ...place, environment }])
    expect(runServiceCommand([], each).join('\n')).not.toMatch(/solo esta vez/)
})
