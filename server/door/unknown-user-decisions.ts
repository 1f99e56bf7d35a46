// Applies decisions about unknown users of a terminal, and about cards and rights that it reports of known people.
import type { TerminalUserDecision, UndecidedTerminalUser } from '@torniquete/contract/door/terminal-people.ts'
import { parseTerminalPin } from '@torniquete/contract/door/terminal-people.ts'
import { formatError, throwError } from '@torniquete/contract/shared/errors.ts'
import { updateUser } from '../admin/users/queries.ts'
import { insertClient, lockClient, updateClient } from '../members/clients/queries.ts'
import { rethrowPinTakenWithPin } from '../platform/db/constraints.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { convertPassesToAttendances } from './convert-passes-to-attendances.ts'
import { announceDoorChange } from './queries.ts'
import { isCardOfAnotherPersonSql, isUserToBeRemovedSql } from './unknown-users.ts'

interface Place {
  tx: Transaction
  gym: number
  device: number
}

export const listUndecidedUsers = ({ tx, gym, device }: Place): Promise<UndecidedTerminalUser[]> =>
  tx.many(sql`
    select s.pin, 'stranger' as kind, s.name, s.card, s.privilege, s.opens, s.seen_at,
      ${isUserToBeRemovedSql(sql`s`)} as leaving, null::bigint as id_client, null::bigint as id_user, coalesce(c.name, u.name) as number_of
    from terminal_strangers s
      left join pins p on p.gym_id = s.gym_id and p.id = s.pin_as_number
      left join clients c on c.gym_id = p.gym_id and c.id = p.id_client
      left join users u on u.gym_id = p.gym_id and u.id = p.id_user
    where s.gym_id = ${gym} and s.id_device = ${device}
    union all
    select p.id::text, r.kind, coalesce(c.name, u.name), case r.kind when 'card' then r.value else '' end,
      case r.kind when 'privilege' then r.value::integer else 0 end, true, r.seen_at, false, p.id_client, p.id_user, null
    from terminal_proposals r
      join pins p on p.gym_id = r.gym_id and p.id = r.pin
      left join clients c on c.gym_id = p.gym_id and c.id = p.id_client
      left join users u on u.gym_id = p.gym_id and u.id = p.id_user
    where r.gym_id = ${gym} and r.id_device = ${device} and not r.rejected
    order by kind desc, name, pin`)

interface DecisionResult {
  done: number
  refused: { pin: string; reason: string }[]
  /** PINs that now belong to clients, to whom the passes of these PINs at this terminal are assigned. */
  assignedPins: number[]
}

export async function applyTerminalUserDecision(
  place: Place & { zone: string; now: Date },
  decision: TerminalUserDecision,
) {
  // A decision about one terminal does not apply to the same PIN at another terminal.
  await place.tx.run(sql`select set_config('app.decided_at', ${String(place.device)}, true)`)
  const { assignedPins, ...decided } = await dispatchDecision(place, decision)
  const past_visits = await convertPassesToAttendances(place, assignedPins, place.device)
  await announceDoorChange(place.tx, place.gym)
  return { ...decided, ...(past_visits > 0 && { past_visits }) }
}

async function dispatchDecision(place: Place, decision: TerminalUserDecision): Promise<DecisionResult> {
  switch (decision.act) {
    case 'link':
    case 'staff':
      return link(place, decision)
    case 'create':
      return create(place, decision.pins)
    case 'remove':
      return remove(place, decision.pins)
    default:
      return answer(place, decision)
  }
}

/** Identifies an unknown user with the client who already has the PIN, and who was not sent because of that user. */
async function adoptByHolder({ tx, gym, device }: Place, number: number): Promise<void> {
  await tx.run(sql`
    select assign_unknown_user(s, 'c' || c.id, normalize_card(c.card_number))
    from terminal_strangers s join clients c on c.gym_id = s.gym_id and c.id_zkteco = s.pin_as_number and c.deleted_at is null
    where s.gym_id = ${gym} and s.id_device = ${device} and s.pin_as_number = ${number}`)
  await tx.run(
    sql`delete from terminal_strangers where gym_id = ${gym} and id_device = ${device} and pin_as_number = ${number}`,
  )
}

