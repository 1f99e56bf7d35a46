import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'

export interface ImageRow {
  folder: string
  name: string
  type: string
  token: string
}

export const insertImage = (tx: Transaction, gym: number, { folder, name, type, token }: ImageRow): Promise<number> =>
  tx.run(
    sql`insert into images (gym_id, folder, name, type, token) values (${gym}, ${folder}, ${name}, ${type}, ${token})`,
  )

export const readImage = (tx: Transaction, gym: number, folder: string, name: string): Promise<ImageRow | null> =>
  tx.maybe(
    sql`select folder, name, type, token from images where gym_id = ${gym} and folder = ${folder} and name = ${name}`,
  )

export const deleteImage = (tx: Transaction, gym: number, folder: string, name: string): Promise<number> =>
  tx.run(sql`delete from images where gym_id = ${gym} and folder = ${folder} and name = ${name}`)

/** The path of a user's photo, which that user may replace. */
export const photoPathOf = async (tx: Transaction, gym: number, user: number): Promise<string | null> =>
  (
    await tx.maybe<{ photo_path: string | null }>(
      sql`select photo_path from users where gym_id = ${gym} and id = ${user}`,
    )
  )?.photo_path ?? null
