// The service only starts with existing data. If the data were moved or their disk is not connected, it would otherwise
// create an empty gym, and staff would believe that everything is lost.
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, makeDataFolder } from '../../config.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'

export const serviceMarkerVariable = 'TORNIQUETE_SERVICE'

type Place = Pick<Config, 'dataDir' | 'DATABASE_URL'>

/** File in DATA_DIR that allows the service to create a gym, since there was none when the service was installed. */
const formatMark = ({ dataDir }: Place) => join(dataDir, 'service-begins')

/** True if the folder shows that a server has run with it. */
export const hasServerRunBefore = ({ dataDir, DATABASE_URL }: Place): boolean =>
  existsSync(DATABASE_URL ? dataDir : join(dataDir, 'postgres'))

/** Lets the service create the first gym. `owner` is the user who gets the folder if an administrator makes it. */
export function allowFirstStart(config: Config, owner?: number): void {
  if (hasServerRunBefore(config)) return
  makeDataFolder(config)
  writeFileSync(formatMark(config), '')
  if (owner === undefined) return
  for (const path of [config.dataDir, formatMark(config)]) chownSync(path, owner, -1)
}

/** Refuses to start a service without data. Called before the start creates missing files. */
export function requireExpectedData(environment: NodeJS.ProcessEnv, place: Place): void {
  if (
    !environment[serviceMarkerVariable] ||
    place.DATABASE_URL ||
    hasServerRunBefore(place) ||
    existsSync(formatMark(place))
  )
    return
  throwMissingData(place.dataDir)
}

export function throwMissingData(dataDir: string): never {
  throw new StartRefusal(
    `En ${dataDir} no están los datos del gimnasio, y el servicio no empieza otro vacío: conecta su disco, o devuélvelos ahí, o tras moverlos ejecuta npm run service.`,
  )
}

/** Called after the first start: from now on missing data are an error. */
export const disallowFirstStart = (place: Place): void => rmSync(formatMark(place), { force: true })
