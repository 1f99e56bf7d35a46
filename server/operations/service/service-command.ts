// `npm run service` makes Torniquete start with the machine, and restart after a crash.

import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { writeFileAtomically } from '../../platform/files/files.ts'
import { listLanUrls } from '../../platform/http/lan-addresses.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { allowFirstStart, hasServerRunBefore } from './missing-data-check.ts'
import { chooseServiceManager, listFirewallCommands } from './service-managers.ts'
import {
  collectServiceSettings,
  describeSettings,
  formatServiceSettings,
  getSettingsFilePath,
  locateDataFolder,
  maskSecrets,
  readServiceSettings,
} from './service-settings.ts'
import type {
  HostMachine,
  PlannedServiceFile,
  ServiceAccount,
  ServiceManager,
  ServicePlan,
  ServiceSettings,
  ServiceSetupStep,
} from './service-types.ts'

/** Finds a file's owner by its uid: under `sudo -i` the environment may name another user or none. */
export function findFileOwner(path: string): ServiceAccount {
  const { uid } = statSync(path)
  // The program `id` also knows users of a directory service.
  const script = 'name=$(id -un "$1") && echo "$name" && eval echo "~$name"'
  const { status, stdout } = spawnSync('sh', ['-c', script, 'sh', String(uid)], { encoding: 'utf8' })
  const [name, home] = stdout?.split('\n') ?? []
  if (status !== 0 || !name || !home)
    throw new StartRefusal(`${path} es de un usuario que este equipo no conoce (${uid}).`)
  return { name, id: uid, home }
}

export interface ServiceCommandContext {
  machine: HostMachine
  node: string
  folder: string
  environment: NodeJS.ProcessEnv
  /** Returns true if the step succeeded. `last` is false if a failure will be tried again. */
  run?: (step: ServiceSetupStep, last: boolean) => boolean
  pauseSecond?: () => void
  owner?: (path: string) => ServiceAccount
}

const runStep = ({ run: [program, ...parameters], mayFail }: ServiceSetupStep, last: boolean): boolean =>
  spawnSync(program, parameters, { stdio: mayFail || !last ? 'ignore' : 'inherit' }).status === 0

const sleepSecond = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)

/** Runs the command and returns lines to print. The only option is `--print` or `--remove`. */
export function runServiceCommand(parameters: readonly string[], place: ServiceCommandContext): string[] {
  const [option, ...more] = parameters
  if (more.length > 0 || !['--print', '--remove', undefined].includes(option))
    throw new StartRefusal(
      'Solo se entiende: npm run service, con --print para ver qué haría o --remove para quitarlo.',
    )
  const starter = chooseServiceManager(place.machine)
  if (!starter)
    throw new StartRefusal(
      `Este equipo no tiene systemd ni launchd, y no es Windows: Torniquete no puede inscribirse solo. Pide a quien lo administra que al encenderlo se ejecute: cd "${place.folder}" && "${place.node}" scripts/start.mjs. Mientras tanto, inicia con npm start y deja su ventana abierta.`,
    )
  if (option === '--remove') return remove(starter, place)
  const dataDir = locateDataFolder(starter.dataPointer(place.machine), place)
  // Starts from the stored variables, which a new window or sudo lacks. A variable given as empty is removed.
  const known: NodeJS.ProcessEnv = { ...readServiceSettings(dataDir), ...place.environment, DATA_DIR: dataDir }
  // No key for an external database, whose administrator makes the backups. An empty key means unencrypted backups.
  const needsKey = known.BACKUP_KEY === undefined && !known.DATABASE_URL
  const key = needsKey && option !== '--print' ? makeBackupKey() : null
  const environment = key ? { ...known, BACKUP_KEY: key } : known
  const config = readConfig(environment)
  const settings = collectServiceSettings(environment, config)
  const machine = { ...place.machine, user: findRunner(place, config) }
  const complete = (shown: ServiceSettings): ServicePlan => {
    const plan = starter.plan(machine, describeProgram(place, dataDir))
    const owner = machine.administrator ? { owner: machine.user.id } : {}
    const stored = { path: getSettingsFilePath(dataDir), content: formatServiceSettings(shown), mode: 0o600, ...owner }
    const pointer = { path: starter.dataPointer(machine), content: `${dataDir}\n`, mode: 0o644 }
    return { ...plan, files: [stored, pointer, ...plan.files] }
  }
  if (option === '--print')
    return [
      ...printPlan(complete(maskSecrets(settings))),
      ...(needsKey ? ['No hay BACKUP_KEY: npm run service hará una clave para las copias y la mostrará una vez.'] : []),
    ]
  return install(complete(settings), { ...place, machine }, config, {
    about: describeSettings(dataDir, settings),
    aboutKey: key ? describeBackupKey(key) : [],
  })
}

/** Letters and digits that people do not confuse when a key is written on paper. */
const keySigns = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Makes a key of 24 characters in groups, such as `kfr3-9tqa-m2vz-…`. */
function makeBackupKey(): string {
  const makeGroup = () => Array.from({ length: 4 }, () => keySigns[randomInt(keySigns.length)]).join('')
  return Array.from({ length: 6 }, makeGroup).join('-')
}

const describeBackupKey = (key: string): string[] => [
  `Las copias van cifradas desde ahora con esta clave, que se muestra solo esta vez: ${key}`,
  'Apúntala en papel, fuera del local: sin ella nadie puede restaurar una copia.',
]

