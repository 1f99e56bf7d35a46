// `npm run backup -- FILE`, `npm run restore -- FILE|s3:[NAME] [--until TIME]`, `npm run export -- FILE [--gym ID]`, `npm run import -- FILE` and
// `npm run restored [-- TIME]`.
import { constants, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { type Config, readConfig, WrongSetting } from '../config.ts'
import { EmbeddedPostgresError } from '../db/embedded/errors.ts'
import { MigrationRefused } from '../db/migrate.ts'
import { Refused } from '../refused.ts'
import { afterExternalRestore, backUp, exportTo, importFrom, restore } from './commands.ts'
import { isInBucket } from './from-bucket.ts'

/** Whoever stops a copy finds nothing of it. A restore that is cut off is begun again by the next. */
function stopped(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => ending.abort(new Refused('La copia se interrumpió: no quedó nada de ella.')))
  return ending.signal
}

const works: Record<string, (config: Config, file: string, given: Given) => Promise<string[]>> = {
  backup: (config, file) => backUp(config, file, stopped()),
  export: (config, file, { gym }) => exportTo(config, file, stopped(), gym),
  restore: (config, file, { until }) => restore(config, file, until),
  import: (config, file) => importFrom(config, file),
}

interface Given {
  gym?: number
  until?: Date
}

/** By the machine's own clock, as whoever asks reads it. */
function readMoment(text: string): Date | null {
  const [, ...parts] = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0))
  const moment = new Date(year, month - 1, day, hour, minute, second)
  // No 30th of February, and no hour that clocks leave out.
  const isIt = moment.getDate() === day && moment.getHours() === hour && moment.getMinutes() === minute
  return parts.length > 0 && isIt ? moment : null
}

interface Option {
  of: string
  named: string
  words: string
  /** Null where that is none. */
  read(value: string): Given | null
}

const options: readonly Option[] = [
  {
    of: 'export',
    named: '--gym',
    words: '[--gym NÚMERO]',
    read: (value) => (/^[1-9]\d{0,8}$/.test(value) ? { gym: Number(value) } : null),
  },
  {
    of: 'restore',
    named: '--until',
    words: '[--until "2026-11-23 18:05"]',
    read: (value) => {
      const until = readMoment(value)
      return until && { until }
    },
  },
]

function asked(said: string[]) {
  const [command = '', file, name, ...value] = said
  const work = works[command]
  const option = options.find(({ of }) => of === command)
  // A moment that was given without quotes is two words.
  const given = name === undefined ? {} : option?.named === name ? option.read(value.join(' ')) : null
  if (!work || !file || file.startsWith('--') || !given)
    throw new Refused(
      `Falta el archivo, o sobra algo: npm run ${command} -- ARCHIVO${option ? ` ${option.words}` : ''}`,
    )
  if (isInBucket(file) && command !== 'restore')
    throw new Refused('s3: solo vale con npm run restore: a BACKUP_S3_BUCKET van solas las copias de cada noche.')
  return { work, file, given }
}

/** `restored` has no file. */
function askedOf(said: string[]): (config: Config) => Promise<string[]> {
  const [command, ...words] = said
  if (command === 'restored') {
    const moment = words.length > 0 ? readMoment(words.join(' ')) : undefined
    if (moment === null) throw new Refused('Falta el momento, o sobra algo: npm run restored -- "2026-11-23 18:05"')
    return (config) => afterExternalRestore(config, moment)
  }
  const { work, file, given } = asked(said)
  // npm goes to the package's folder first.
  const place = isInBucket(file) ? file : resolve(process.env.INIT_CWD ?? '.', file)
  return (config) => work(config, place, given)
}

/** Not the server's own word for it: loading all of that takes the till's processor for longer than a second of copying does. */
const isRefusal = (error: unknown): error is Error =>
  [WrongSetting, EmbeddedPostgresError, MigrationRefused, Refused].some((refusal) => error instanceof refusal)

try {
  // Whoever stands at the till goes first.
  setPriority(constants.priority.PRIORITY_LOW)
  const work = askedOf(process.argv.slice(2))
  const lines = await work(readConfig(process.env))
  for (const line of lines) console.log(line)
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exitCode = 1
}
