// The service starts only with a gym's data: an empty gym in place of moved data, or of a disk that is not connected,
// would look to the counter as if everything were lost.
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, makeDataFolder } from '../../config.ts'
import { Refused } from '../../platform/refused-start.ts'

export const serviceVariable = 'TORNIQUETE_SERVICE'

type Place = Pick<Config, 'dataDir' | 'DATABASE_URL'>

/** A file in DATA_DIR that lets the service begin a gym: there was none at the installation. */
const formatMark = ({ dataDir }: Place) => join(dataDir, 'service-begins')

/** True if a server has run there, as far as the folder shows. */
export const hasRunBefore = ({ dataDir, DATABASE_URL }: Place): boolean =>
  existsSync(DATABASE_URL ? dataDir : join(dataDir, 'postgres'))

/** `owner` gets the folder where an administrator makes it for another user. */
export function allowFirstStart(config: Config, owner?: number): void {
  if (hasRunBefore(config)) return
  makeDataFolder(config)
  writeFileSync(formatMark(config), '')
  if (owner === undefined) return
  for (const path of [config.dataDir, formatMark(config)]) chownSync(path, owner, -1)
}

/** Refuses before the start creates the missing files. */
export function requireExpectedData(environment: NodeJS.ProcessEnv, place: Place): void {
  if (!environment[serviceVariable] || place.DATABASE_URL || hasRunBefore(place) || existsSync(formatMark(place)))
    return
  refuseMissingData(place.dataDir)
}

export function refuseMissingData(dataDir: string): never {
  throw new Refused(
    `En ${dataDir} no están los datos del gimnasio, y el servicio no empieza otro vacío: conecta su disco, o devuélvelos ahí, o tras moverlos ejecuta npm run service.`,
  )
}

/** Called after the first start: from then on there is something to lose. */
export const recordFirstStart = (place: Place): void => rmSync(formatMark(place), { force: true })
