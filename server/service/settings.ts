// With which of the product's variables the service runs: those of now, and what else the installed one has.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, settingNames } from '../config.ts'
import { Refused } from '../refused.ts'
import { serviceVariable } from './expected-data.ts'
import type { Settings } from './machine.ts'

const secretName = /PASSWORD|SECRET|TOKEN|KEY|URL$/

/**
 * A new window, or sudo, has none of the variables with which the service was once installed, and nobody would notice that
 * mails and the copies' key are gone. One that is set to nothing is taken away. `folder`: the product's.
 */
export function withFormer(environment: NodeJS.ProcessEnv, former: Settings, folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(former).filter(([name]) => settingNames.includes(name))
  const merged = { ...Object.fromEntries(kept), ...environment }
  const moved = join(folder, 'data')
  const isMoved = former.DATA_DIR && !existsSync(former.DATA_DIR) && existsSync(join(moved, 'postgres'))
  return isMoved && environment.DATA_DIR === undefined ? { ...merged, DATA_DIR: moved } : merged
}

export function readFormer(path: string, read: (content: string) => Settings): Settings {
  try {
    return read(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new Refused(`No se puede leer ${path} (${error instanceof Error ? error.message : error}).`)
  }
}

/** It runs elsewhere: folders are absolute. */
export function settingsOf(environment: NodeJS.ProcessEnv, { dataDir, backupDir, BACKUP_DIR }: Config): Settings {
  const given = settingNames
    // Said of one start, and of none later.
    .filter((name) => name !== 'CLOCK_IS_RIGHT')
    .flatMap((name) => (environment[name] ? [[name, environment[name]]] : []))
  return {
    ...Object.fromEntries(given),
    DATA_DIR: dataDir,
    ...(BACKUP_DIR && { BACKUP_DIR: backupDir }),
    [serviceVariable]: '1',
  }
}

export const masked = (settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, secretName.test(name) ? '…' : value] as const),
  )

export function aboutSettings(settings: Settings): string[] {
  const names = Object.keys(settings).filter((name) => name !== 'DATA_DIR' && settingNames.includes(name))
  return [
    `Los datos: ${settings.DATA_DIR}`,
    `Variables: ${names.length > 0 ? names.join(', ') : 'ninguna más'}. Una que falte: VARIABLE=valor npm run service`,
  ]
}

/** `aside`: where they are now. */
export function aboutRemoved(settings: Settings, aside: string | null): string[] {
  const had = Object.entries(masked(settings)).filter(([name]) => settingNames.includes(name))
  if (had.length === 0 && !aside) return []
  const named = had.map(([name, value]) => `${name}=${value}`).join(' ')
  return [
    ...(named ? [`Tenía estas variables: ${named}`] : []),
    ...(aside
      ? [
          `Quedan en ${aside}, con las claves: el próximo npm run service de este usuario para esos datos las toma de ahí.`,
        ]
      : []),
  ]
}
