import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fsyncFolder, readFileIfPresent, renameWithRetry } from '../../platform/files/files.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import type { PostgresBinaries } from './binaries.ts'
import { changeOwnerToPostgres, launchPostgres, type PostgresLauncher } from './launch-postgres.ts'

const UNFINISHED = 'postgres.unfinished-'

export async function ensureCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  launcher: PostgresLauncher,
): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  if (!existsSync(cluster)) return createCluster(dataDir, cluster, binaries, launcher)
  const version = readFileIfPresent(join(cluster, 'PG_VERSION'))?.trim()
  if (!version) throw new StartRefusal(`La carpeta ${cluster} no contiene una base de datos legible: falta PG_VERSION.`)
  if (version !== binaries.major) {
    const advice =
      Number(version) > Number(binaries.major)
        ? 'usa la versión de Torniquete con la que se hicieron.'
        : 'con la versión anterior npm run backup -- ARCHIVO, y con esta npm run restore -- ARCHIVO en una carpeta nueva (DATA_DIR).'
    throw new StartRefusal(
      `Los datos de ${cluster} son de PostgreSQL ${version} y este Torniquete trae PostgreSQL ${binaries.major}: ${advice}`,
    )
  }
  changeOwnerToPostgres(launcher, cluster)
}

/** Creates the cluster under a temporary name, so that an interrupted start leaves no incomplete cluster. */
async function createCluster(dataDir: string, cluster: string, binaries: PostgresBinaries, launcher: PostgresLauncher) {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const unfinished = join(dataDir, `${UNFINISHED}${process.pid}`)
  mkdirSync(unfinished, { mode: 0o700 })
  changeOwnerToPostgres(launcher, unfinished)
  await runInitdb(unfinished, binaries, launcher)
  renameWithRetry(unfinished, cluster)
  fsyncFolder(dataDir)
}

async function runInitdb(folder: string, binaries: PostgresBinaries, launcher: PostgresLauncher): Promise<void> {
  // Only Linux has C.UTF-8. ICU sorts and compares texts on every platform.
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  const flags = [
    `--pgdata=${folder}`,
    '--username=postgres',
    '--encoding=UTF8',
    `--locale=${locale}`,
    '--locale-provider=icu',
    '--icu-locale=es',
    '--auth=trust',
    '--data-checksums',
    '--no-instructions',
  ]
  const child = launchPostgres(launcher, binaries.initdb, flags, ['ignore', 'ignore', 'pipe'])
  const closed = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [code, complaint] = await Promise.all([closed, child.stderr ? text(child.stderr) : ''])
  if (code === 0) return
  rmSync(folder, { recursive: true, force: true })
  throw new StartRefusal(`No se pudo crear la base de datos en ${folder}: ${describePostgresExit(code, complaint)}`)
}

export function describePostgresExit(code: number | null, complaint: string): string {
  // Windows exit codes for a missing library (STATUS_DLL_NOT_FOUND, …_ENTRYPOINT_NOT_FOUND).
  if (code === 0xc0000135 || code === 0xc0000139)
    return 'faltan las bibliotecas de Visual C++. Instálalas e inicia otra vez: https://aka.ms/vs/17/release/vc_redist.x64.exe'
  const lines = complaint.trim().split('\n')
  return (lines.find((line) => line.includes('error:')) ?? lines.at(-1)) || `terminó con el código ${code}`
}
