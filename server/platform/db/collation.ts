// After a system update texts may sort differently: older indexes then miss rows, and PostgreSQL only warns.
import type pg from 'pg'

/** Our schema uses only the database's collation and "C". */
const defaultCollation = 100

/** Rebuilds affected indexes before other sessions connect. A failure is logged, and repeated at the next start. */
export async function reindexAfterCollationChange(client: pg.Client, log: (line: string) => void): Promise<void> {
  const changes = await client.query<{ database: string; kept: string; actual: string }>(
    `select quote_ident(datname) as database, datcollversion as kept, pg_database_collation_actual_version(oid) as actual
     from pg_database where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`,
  )
  const [change] = changes.rows
  if (!change) return
  const { database, kept, actual } = change
  const { rows } = await client.query<{ index: string }>(
    `select indexrelid::regclass::text as index from pg_index join pg_class on pg_class.oid = indexrelid
     where relkind = 'i' and relpersistence <> 't' and ${defaultCollation} = any (indcollation) order by pg_relation_size(indexrelid), 1`,
  )
  log(
    `PostgreSQL ordena los textos de otra manera que antes (${kept} → ${actual}): se rehacen ${rows.length} índices. Espera sin apagar el equipo.`,
  )
  let failed = 0
  for (const { index } of rows)
    await client.query(`reindex index ${index}`).catch((error: Error) => {
      failed += 1
      log(`El índice ${index} no se pudo rehacer: ${error.message}`)
    })
  if (failed > 0) return
  await client.query(`alter database ${database} refresh collation version`)
  log('Los índices están al día.')
}
