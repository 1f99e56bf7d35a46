import { type ClientAdmittedWithoutRight, refusalDisplayMs } from '@torniquete/contract/door/door.ts'
import {
  entryWithoutRightPrefix,
  type Notification,
  notificationTitles,
  type UnreadCounts,
} from '@torniquete/contract/reports/notifications.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { emptySql, type Statement, sql } from '../../platform/db/sql.ts'

const notification = sql`
  select n.id as id_notification, n.title, n.message, n.created_at, n.is_read,
         case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'photo_url', c.photo_url) end as client
  from notifications n left join clients c on c.gym_id = n.gym_id and c.id = n.id_client`

// The value is part of the SQL text; with a parameter PostgreSQL could not use the partial indexes.
const readOrNot = (column: Statement, isRead: boolean): Statement => (isRead ? column : sql`not ${column}`)

export function listNotifications(
  tx: Transaction,
  gym: number,
  { page, size_page, is_read }: PageQuery & { is_read?: boolean | undefined },
) {
  const matching = sql`n.gym_id = ${gym} ${is_read === undefined ? emptySql : sql`and ${readOrNot(sql`n.is_read`, is_read)}`}`
  return readListPage<Notification>(
    tx,
    { page, size_page },
    sql`${notification} where ${matching} order by n.created_at desc, n.id desc limit ${size_page} offset ${page * size_page}`,
    sql`from notifications n where ${matching}`,
  )
}

export const readNotification = (tx: Transaction, gym: number, id: number): Promise<Notification | null> =>
  tx.maybe(sql`${notification} where n.gym_id = ${gym} and n.id = ${id}`)

/** Lists unread notifications since an instant: the newest `limit`, in order from oldest to newest. */
export async function listUnreadSince(
  tx: Transaction,
  gym: number,
  since: Date,
  limit: number,
): Promise<Notification[]> {
  const rows = await tx.many<Notification>(sql`
    ${notification} where n.gym_id = ${gym} and not n.is_read and n.created_at >= ${since} order by n.id desc limit ${limit}`)
  return rows.reverse()
}

export async function countUnreadByTitle(tx: Transaction, gym: number): Promise<UnreadCounts> {
  const titles = Object.values(notificationTitles)
  const rows = await tx.many<{ title: keyof UnreadCounts; count: number }>(sql`
    select title, count(*) as count from notifications
    where gym_id = ${gym} and not is_read and title = any(${titles}::text[]) group by title`)
  const counts: UnreadCounts = { Acceso: 0, 'Stock deficiente': 0, 'Stock agotado': 0 }
  for (const { title, count } of rows) counts[title] = count
  return counts
}

export const listNotificationsAfter = (
  tx: Transaction,
  gym: number,
  id: number,
  limit: number,
): Promise<Notification[]> =>
  tx.many(sql`${notification} where n.gym_id = ${gym} and n.id > ${id} order by n.id limit ${limit}`)

/** Id of the last notification before an instant; 0 if there is none. */
export const findLastIdBefore = async (tx: Transaction, gym: number, instant: Date): Promise<number> =>
  (
    await tx.one<{ id: number }>(
      sql`select coalesce(min(id) - 1, (select max(id) from notifications where gym_id = ${gym}), 0) as id from notifications where gym_id = ${gym} and created_at >= ${instant}`,
    )
  ).id

export const findNewestId = async (tx: Transaction, gym: number): Promise<number> =>
  (await tx.one<{ id: number }>(sql`select coalesce(max(id), 0) as id from notifications where gym_id = ${gym}`)).id

export const setNotificationsRead = (
  tx: Transaction,
  gym: number,
  which: { ids?: number[] | undefined; title?: string | undefined },
  isRead: boolean,
): Promise<number> => {
  const chosen: Statement = which.ids ? sql`id = any(${which.ids}::bigint[])` : sql`title = ${which.title}`
  return tx.run(
    sql`update notifications set is_read = ${isRead} where gym_id = ${gym} and ${chosen} and ${readOrNot(sql`is_read`, !isRead)}`,
  )
}

/** Notifies that a client entered; `at` is the time of the pass, not the time when the server received it. */
export async function insertAccessNotification(
  tx: Transaction,
  gym: number,
  client: { id: number; name: string },
  at: Date,
): Promise<void> {
  await tx.run(sql`
    insert into notifications (gym_id, title, message, created_at, id_client)
    values (${gym}, ${notificationTitles.access}, ${formatAccessMessage(client.name)}, ${at}, ${client.id})`)
}

/** Notifies that the stock of a product fell to its minimum or to zero. */
export async function insertStockNotification(
  tx: Transaction,
  gym: number,
  title: string,
  product: { id: number; name: string; min_quantity: number | null },
  left: number,
  at: Date,
): Promise<void> {
  const message =
    left === 0 ? `${product.name} se agotó.` : `Quedan ${left} de ${product.name} (mínimo ${product.min_quantity}).`
  await tx.run(sql`
    insert into notifications (gym_id, title, message, created_at, id_product)
    values (${gym}, ${title}, ${message}, ${at}, ${product.id})`)
}

/** `made` is the archive's time as text; `templatesWait` adds that templates need an administrator's confirmation. */
export async function insertRestoreNotification(
  tx: Transaction,
  gym: number,
  made: string,
  at: string,
  templatesWait: boolean,
) {
  const consents = templatesWait
    ? ' Las huellas y los rostros no se mandan a ningún dispositivo hasta que un administrador confirme los consentimientos en Configuración, Gimnasio: quien lo retiró después vuelve a tenerlo, quítalo antes en su ficha.'
    : ''
  const message = `Restaurado de la copia de ${made}: puede faltar lo que se hizo después. Quien esté en una terminal y no en la copia aparece en «Personas en el dispositivo».${consents}`
  await tx.run(sql`
    insert into notifications (gym_id, title, message, created_at) values (${gym}, ${notificationTitles.access}, ${message}, ${at})`)
}

const maxShownPeople = 5

/** Clients whom a terminal recently let in without permission: the latest notification of each, newest first. */
export const listUnauthorizedEntries = (
  tx: Transaction,
  gym: number,
  now: Date,
): Promise<ClientAdmittedWithoutRight[]> =>
  tx.many(sql`
    select * from (
      select distinct on (c.id) c.id as id_client, c.name, c.photo_url, n.created_at as at, n.message
      from notifications n join clients c on c.gym_id = n.gym_id and c.id = n.id_client and c.deleted_at is null
      where n.gym_id = ${gym} and n.created_at > ${now}::timestamptz - make_interval(secs => ${refusalDisplayMs / 1000})
        and n.title = ${notificationTitles.access} and position(${`${formatAccessMessage('')} ${entryWithoutRightPrefix}`} in n.message) > 0
      order by c.id, n.created_at desc, n.id desc) last
    order by at desc limit ${maxShownPeople}`)

export const formatAccessMessage = (name: string) => `${name} ha ingresado al gimnasio.`