function install(
  { files, install: steps, other, hints }: ServicePlan,
  place: ServiceCommandContext,
  config: Config,
  words: { about: string[]; aboutKey: string[] },
) {
  if (other && existsSync(other.path))
    throw new StartRefusal(`Ya inicia con el equipo por ${other.path}. Quítalo antes: ${other.remove}`)
  // A stored password does not allow a new gym: if the data's disk is not connected, an empty gym would be created.
  if (!hasServerRunBefore(config) && !place.environment.MASTER_PASSWORD)
    throw new StartRefusal(
      `En ${config.dataDir} no hay datos. Inicia una vez con npm start, que muestra la contraseña del master, y después npm run service.`,
    )
  const { administrator, user } = place.machine
  allowFirstStart(config, administrator ? user.id : undefined)
  for (const file of files) write(file)
  const byHand = steps.flatMap((step) => {
    if (tryStep(step, place)) return []
    // The new key is stored already and will not be shown again, so the error message includes it.
    if (!step.mayFail) throw new StartRefusal([toFailure(step).message, ...words.aboutKey].join('\n'))
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

/** Removes the service. Continues after a failed step, because half a service is worse than none at all. */
function remove(starter: ServiceManager, place: ServiceCommandContext): string[] {
  const pointer = starter.dataPointer(place.machine)
  const dataDir = locateDataFolder(pointer, place)
  const { files, remove, removed } = starter.plan(place.machine, describeProgram(place, dataDir))
  const listFailed = (steps: ServiceSetupStep[]) => steps.filter((step) => !tryStep(step, place) && !step.mayFail)
  const before = listFailed(remove)
  for (const { path } of files) rmSync(path, { force: true })
  // If the data folder is inside Torniquete's own folder, it is found without the pointer file, even after a move.
  if (dataDir === join(place.folder, 'data')) rmSync(pointer, { force: true })
  const stored = getSettingsFilePath(dataDir)
  const lines = [
    ...[...before, ...listFailed(removed)].map((step) => toFailure(step).message),
    'Torniquete ya no inicia con el equipo. Sus datos siguen donde estaban.',
  ]
  if (existsSync(stored))
    lines.push(
      `Sus variables quedan en ${stored}, con las claves: el próximo npm run service para esos datos las toma de ahí.`,
    )
  return lines
}

const describeProgram = ({ node, folder }: ServiceCommandContext, dataDir: string) => ({
  node,
  script: join(folder, 'scripts/start.mjs'),
  folder,
  dataDir,
})

/** An administrator's service runs as the owner of the data, or of Torniquete's folder before there are data. */
function findRunner(
  { machine, folder, owner = findFileOwner }: ServiceCommandContext,
  { dataDir }: Config,
): ServiceAccount {
  return machine.administrator ? owner(existsSync(dataDir) ? dataDir : folder) : machine.user
}

function tryStep(step: ServiceSetupStep, { run = runStep, pauseSecond = sleepSecond }: ServiceCommandContext): boolean {
  for (let left = step.again ?? 0; left > 0; left--) {
    if (run(step, false)) return true
    pauseSecond()
  }
  return run(step, true)
}

const formatStep = ({ run }: ServiceSetupStep) => run.map((word) => (/[\s"]/.test(word) ? `"${word}"` : word)).join(' ')

const printPlan = ({ files, install, hints }: ServicePlan): string[] => [
  ...files.flatMap(({ path, content }) => [`── ${path}`, content.replace('\ufeff', '').trimEnd(), '']),
  '── Y después:',
  ...install.map(formatStep),
  '',
  ...hints,
]

const toFailure = (step: ServiceSetupStep) => new StartRefusal(`No se pudo: ${formatStep(step)}`)

/** Replaces the file in one step, because the earlier file may contain the only copy of a key. */
function write({ path, content, mode, encoding, owner }: PlannedServiceFile): void {
  const prepare = (draft: string) => owner !== undefined && chownSync(draft, owner, -1)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileAtomically(path, content, { mode, prepare, ...(encoding && { encoding }) })
  } catch (error) {
    throw new StartRefusal(`No se puede escribir ${path} (${error instanceof Error ? error.message : error}).`)
  }
}

function aboutNetwork({ platform }: HostMachine, { HOST, PORT, door }: ReturnType<typeof readConfig>): string[] {
  const lan = listLanUrls(HOST, PORT)
  const commands = listFirewallCommands(platform, door ? [PORT, door.port] : [PORT])
  const who = platform === 'win32' ? 'como administrador' : 'con el que tenga este equipo (ufw o firewalld)'
  return [
    ...(lan.length > 0
      ? ['Desde otro equipo, un teléfono o una terminal de esta red:', ...lan.map((at) => `  ${at}`)]
      : []),
    ...(door ? [`Las terminales llaman al puerto ${door.port}.`] : []),
    'Que esa dirección no cambie: resérvala en el router (DHCP), o las terminales dejarán de llegar.',
    ...(commands.length > 0 ? [`Si un firewall (cortafuegos) no deja entrar, ${who}:`] : []),
    ...commands.map((line) => `  ${line}`),
    'Si Torniquete estaba abierto en una ventana, ciérralo ahí: el servicio toma su lugar en unos segundos.',
  ]
}
