// At a new major version of PostgreSQL the start brings the rows over by itself: the program of before, which the data folder
// has, reads the folder of before, and a new one is filled as by an import, each table compared. The folder of before stays as
// it was until what came of it is proven.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { locateBinaries, type PostgresBinaries } from '../../db/embedded/binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { errorCode } from '../../db/embedded/errors.ts'
import { readIfThere, renamePatiently, syncFolder, syncFolders, writeAtomicallySync } from '../../db/embedded/files.ts'
import { stopFormerPostmaster } from '../../db/embedded/former-postmaster.ts'
import { freeSpaceOf } from '../../db/embedded/free-space.ts'
import { majorIn } from '../../db/embedded/init-cluster.ts'
import { keptProgram } from '../../db/embedded/kept-program.ts'
import { allowPassage, chooseLauncher, requireOwnFolder } from '../../db/embedded/launch.ts'
import { type OwnerLock, takeOwnerLock } from '../../db/embedded/owner-lock.ts'
import { Refused } from '../../refused.ts'
import { exportOf } from '../export-archive.ts'
import type { ExportManifest } from '../export-manifest.ts'
import { importRead } from '../import-archive.ts'
import { wholeName } from '../restored-mark.ts'
import { sizeOf } from '../space.ts'
import { formerFolder, noteUpgrade, Upgrade } from './former-folder.ts'

/** In DATA_DIR, until all has its name. */
const unfinishedName = 'upgrade.unfinished'
/** Bytes that stay free besides. */
const reserve = 1e9
/** A new folder takes no more than the one of before, and what is written while it is filled. */
const needed = 1.3

const Begun = Upgrade.extend({ to: z.string() })

export interface Upgrading {
  dataDir: string
  log(line: string): void
  freeOf?: typeof freeSpaceOf
  /** What came along. */
  own?: PostgresBinaries
}

/** Before the database is started. Where the program of before is not kept nothing is done, and its start says what helps. */
export async function upgradeFolder(given: Upgrading): Promise<void> {
  const { dataDir, own = locateBinaries() } = given
  const [cluster, unfinished] = [join(dataDir, 'postgres'), join(dataDir, unfinishedName)]
  if (!existsSync(unfinished) && isOf(cluster, own.major)) return
  requireOwnFolder(dataDir)
  const lock = await takeOwnerLock(dataDir)
  try {
    // Of a start that was killed.
    await stopFormerPostmaster(join(unfinished, 'postgres'), own, () => {})
    const whole = wholeIn(unfinished)
    // One that another release made, and that nobody waits for, is none of ours.
    if (!whole || (whole.to !== own.major && existsSync(cluster))) {
      rmSync(unfinished, { recursive: true, force: true })
      if (isOf(cluster, own.major)) return
      if (!(await fillAnew({ ...given, own }, cluster, unfinished, lock))) return
    }
    takeNames(dataDir, unfinished)
  } finally {
    lock.release()
  }
}

/** One that is not there yet is of whichever makes it. */
const isOf = (cluster: string, major: string): boolean => !existsSync(cluster) || majorIn(cluster) === major

function wholeIn(unfinished: string): z.infer<typeof Begun> | null {
  const found = readIfThere(join(unfinished, wholeName))
  return found === null ? null : Begun.parse(JSON.parse(found))
}

/** Answers false where nobody can read what is there. */
async function fillAnew(
  { dataDir, log, freeOf = freeSpaceOf, own }: Upgrading & { own: PostgresBinaries },
  cluster: string,
  unfinished: string,
  lock: OwnerLock,
): Promise<boolean> {
  const from = majorIn(cluster)
  const program = from !== null && Number(from) < Number(own.major) ? keptProgram(dataDir, from) : null
  if (from === null || !program) return false
  if (existsSync(formerFolder(dataDir, from)))
    throw new Refused(`En ${dataDir} está ${formerFolder(dataDir, from)}, de otra vez: apártala e inicia de nuevo.`)
  const what = `de PostgreSQL ${from} a PostgreSQL ${own.major}`
  await requireRoom(dataDir, cluster, freeOf, what)
  log(
    `Los datos se pasan ${what}. Con muchos años tarda minutos; si se interrumpe, empieza de nuevo en el próximo inicio.`,
  )
  const begun = performance.now()
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    const { tables, foreign } = await bringOver(dataDir, unfinished, program, lock)
    syncFolders(unfinished)
    writeAtomicallySync(
      join(unfinished, wholeName),
      JSON.stringify({ from, to: own.major, at: new Date().toISOString(), foreign }),
    )
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const seconds = Math.ceil((performance.now() - begun) / 1000)
    log(`Pasados y comparados: ${rows} filas en ${seconds} s. Los de antes quedan en ${formerFolder(dataDir, from)}.`)
    if (foreign)
      log(
        `ATENCIÓN: hay tablas que no son de Torniquete y no se pasaron: ${foreign.join(', ')}. Esa carpeta no se borra sola.`,
      )
    return true
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Refused(
      `Los datos no se pudieron pasar ${what}: ${error instanceof Error ? error.message : error}\nSiguen como estaban: la versión anterior de Torniquete los abre.`,
      { cause: error },
    )
  }
}

async function requireRoom(dataDir: string, cluster: string, freeOf: typeof freeSpaceOf, what: string): Promise<void> {
  const [free, due] = [await freeOf(dataDir), (await sizeOf(cluster)) * needed + reserve]
  if (free >= due) return
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  throw new Refused(
    `Para pasar los datos ${what} hacen falta ${megabytes(due)} libres en el disco de ${dataDir}, y quedan ${megabytes(free)}: deja sitio e inicia otra vez, o sigue con la versión anterior de Torniquete.`,
  )
}

/** What is removed from the pictures' place nobody asks for meanwhile: they stay where they are. */
async function bringOver(
  dataDir: string,
  into: string,
  program: PostgresBinaries,
  lock: OwnerLock,
): Promise<ExportManifest> {
  const former = await startEmbeddedPostgres({ dataDir, program, lock })
  return stopping(former, async () => {
    allowPassage(chooseLauncher(), dataDir)
    const fresh = await startEmbeddedPostgres({ dataDir: into })
    return stopping(fresh, () =>
      importRead(fresh.connection, into, async (read) => {
        const tar = exportOf({ images: null, address: former.connection, whole: true })
        try {
          return await read(tar)
        } finally {
          await tar.return(undefined as never) // nobody reads what it would answer
        }
      }),
    )
  })
}

async function stopping<Result>({ stop }: EmbeddedPostgres, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } finally {
    await stop()
  }
}

/** Also of a start that was cut off between two names. */
function takeNames(dataDir: string, unfinished: string): void {
  const whole = wholeIn(unfinished)
  if (!whole) throw new Error(`${unfinished} is not whole`)
  const [cluster, fresh] = [join(dataDir, 'postgres'), join(unfinished, 'postgres')]
  if (existsSync(fresh)) {
    try {
      if (existsSync(cluster)) renamePatiently(cluster, formerFolder(dataDir, whole.from))
      renamePatiently(fresh, cluster)
    } catch (error) {
      throw new Refused(
        `Los datos ya están pasados, en ${unfinished}, y no se pudieron poner en su lugar (${errorCode(error)}): inicia otra vez, con esta versión.`,
      )
    }
    syncFolder(dataDir)
  }
  noteUpgrade(dataDir, whole)
  rmSync(unfinished, { recursive: true, force: true })
  syncFolder(dataDir)
}
