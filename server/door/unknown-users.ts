// Stores unknown users: people on a terminal whom the gym does not know; and proposals: cards and rights of known
// people that a terminal reports, for an admin to accept. Passes that a terminal reports are believed, but not rights.
import { parseTerminalPin } from '@torniquete/contract/door/terminal-people.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { convertPassesToAttendances } from './convert-passes-to-attendances.ts'
import { makeUncertainUserRecord } from './desired-state.ts'
import { assignNewPins, lockPinHolders, releaseReassignablePins } from './generated-pins.ts'
import {
  canReportedUserEnter,
  isSameName,
  minDistinctiveNameBytes,
  type NameMatcher,
  type ReportedUser,
} from './reported-users.ts'
import {
  type CommandResult,
  type ReportedUserRecord,
  selectCensusNumber,
  selectRetryInterval,
  unknownPinCodes,
} from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

interface Owner {
  pin: number
  holder: string
  /** Names of the person in the gym, and at terminals that were removed. */
  names: string[]
  typed: boolean
  user: ReportedUser
}

/**
 * Separates reported users into `owners`, people of the gym who have the PIN typed by staff or the same name, even if
 * deleted, and unknown users (`strangers`).
 */
export async function separateUnknownUsers(
  tx: Transaction,
  terminal: Terminal,
  users: readonly ReportedUser[],
  sameName: NameMatcher,
): Promise<{ owners: Owner[]; strangers: ReportedUser[] }> {
  const numbers = users.flatMap(({ pin }) => parseTerminalPin(pin) ?? [])
  const known = await tx.many<Omit<Owner, 'user'>>(sql`
    select g.id_zkteco as pin, g.holder, array[g.name] as names, false as typed
    from (select id_zkteco, 'c' || id as holder, name from clients where gym_id = ${terminal.gym} and deleted_at is not null
          union all
          select id_zkteco, 'u' || id, name from users where gym_id = ${terminal.gym} and deleted_at is not null) g
    where g.id_zkteco = any(${numbers}::int[]) and not exists (select from pins p where p.gym_id = ${terminal.gym} and p.id = g.id_zkteco)
    union all
    select p.id as pin, case when p.id_client is null then 'u' || p.id_user else 'c' || p.id_client end as holder,
      coalesce(c.name, u.name) || p.told_names as names, p.typed
    from pins p
      left join clients c on c.gym_id = p.gym_id and c.id = p.id_client
      left join users u on u.gym_id = p.gym_id and u.id = p.id_user
    where p.gym_id = ${terminal.gym} and p.id = any(${numbers}::int[])`)
  const byPin = new Map<string, Omit<Owner, 'user'>[]>()
  for (const owner of known) byPin.set(String(owner.pin), [...(byPin.get(String(owner.pin)) ?? []), owner])
  const owners: Owner[] = []
  const strangers: ReportedUser[] = []
  for (const user of users) {
    const owner = byPin
      .get(user.pin)
      ?.find(({ names, typed }) => typed || names.some((name) => isSamePerson(name, user.name, sameName)))
    if (owner) owners.push({ ...owner, user })
    else strangers.push(user)
  }
  return { owners, strangers }
}

const isSamePerson = (name: string, said: string, sameName: NameMatcher): boolean =>
  isSameName(name, said) || (sameName(name, said) && Buffer.byteLength(said.trim()) >= minDistinctiveNameBytes)

/** Makes uncertain records of these people. `former` is the record that undoing an import restores. */
export const toUncertainRecords = (owners: readonly Owner[], terminal: Terminal): ReportedUserRecord[] =>
  owners.map(({ pin, holder, user }) => ({
    pin,
    held: makeUncertainUserRecord(holder),
    reported: null,
    repeated: 0,
    undone: false,
    resisted: false,
    former: {
      name: user.name,
      card: user.card,
      privilege: user.privilege ?? 0,
      opens: canReportedUserEnter(user, terminal) ?? true,
    },
  }))

