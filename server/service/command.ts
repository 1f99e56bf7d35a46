// `npm run service`: the product starts with the machine, and again after whatever ended it.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { renamePatiently, syncFolder } from '../db/embedded/files.ts'
import { lanAddresses } from '../lan-addresses.ts'
import { Refused } from '../refused.ts'
import { allowFirstStart, hasRunBefore } from './expected-data.ts'
import type { Machine, Plan, Settings, Starter, Step, User } from './machine.ts'
import { firewallLines, starterOf } from './plan.ts'
import { aboutTaken, formerSettings, putAside } from './put-aside.ts'
import { aboutRemoved, aboutSettings, masked, readFormer, settingsOf, withFormer } from './settings.ts'
import { ownerOf } from './users.ts'

export interface Place {
  machine: Machine
  node: string
  /** Of the product. */
  folder: string
  environment: NodeJS.ProcessEnv
  /** Answers whether it ended well; `last` unless it will be tried again. */
  run?: (step: Step, last: boolean) => boolean
  /** A second. */
  pause?: () => void
  now?: () => Date
  /** Whose a path is. */
  owner?: (path: string) => User
}

const runStep = ({ run: [program, ...parameters], mayFail }: Step, last: boolean): boolean =>
  spawnSync(program, parameters, { stdio: mayFail || !last ? 'ignore' : 'inherit' }).status === 0

const pauseSecond = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)

/** Answers the lines to say. `asked`: `--print`, `--remove`, or nothing. */
export function service(asked: readonly string[], place: Place): string[] {
  const [option, ...more] = asked
  if (more.length > 0 || !['--print', '--remove', undefined].includes(option))
    throw new Refused('Solo se entiende: npm run service, con --print para ver qué haría o --remove para quitarlo.')
  const starter = starterOf(place.machine)
  if (!starter)
    throw new Refused(
      `Este equipo no tiene systemd ni launchd, y no es Windows: Torniquete no puede inscribirse solo. Pide a quien lo administra que al encenderlo se ejecute: cd "${place.folder}" && "${place.node}" scripts/start.mjs. Mientras tanto, inicia con npm start y deja su ventana abierta.`,
    )
  if (option === '--remove') return remove(starter, place)
  const path = starter.settingsFile(place.machine)
  const former = formerSettings(path, starter.read, place)
  const known = withFormer(place.environment, former.settings, place.folder)
  // An empty one is somebody's wish; with a database elsewhere somebody else makes the copies.
  const needsKey = known.BACKUP_KEY === undefined && !known.DATABASE_URL
  const key = needsKey && option !== '--print' ? makeBackupKey() : null
  const environment = key ? { ...known, BACKUP_KEY: key } : known
  const config = readConfig(environment)
  const settings = settingsOf(environment, config)
  const machine = { ...place.machine, user: runner(place, config) }
  const planned = (shown: Settings) => starter.plan(machine, programOf(place, config.dataDir, shown))
  if (option === '--print')
    return [
      ...printed(planned(masked(settings))),
      ...(needsKey ? ['No hay BACKUP_KEY: npm run service hará una clave para las copias y la mostrará una vez.'] : []),
    ]
  const about = [...aboutSettings(settings), ...aboutTaken(former)]
  return install(planned(settings), { ...place, machine }, config, { about, aboutKey: key ? aboutBackupKey(key) : [] })
}

/** No sign that is taken for another on paper. */
const keySigns = 'abcdefghjkmnpqrstuvwxyz23456789'

/** `kfr3-9tqa-m2vz-…`: 24 signs in groups that a person can copy. */
const makeBackupKey = (): string =>
  Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => keySigns[randomInt(keySigns.length)]).join('')).join(
    '-',
  )

const aboutBackupKey = (key: string): string[] => [
  `Las copias van cifradas desde ahora con esta clave, que se muestra solo esta vez: ${key}`,
  'Apúntala en papel, fuera del local: sin ella nadie puede restaurar una copia.',
]

interface SettingsWords {
  about: string[]
  /** Lines that show a key that was made up now. */
  aboutKey: string[]
}

function install({ files, install: steps, other, hints }: Plan, place: Place, config: Config, words: SettingsWords) {
  if (other && existsSync(other.path))
    throw new Refused(`Ya inicia con el equipo por ${other.path}. Quítalo antes: ${other.remove}`)
  // Said now: with one of a former installation a disk that is not connected would get an empty gym.
  if (!hasRunBefore(config) && !place.environment.MASTER_PASSWORD)
    throw new Refused(
      `En ${config.dataDir} no hay datos. Inicia una vez con npm start, que muestra la contraseña del master, y después npm run service.`,
    )
  const { administrator, user } = place.machine
  allowFirstStart(config, administrator ? user.id : undefined)
  for (const file of files) write(file)
  const byHand = steps.flatMap((step) => {
    if (attempt(step, place)) return []
    // The key is in the settings by now, and no later start shows it.
    if (!step.mayFail) throw new Refused([failed(step).message, ...words.aboutKey].join('\n'))
    return step.byHand ?? []
  })
  return [
    'Torniquete inicia desde ahora con el equipo.',
    ...words.about,
    ...words.aboutKey,
    ...byHand,
    ...aboutNetwork(place.machine, config),
    ...hints,
  ]
}

