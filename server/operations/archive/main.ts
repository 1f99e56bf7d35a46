// Commands `npm run backup -- FILE [--gym ID]` (or `export`), `npm run restore -- FILE|s3:[NAME]` (or `import`) and
// `npm run restored [-- TIME]`.
import { constants, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { chooseServiceManager } from '../service/service-managers.ts'
import { mergeServiceSettings } from '../service/service-settings.ts'
import { detectHostMachine } from '../service/service-types.ts'
import { backUp, finishRestoredDatabase, restoreFromArchive } from './backup-commands.ts'
import { isBucketArchiveName } from './download-archive.ts'

type Command = (config: Config) => Promise<string[]>

function abortOnSignals(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => ending.abort(new StartRefusal('La copia se interrumpió: no quedó nada de ella.')))
  return ending.signal
}

/** Parses a time in the machine's time zone. */
function parseMoment(text: string): Date | null {
  const [, ...parts] = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0))
  const moment = new Date(year, month - 1, day, hour, minute, second)
  // Refuses dates such as 30 February, and hours that daylight saving skips.
  const isReal = moment.getDate() === day && moment.getHours() === hour && moment.getMinutes() === minute
  return parts.length > 0 && isReal ? moment : null
}

/** Resolves a path from the user's folder, because npm changes to the package's folder first. */
const toPath = (file: string) => resolve(process.env.INIT_CWD ?? '.', file)

const refuseArguments = (usage: string) => new StartRefusal(`Indica un solo archivo: npm run ${usage}`)

function parseBackup(name: string, [file, option, gym, ...rest]: string[]): Command {
  const isGym = option === '--gym' && /^[1-9]\d{0,8}$/.test(gym ?? '')
  if (!file || file.startsWith('--') || rest.length > 0 || (option !== undefined && !isGym))
    throw refuseArguments(`${name} -- ARCHIVO [--gym NÚMERO]`)
  if (isBucketArchiveName(file))
    throw new StartRefusal('s3: solo vale con npm run restore: a BACKUP_S3_BUCKET suben solas las copias programadas.')
  return (config) => backUp(config, toPath(file), abortOnSignals(), isGym ? Number(gym) : undefined)
}

function parseRestore(name: string, [file, ...rest]: string[]): Command {
  if (!file || file.startsWith('--') || rest.length > 0) throw refuseArguments(`${name} -- ARCHIVO`)
  return (config) => restoreFromArchive(config, isBucketArchiveName(file) ? file : toPath(file))
}

function parseRestored(words: string[]): Command {
  // The shell splits a time without quotes into two words.
  const moment = words.length > 0 ? parseMoment(words.join(' ')) : undefined
  if (moment === null) throw new StartRefusal('Indica un solo momento: npm run restored -- "2026-11-23 18:05"')
  return (config) => finishRestoredDatabase(config, moment)
}

/** Lists files in which the user's and the administrator's service store the path of their data folder. */
function listDataPointers(): string[] {
  const machine = detectHostMachine()
  const starter = chooseServiceManager(machine)
  return starter ? [false, true].map((administrator) => starter.dataPointer({ ...machine, administrator })) : []
}

function parseCommand([name = '', ...words]: string[]): Command {
  if (name === 'restored') return parseRestored(words)
  return name === 'restore' || name === 'import' ? parseRestore(name, words) : parseBackup(name, words)
}

try {
  // Runs at low CPU priority, so that backups do not slow down the till.
  setPriority(constants.priority.PRIORITY_LOW)
  const run = parseCommand(process.argv.slice(2))
  const environment = mergeServiceSettings(listDataPointers(), { environment: process.env, folder: repositoryRoot })
  for (const line of await run(readConfig(environment))) console.log(line)
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 1
}
