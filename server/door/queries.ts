import type { PinState } from '@torniquete/contract/door.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { type Statement, sql } from '../db/sql.ts'
import { readRecord, wanted } from './wanted.ts'

/**
 * A terminal of which nothing is known yet, new or in another's place. It may come with users from before: numbers of
 * people who were deleted since are removed from it, in case it holds them. Whom the gym never knew stays.
 */
export async function beginAnew(tx: Transaction, { gym, id }: { gym: number; id: number }): Promise<void> {
  await tx.run(sql`delete from terminal_users where gym_id = ${gym} and id_device = ${id}`)
  await tx.run(sql`
    insert into terminal_users (gym_id, id_device, pin, held)
    select distinct on (pin) ${gym}::integer, ${id}::bigint, pin, holder || E'\\t?'
    from (select id_zkteco as pin, 'c' || id as holder from clients where gym_id = ${gym} and deleted_at is not null
          union all
          select id_zkteco, 'u' || id from users where gym_id = ${gym} and deleted_at is not null) gone
    where pin is not null and not exists (select from pins p where p.gym_id = ${gym} and p.id = gone.pin)
    order by pin, holder`)
}

/** Everything is to be sent again; who holds a number stays known. */
export async function resendAll(tx: Transaction, gym: number): Promise<void> {
  await tx.run(sql`
    update terminal_users set held = split_part(held, E'\\t', 1) || E'\\t?', sent = null, command = null, tries = 0
    where gym_id = ${gym} and held <> '' and held not like 'x%'`)
  await announceDoor(tx, gym)
}

/** Wakes the terminals' next polls, on every server. */
export const announceDoor = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select announce(${gym}, 'door')`)

export const countWanted = async (tx: Transaction, gym: number, today: string): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(*) from (${wanted(gym, today)}) w`)).count

/** Numbers whose state at a terminal is not, or not for certain, the wanted one: a table (id of the terminal, pin). */
const unsettled = (gym: number, today: string): Statement => sql`
  select coalesce(w.id, t.id_device) as id, coalesce(w.pin, t.pin) as pin
  from (select d.id, w.* from devices d cross join (${wanted(gym, today)}) w where d.gym_id = ${gym}) w
    full join (select * from terminal_users where gym_id = ${gym}) t on t.id_device = w.id and t.pin = w.pin
  where (coalesce(w.record, '') <> coalesce(t.held, '') or t.sent is not null) and not (w.pin is null and t.held like 'x%')`

/** How many numbers some terminal has yet to hear of. */
export const countPending = async (tx: Transaction, gym: number, today: string): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(distinct pin) from (${unsettled(gym, today)}) u`)).count

/** How many each terminal has yet to hear of: a table (id, pending); one that is settled is not in it. */
export const pendingByDevice = (gym: number, today: string): Statement =>
  sql`select id, count(*) as pending from (${unsettled(gym, today)}) u group by id`

/** Whose number it is in the gym; null where it is nobody's. */
export const ownerOfPin = (
  tx: Transaction,
  gym: number,
  pin: number,
): Promise<{ id_client: number | null; id_user: number | null } | null> =>
  tx.maybe(sql`select id_client, id_user from pins where gym_id = ${gym} and id = ${pin}`)

/** What somebody decided by hand at /zkteco about the person behind a number. */
export async function overrideDoor(
  tx: Transaction,
  gym: number,
  pin: number,
  change: { blocked?: boolean; removed?: boolean },
): Promise<void> {
  const { blocked = null, removed = null } = change
  const set = sql`set door_blocked = coalesce(${blocked}::boolean, door_blocked), door_removed = coalesce(${removed}::boolean, door_removed)`
  const differs = sql`(door_blocked, door_removed) is distinct from (coalesce(${blocked}::boolean, door_blocked), coalesce(${removed}::boolean, door_removed))`
  await tx.run(
    sql`update clients ${set} where gym_id = ${gym} and id_zkteco = ${pin} and deleted_at is null and ${differs}`,
  )
  await tx.run(
    sql`update users ${set} where gym_id = ${gym} and id_zkteco = ${pin} and deleted_at is null and ${differs}`,
  )
}

/** What was decided by hand about a number that somebody of the gym has. */
export const readOverride = (
  tx: Transaction,
  gym: number,
  pin: number,
): Promise<{ blocked: boolean; removed: boolean }> =>
  tx.one(sql`
    select door_blocked as blocked, door_removed as removed from clients
    where gym_id = ${gym} and id_zkteco = ${pin} and deleted_at is null
    union all
    select door_blocked, door_removed from users
    where gym_id = ${gym} and id_zkteco = ${pin} and deleted_at is null`)

export async function pinState(tx: Transaction, gym: number, today: string, pin: number): Promise<PinState> {
  const [record, devices] = await Promise.all([
    tx.maybe<{ record: string }>(sql`select record from (${wanted(gym, today, pin)}) w`),
    tx.many<{ held: string | null; sent: string | null }>(sql`
      select t.held, t.sent from devices d left join terminal_users t on t.gym_id = d.gym_id and t.id_device = d.id and t.pin = ${pin}
      where d.gym_id = ${gym}`),
  ])
  const pending = devices.some(({ held, sent }) => (held ?? '') !== (record?.record ?? '') || sent !== null)
  return { pin, verify: record ? readRecord(record.record).verify : null, pending }
}

/** Whether a living client has the card, in whatever form it was written. */
const isTaken = (gym: number, card: Statement): Statement => sql`
  exists (select from clients o where o.gym_id = ${gym} and o.card_number is not null and o.deleted_at is null
            and card_form(o.card_number) = card_form(${card}))`

/**
 * A card enrolled at a terminal belongs to the client from then on, unless another is already noted. Of two who come with
 * one card the first has it: a card is one client's.
 */
export const adoptCards = (
  tx: Transaction,
  gym: number,
  cards: readonly { pin: number; card: string }[],
): Promise<number> =>
  tx.run(sql`
    update clients c set card_number = r.card
    from (
      select distinct on (card_form(r.card)) c.id, r.card
      from unnest(${cards.map((each) => each.pin)}::int[], ${cards.map((each) => each.card)}::text[]) as r (pin, card)
        join clients c on c.gym_id = ${gym} and c.id_zkteco = r.pin and c.deleted_at is null and c.card_number is null
      where card_form(r.card) <> '' and not ${isTaken(gym, sql`r.card`)}
      order by card_form(r.card), c.id) r
    where c.gym_id = ${gym} and c.id = r.id`)

/** The card of a number that was enrolled at a terminal before the gym knew whose it is, unless it is a client's by now. */
export const enrolledCard = async (tx: Transaction, gym: number, pin: number): Promise<string | null> =>
  (
    await tx.maybe<{ card: string }>(sql`
      select t.card from (
        select split_part(held, E'\\t', 3) as card from terminal_users
        where gym_id = ${gym} and pin = ${pin} and held like 'x%') t
      where t.card <> '' and not ${isTaken(gym, sql`t.card`)} limit 1`)
  )?.card ?? null
