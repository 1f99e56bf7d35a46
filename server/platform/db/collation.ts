import type pg from 'pg'

/**
 * Logs a changed order of texts, after which indexes miss rows and PostgreSQL only warns. The administrator of an external
 * database decides when a rebuild may lock indexes. The embedded database has an order that never changes.
 */
export async function logCollationMismatch(client: pg.Pool | pg.Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ database: string; kept: string; actual: string }>(
    `select quote_ident(datname) as database, datcollversion as kept, pg_database_collation_actual_version(oid) as actual
     from pg_database where datname = current_database() and not pg_is_in_recovery()
       and datcollversion <> pg_database_collation_actual_version(oid)`,
  )
  for (const { database, kept, actual } of rows)
    log(
      `DATABASE_URL: PostgreSQL ordena los textos de otra manera que cuando se creó la base de datos (${kept} → ${actual}), y lo que se busca puede no encontrarse. Con Torniquete detenido y como su dueño, ejecuta: REINDEX DATABASE ${database}; ALTER DATABASE ${database} REFRESH COLLATION VERSION;`,
    )
}
