// Stores the service's settings in `torniquete.env` in DATA_DIR, so they move with the data and outlive the service.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type Config, envVariableNames } from '../../config.ts'
import { readFileIfPresent } from '../../platform/files/files.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { hasServerRunBefore, serviceMarkerVariable, throwMissingData } from './missing-data-check.ts'
import type { ServiceSettings } from './service-types.ts'

export const getSettingsFilePath = (dataDir: string): string => join(dataDir, 'torniquete.env')

const secretName = /PASSWORD|SECRET|TOKEN|KEY|URL$/

/** Reads the file's variables into the environment of a server that runs as a service. */
export function loadServiceSettings(environment: NodeJS.ProcessEnv): void {
  if (!environment[serviceMarkerVariable]) return
  const dataDir = resolve(environment.DATA_DIR ?? 'data')
  const path = getSettingsFilePath(dataDir)
  if (existsSync(path)) {
    // The file has priority over variables inherited from the machine.
    Object.assign(environment, readServiceSettings(dataDir), { DATA_DIR: dataDir })
    return
  }
  if (!hasServerRunBefore({ dataDir, DATABASE_URL: undefined })) throwMissingData(dataDir)
  // Refuses to start without the file, because without its BACKUP_KEY backups would no longer be encrypted.
  throw new StartRefusal(
    `No está ${path}, con las variables del servicio: cópialo de la carpeta anterior de los datos, o ejecuta npm run service con ellas.`,
  )
}

/** Returns DATA_DIR; if not set, as under sudo, the last installation's folder or `folder`/data. */
export function locateDataFolder(
  pointer: string,
  { environment, folder }: { environment: NodeJS.ProcessEnv; folder: string },
) {
  if (environment.DATA_DIR) return resolve(environment.DATA_DIR)
  const own = join(folder, 'data')
  const last = read(pointer)?.trim()
  return last && (existsSync(last) || !existsSync(join(own, 'postgres'))) ? last : own
}

/** Adds the installed service's variables to those of a command typed by hand, which have priority. */
export function mergeServiceSettings(
  pointers: readonly string[],
  place: { environment: NodeJS.ProcessEnv; folder: string },
): NodeJS.ProcessEnv {
  const pointer = pointers.find((path) => existsSync(path))
  if (pointer === undefined) return place.environment
  const dataDir = locateDataFolder(pointer, place)
  return { ...readServiceSettings(dataDir), ...place.environment, DATA_DIR: dataDir }
}

/** Reads the settings of an earlier installation. Editors on Windows put a byte order mark at the start of the file. */
export function readServiceSettings(dataDir: string): ServiceSettings {
  const all = parseEnv((read(getSettingsFilePath(dataDir)) ?? '').replace(/^\ufeff/, ''))
  return Object.fromEntries(envVariableNames.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
}

function read(path: string): string | null {
  try {
    return readFileIfPresent(path)
  } catch (error) {
    throw new StartRefusal(`No se puede leer ${path} (${error instanceof Error ? error.message : error}).`)
  }
}

/** Returns the variables to store, with absolute folders. DATA_DIR is left out: the file is in that folder. */
export function collectServiceSettings(
  environment: NodeJS.ProcessEnv,
  { backupDir, BACKUP_DIR }: Config,
): ServiceSettings {
  const names = envVariableNames.filter((name) => !['DATA_DIR', 'CLOCK_IS_RIGHT'].includes(name))
  // An empty BACKUP_KEY is stored too, because it means unencrypted backups also in later installations.
  const isKept = (name: string) => environment[name] || (name === 'BACKUP_KEY' && environment[name] === '')
  const given = names.flatMap((name) => (isKept(name) ? [[name, environment[name]]] : []))
  return { ...Object.fromEntries(given), ...(BACKUP_DIR && { BACKUP_DIR: backupDir }) }
}

/** Quotes each value with a quote that it does not contain; inside double quotes `\n` would be a line break. */
export const formatServiceSettings = (settings: ServiceSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => {
      const quote = ["'", '`', '"'].find((sign) => !value.includes(sign) && !(sign === '"' && value.includes('\\')))
      if (!quote)
        throw new StartRefusal(`${name}: no puede llevar comillas simples e invertidas junto con dobles o con \\`)
      return `${name}=${quote}${value}${quote}\n`
    })
    .join('')

export const maskSecrets = (settings: ServiceSettings): ServiceSettings =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, secretName.test(name) ? '…' : value]))

export function describeSettings(dataDir: string, settings: ServiceSettings): string[] {
  const names = Object.keys(settings).join(', ') || 'ninguna más'
  return [
    `Los datos: ${dataDir}`,
    `Variables: ${names}. Una que falte: VARIABLE=valor npm run service`,
    `Están en ${getSettingsFilePath(dataDir)}`,
  ]
}
