import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'

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

/** Whether it is the photo of another user of the gym, deleted or not. One that nobody has any more is whoever's replaced it. */
export const isPhotoOfAnother = async (tx: Transaction, gym: number, user: number, path: string): Promise<boolean> =>
  (await tx.maybe(sql`select id from users where gym_id = ${gym} and id <> ${user} and photo_path = ${path}`)) !== null