/** Whatever fails: half of a service that stays is worse than none. */
function remove(starter: Starter, place: Place): string[] {
  const had = formerOrNone(starter, place)
  const { files, remove, removed } = starter.plan(place.machine, programOf(place, '', {}))
  const failing = (steps: Step[]) => steps.filter((step) => !attempt(step, place) && !step.mayFail)
  const before = failing(remove)
  const { now = () => new Date() } = place
  const aside = putAside(starter.settingsFile(place.machine), had, now())
  for (const { path } of files) rmSync(path, { force: true })
  return [
    ...[...before, ...failing(removed)].map((step) => failed(step).message),
    'Torniquete ya no inicia con el equipo. Sus datos siguen donde estaban.',
    ...aboutRemoved(had, aside),
  ]
}

/** One that cannot be read is taken away too. */
function formerOrNone(starter: Starter, { machine }: Place): Settings {
  try {
    return readFormer(starter.settingsFile(machine), starter.read)
  } catch {
    return {}
  }
}

const programOf = ({ node, folder }: Place, dataDir: string, settings: Settings) => ({
  node,
  script: join(folder, 'scripts/start.mjs'),
  folder,
  dataDir,
  settings,
})

/** An administrator's service runs as whose the data are, or, before there are any, whose the product is. */
function runner({ machine, folder, owner = ownerOf }: Place, { dataDir }: Config): User {
  return machine.administrator ? owner(existsSync(dataDir) ? dataDir : folder) : machine.user
}

function attempt(step: Step, { run = runStep, pause = pauseSecond }: Place): boolean {
  for (let left = step.again ?? 0; left > 0; left--) {
    if (run(step, false)) return true
    pause()
  }
  return run(step, true)
}

const spoken = ({ run }: Step) => run.map((word) => (/[\s"]/.test(word) ? `"${word}"` : word)).join(' ')

const printed = ({ files, install, hints }: Plan): string[] => [
  ...files.flatMap(({ path, content }) => [`── ${path}`, content.replace('\ufeff', '').trimEnd(), '']),
  '── Y después:',
  ...install.map(spoken),
  '',
  ...hints,
]

const failed = (step: Step) => new Refused(`No se pudo: ${spoken(step)}`)

/** Whole under its name, with the mode that it keeps: what was there before stays until then, for keys may be nowhere else. */
function write({ path, content, mode, encoding }: Plan['files'][number]): void {
  const draft = `${path}.nuevo`
  try {
    mkdirSync(dirname(path), { recursive: true })
    rmSync(draft, { force: true })
    writeFileSync(draft, content, { mode, encoding: encoding ?? 'utf8', flush: true })
    chmodSync(draft, mode)
    renamePatiently(draft, path)
    syncFolder(dirname(path))
  } catch (error) {
    rmSync(draft, { force: true, recursive: true })
    throw new Refused(`No se puede escribir ${path} (${error instanceof Error ? error.message : error}).`)
  }
}

function aboutNetwork({ platform }: Machine, { HOST, PORT, door }: ReturnType<typeof readConfig>): string[] {
  const lan = lanAddresses(HOST, PORT)
  const ports = door ? [PORT, door.port] : [PORT]
  return [
    ...(lan.length > 0
      ? ['Desde otro equipo, un teléfono o una terminal de esta red:', ...lan.map((at) => `  ${at}`)]
      : []),
    ...(door ? [`Las terminales llaman al puerto ${door.port}.`] : []),
    'Que esa dirección no cambie: resérvala en el router (DHCP), o las terminales dejarán de llegar.',
    ...firewall(platform, ports),
    'Si Torniquete estaba abierto en una ventana, ciérralo ahí: el servicio toma su lugar en unos segundos.',
  ]
}

function firewall(platform: NodeJS.Platform, ports: readonly number[]): string[] {
  const lines = firewallLines(platform, ports)
  if (lines.length === 0) return []
  const who = platform === 'win32' ? 'como administrador' : 'con el que tenga este equipo (ufw o firewalld)'
  return [`Si un cortafuegos no deja entrar, ${who}:`, ...lines.map((line) => `  ${line}`)]
}