/** Gives the PIN to a client or staff. The user stays on the terminal with the fingerprints. */
async function link(
  place: Place,
  decision: Extract<TerminalUserDecision, { act: 'link' | 'staff' }>,
): Promise<DecisionResult> {
  const { tx, gym, device } = place
  const { pin } = decision
  const number = parseTerminalPin(pin) ?? throwError('pin.unusable', { pin })
  const found = await tx.maybe(sql`
    select from terminal_strangers where gym_id = ${gym} and id_device = ${device} and pin = ${pin} for update`)
  if (!found) throwError('row.missing')
  if (decision.act === 'link') {
    const client = (await lockClient(tx, gym, decision.id_client)) ?? throwError('row.missing')
    if (client.is_anonymous) throwError('client.anonymous')
    if (client.id_zkteco === number) await adoptByHolder(place, number)
    else await rethrowPinTakenWithPin(number, updateClient(tx, gym, decision.id_client, { id_zkteco: number }))
  } else if ((await rethrowPinTakenWithPin(number, updateUser(tx, gym, decision.id_user, { id_zkteco: number }))) === 0)
    throwError('row.missing')
  return { done: 1, refused: [], assignedPins: decision.act === 'link' ? [number] : [] }
}

/** Creates clients, blocked until they have a membership. Each keeps the card, unless another client has it. */
async function create({ tx, gym, device }: Place, pins: readonly string[]): Promise<DecisionResult> {
  const refused: DecisionResult['refused'] = []
  const assignedPins: number[] = []
  const found = await tx.many<{ pin: string; name: string; card: string; taken: boolean; free: boolean }>(sql`
    select s.pin, s.name,
      case when normalize_card(s.card) <> '' and not ${isCardOfAnotherPersonSql(sql`${gym}`, sql`s.spellings`)} then s.card else '' end as card,
      exists (select from pins p where p.gym_id = ${gym} and p.id = s.pin_as_number) as taken
    from (
      select pin, pin_as_number, name, card, list_card_spellings(normalize_card(card)) as spellings
      from terminal_strangers
      where gym_id = ${gym} and id_device = ${device} and pin = any(${pins}::text[])
      order by pin for update) s`)
  const cards = new Set<string>()
  for (const { pin, name, card, taken } of found) {
    const number = parseTerminalPin(pin)
    const reason =
      number === null ? formatError('pin.unusable', { pin }) : taken ? formatError('pin.taken', { pin }) : null
    if (number === null || reason !== null) {
      refused.push({ pin, reason: reason ?? '' })
      continue
    }
    // If two of the users have the same card, only the first keeps it.
    const own = card === '' || cards.has(card) ? null : card
    if (own) cards.add(own)
    await insertClient(tx, gym, { name: name || `Número ${pin}`, id_zkteco: number, card_number: own })
    assignedPins.push(number)
  }
  return { done: assignedPins.length, refused, assignedPins }
}

async function remove({ tx, gym, device }: Place, pins: readonly string[]): Promise<DecisionResult> {
  const done = await tx.run(sql`
    update terminal_strangers set leaving = true, sent_at = null, tries = 0
    where gym_id = ${gym} and id_device = ${device} and pin = any(${pins}::text[])`)
  return { done, refused: [], assignedPins: [] }
}

/** Accepts or rejects a proposal: a card becomes the client's; an administrator right applies to this terminal only. */
async function answer(
  place: Place,
  decision: Extract<TerminalUserDecision, { act: 'accept' | 'reject' }>,
): Promise<DecisionResult> {
  const { tx, gym, device } = place
  const { act, kind, pin } = decision
  const proposal = sql`r.gym_id = ${gym} and r.id_device = ${device} and r.pin::text = ${pin} and r.kind = ${kind} and not r.rejected`
  if (act === 'reject') {
    if ((await tx.run(sql`update terminal_proposals r set rejected = true where ${proposal}`)) === 0)
      throwError('row.missing')
    return { done: 1, refused: [], assignedPins: [] }
  }
  const found =
    (await tx.maybe<{ value: string; pin: number; id_client: number | null }>(sql`
      select r.value, r.pin, p.id_client from terminal_proposals r join pins p on p.gym_id = r.gym_id and p.id = r.pin where ${proposal}`)) ??
    throwError('row.missing')
  if (kind === 'card' && found.id_client !== null)
    await updateClient(tx, gym, found.id_client, { card_number: found.value })
  else
    await tx.run(sql`
      update terminal_users set privilege = ${Number(found.value)}, held = make_unknown_record((held).holder)
      where gym_id = ${gym} and id_device = ${device} and pin = ${found.pin} and (held).holder <> ''`)
  await tx.run(sql`delete from terminal_proposals r where ${proposal}`)
  return { done: 1, refused: [], assignedPins: [] }
}