/** Deletes the unknown users that these people were, and assigns to them the passes of their PINs at this terminal. */
export async function convertUnknownUsersToOwners(
  tx: Transaction,
  { gym, id, sn }: Terminal,
  owners: readonly Owner[],
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  if (owners.length === 0) return
  const texts = owners.map(({ pin }) => String(pin))
  await tx.run(sql`
    delete from terminal_strangers where gym_id = ${gym} and id_device = ${id} and pin = any(${texts}::text[])`)
  const passed = await tx.many<{ pin: string }>(sql`
    select distinct pin from door_records where gym_id = ${gym} and sn = ${sn} and pin = any(${texts}::text[]) and reason = 'unknown'`)
  await convertPassesToAttendances(
    { tx, gym, zone, now },
    passed.map(({ pin }) => Number(pin)),
    id,
  )
}

export async function recordUnknownUsers(
  tx: Transaction,
  terminal: Terminal,
  users: readonly ReportedUser[],
  now: Date,
): Promise<void> {
  if (users.length === 0) return
  const { gym, id } = terminal
  const numbers = users.flatMap(({ pin }) => parseTerminalPin(pin) ?? [])
  await lockPinHolders(tx, gym, numbers)
  await tx.run(sql`
    insert into terminal_strangers as t (gym_id, id_device, pin, name, card, privilege, opens, seen_at, listed_in)
    select ${gym}, ${id}, r.pin, r.name, r.card, r.privilege, r.opens, ${now}, ${selectCensusNumber({ gym, id })}
    from unnest(${users.map((each) => each.pin)}::text[], ${users.map((each) => each.name)}::text[], ${users.map((each) => each.card)}::text[],
                ${users.map((each) => each.privilege ?? 0)}::int[], ${users.map((each) => canReportedUserEnter(each, terminal) ?? true)}::boolean[]) as r (pin, name, card, privilege, opens)
    on conflict (gym_id, id_device, pin) do update
      set name = excluded.name, card = excluded.card, privilege = excluded.privilege, opens = excluded.opens, seen_at = excluded.seen_at, listed_in = excluded.listed_in, parts = 0`)
  // The unknown users keep their PINs, since fingerprints are stored under them; other holders get new PINs.
  await assignNewPins(tx, gym, await releaseReassignablePins(tx, gym, numbers, id))
}

/**
 * Restores, at each terminal that had the deleted clients before the gym knew them, their former record: name, card,
 * privilege and whether it opens. Passwords, group and time zone are not stored. Returns the number of people.
 */
export async function restoreUnknownUsers(tx: Transaction, gym: number, clients: readonly number[]): Promise<number> {
  const { people } = await tx.one<{ people: number }>(sql`
    with back as (
      insert into terminal_strangers (gym_id, id_device, pin, name, card, privilege, opens, seen_at, goes_back)
      select t.gym_id, t.id_device, t.pin::text, f.name, f.card, f.privilege, f.opens, now(), true
      from terminal_users t cross join jsonb_to_record(t.former) as f (name text, card text, privilege integer, opens boolean)
      where ${wasUnknownUser(gym, clients)}
      on conflict do nothing returning pin
    ), given as (
      update terminal_users t set privilege = (t.former ->> 'privilege')::integer where ${wasUnknownUser(gym, clients)}
    ) select count(distinct pin)::integer as people from back`)
  return people
}

/** SQL condition: row `t` of terminal_users is of one of these clients, who was an unknown user before. */
const wasUnknownUser = (gym: number, clients: readonly number[]): Statement => sql`
  t.gym_id = ${gym} and t.former is not null
    and (t.held).holder = any(${clients.map((id) => `c${id}`)}::text[])`

/** Deletes unknown users who are no longer on the terminal, or all if `pins` is null. */
export const deleteUnknownUsers = (
  tx: Transaction,
  { gym, id }: Terminal,
  pins: readonly string[] | null,
): Promise<number> =>
  tx.run(sql`
    delete from terminal_strangers
    where gym_id = ${gym} and id_device = ${id} and (${pins}::text[] is null or pin = any(${pins}::text[]))`)

/** SQL condition: an admin had the user removed, or it is probably our unacknowledged record in another spelling. */
export const isUserToBeRemovedSql = (table: Statement): Statement => sql`
  (${table}.leaving or exists (
    select from terminal_users own join pins p on p.gym_id = own.gym_id and p.id = own.pin and not p.typed
      join terminal_states state on state.gym_id = own.gym_id and state.id_device = own.id_device and not state.census_skipped
    where own.gym_id = ${table}.gym_id and own.id_device = ${table}.id_device and own.pin = ${table}.pin_as_number and (own.held).holder = '' and (own.sent).holder <> ''))`

