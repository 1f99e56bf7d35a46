// Password in DATA_DIR for a PostgreSQL that listens on a port, where every user of the machine could connect.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readFileIfPresent, readOrCreateSecret, readSecret, writeFileAtomically } from '../../platform/files/files.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import type { PostgresBinaries } from './binaries.ts'
import { changeOwnerToPostgres, launchPostgres, type PostgresLauncher } from './launch-postgres.ts'

const passwordFile = 'database-password'

/** Returns null if there is no password, as with a socket. */
export const readPassword = (dataDir: string): string | null => readSecret(join(dataDir, passwordFile))

/** pg_hba file in the cluster's folder; its first line is a hash of the password that it belongs to. */
const accessFile = 'torniquete-access.conf'
const formatAccessRules = (password: string): string =>
  `# ${createHash('sha256').update(password).digest('hex')}
host all all 127.0.0.1/32 scram-sha-256
`

type Program = { binaries: PostgresBinaries; launcher: PostgresLauncher }

/** Sets the stored password in single-user mode, which refuses all connections, if the cluster has none or another. */
export async function ensureDatabasePassword(dataDir: string, program: Program) {
  const cluster = join(dataDir, 'postgres')
  const password = readOrCreateSecret(join(dataDir, passwordFile))
  const [file, rules] = [join(cluster, accessFile), formatAccessRules(password)]
  if (readFileIfPresent(file) !== rules) {
    await setPassword(cluster, password, program)
    writeFileAtomically(file, rules, { prepare: (draft) => changeOwnerToPostgres(program.launcher, draft) })
  }
  return { password, settings: { hba_file: file } }
}

async function setPassword(cluster: string, password: string, { binaries, launcher }: Program): Promise<void> {
  const settings = ['-c', 'log_statement=none', '-c', 'log_min_error_statement=panic']
  const parameters = ['--single', '-D', cluster, ...settings, 'postgres']
  const alone = launchPostgres(launcher, binaries.postgres, parameters, ['pipe', 'ignore', 'pipe'])
  const closed = new Promise<number | null>((resolve, reject) => alone.once('error', reject).once('close', resolve))
  // If PostgreSQL ends early, its exit code reports the problem instead of this stream.
  alone.stdin?.on('error', () => {})
  alone.stdin?.end(`alter role postgres password '${password}'\n`)
  const [code, said] = await Promise.all([closed, alone.stderr ? text(alone.stderr) : ''])
  const wrong = said.split('\n').findLast((line) => /\b(ERROR|FATAL|PANIC):/.test(line))
  if (code !== 0 || wrong)
    throw new StartRefusal(
      `No se pudo cerrar la base de datos de ${cluster} con su contraseña: ${wrong ?? `terminó con el código ${code}`}`,
    )
}
