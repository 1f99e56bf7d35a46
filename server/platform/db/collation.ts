// After an update PostgreSQL may order texts otherwise: older indexes then miss rows, and it only warns.
import type pg from 'pg'

type QueryClient = Pick<pg.Pool | pg.Client, 'query'>

/** Null if the order is unchanged. Our schema uses the database's collation and "C" only. */
async function findChange(client: QueryClient) {
  const { rows } = await client.query<{ database: string; kept: string; actual: string }>(
    `select quote_ident(datname) as database, datcollversion as kept, pg_database_collation_actual_version(oid) as actual
     from pg_database where datname = current_database() and not pg_is_in_recovery()
       and datcollversion <> pg_database_collation_actual_version(oid)`,
  )
  return rows[0]
}

/** Runs before other sessions connect. Indexes that cannot be rebuilt are logged and tried again at the next start. */
export async function renewCollation(client: pg.Client, log: (line: string) => void): Promise<void> {
  const change = await findChange(client)
  if (!change) return
  const { database, kept, actual } = change
  log(
    `PostgreSQL ordena los textos de otra manera que antes (${kept} → ${actual}): se rehacen los índices. Espera sin apagar el equipo.`,
  )
  try {
    await client.query(`reindex database ${database}`)
    await client.query(`alter database ${database} refresh collation version`)
    log('Los índices están al día.')
  } catch (error) {
    log(`Los índices no se pudieron rehacer: ${error instanceof Error ? error.message : error}`)
  }
}

/** Only logs for an external database: its administrator decides when indexes are locked. */
export async function logCollationMismatch(client: QueryClient, log: (line: string) => void): Promise<void> {
  const change = await findChange(client)
  if (!change) return
  const { database, kept, actual } = change
  log(
    `DATABASE_URL: PostgreSQL ordena los textos de otra manera que cuando se creó la base de datos (${kept} → ${actual}), y lo que se busca puede no encontrarse. Con Torniquete detenido y como su dueño, ejecuta: REINDEX DATABASE ${database}; ALTER DATABASE ${database} REFRESH COLLATION VERSION;`,
  )
}