/** Claims users to remove, retried like `claimUserRecords`. A user whose PIN a person of the gym needs comes first. */
export const claimUserRemovals = (
  tx: Transaction,
  terminal: Terminal,
  now: Date,
  limit: number,
): Promise<{ pin: string; command: number; parts: number }[]> =>
  tx.many(sql`
    update terminal_strangers t set command = nextval('terminal_commands'), sent_at = ${now}, tries = t.tries + 1
    where t.gym_id = ${terminal.gym} and t.id_device = ${terminal.id} and t.pin in (
      select s.pin from terminal_strangers s
      where s.gym_id = ${terminal.gym} and s.id_device = ${terminal.id} and ${isUserToBeRemovedSql(sql`s`)}
        and (s.sent_at is null or s.sent_at <= ${now}::timestamptz - ${selectRetryInterval(terminal)})
      order by s.tries > 3, s.leaving, s.pin limit ${limit})
    returning t.pin, t.command, t.parts`)

/** Stores results of removals. Returns whether a removal became refused, or is no longer refused. */
export async function acknowledgeUserRemovals(
  tx: Transaction,
  { gym, id }: Terminal,
  results: readonly CommandResult[],
): Promise<boolean> {
  const { turned } = await tx.one<{ turned: boolean }>(sql`
    with answered as (
      select t.pin, r.code, r.code >= 0 or r.code = any(${[...unknownPinCodes]}::integer[]) as gone, t.error is not null as refused
      from terminal_strangers t
        join unnest(${results.map((result) => result.command)}::bigint[], ${results.map((result) => result.code)}::integer[]) as r (command, code) using (command)
      where t.gym_id = ${gym} and t.id_device = ${id}
    ), left_it as (
      delete from terminal_strangers t using answered a where t.gym_id = ${gym} and t.id_device = ${id} and t.pin = a.pin and a.gone
    ), stay as (
      update terminal_strangers t set error = a.code, tries = greatest(t.tries, 4)
      from answered a where t.gym_id = ${gym} and t.id_device = ${id} and t.pin = a.pin and not a.gone
    )
    select coalesce(bool_or(gone = refused), false) as turned from answered`)
  return turned
}

/** Compares only stored columns, since row-level security could not use the index for an expression. */
export const isCardOfAnotherPersonSql = (gym: Statement, spellings: Statement): Statement => sql`
  exists (select from clients o where o.gym_id = ${gym} and o.card_number is not null and o.deleted_at is null
            and o.card_number = any(${spellings}))`

/** Stores cards of clients and administrator rights of staff that the gym lacks. Returns the number of proposals. */
export const storeChangeProposals = (
  tx: Transaction,
  { gym, id }: Terminal,
  users: readonly ReportedUser[],
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into terminal_proposals as t (gym_id, id_device, pin, kind, value, seen_at)
    select ${gym}, ${id}, p.id, k.kind, k.value, ${now}
    from (
        select *, list_card_spellings(normalize_card(card)) as spellings, case when pin ~ '^[1-9][0-9]{0,8}$' then pin::integer end as number
        from unnest(${users.map((each) => each.pin)}::text[], ${users.map((each) => each.card)}::text[], ${users.map((each) => each.privilege ?? 0)}::int[]) as u (pin, card, privilege)
        offset 0) r
      join pins p on p.gym_id = ${gym} and p.id = r.number
      left join terminal_users h on h.gym_id = ${gym} and h.id_device = ${id} and h.pin = p.id
      cross join lateral (
        select 'card' as kind, r.card as value where p.id_client is not null and normalize_card(r.card) <> '' and not ${isCardOfAnotherPersonSql(sql`${gym}`, sql`r.spellings`)}
        union all
        select 'privilege', r.privilege::text where p.id_user is not null and r.privilege > 0 and r.privilege > coalesce(h.privilege, 0)) k
    on conflict (gym_id, id_device, pin, kind) do update
      set value = excluded.value, seen_at = excluded.seen_at, rejected = t.rejected and t.value = excluded.value`)
