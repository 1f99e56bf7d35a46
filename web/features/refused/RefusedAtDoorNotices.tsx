// Notices of clients refused at the door, with the reason. Every screen for staff shows them until the client enters.

import { Button, CloseButton, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  type ClientAdmittedWithoutRight,
  type RefusedClient,
  refusalDisplayMs,
} from '@torniquete/contract/door/door.ts'
import { type ReactNode, useState } from 'react'
import { now } from '../../api/server-clock.ts'
import { pollIntervalMs, useEndpoint } from '../../api/use-endpoint.ts'
import { formatHotkey } from '../../kit/format-hotkey.ts'
import { NoticesRegion } from '../../kit/Panel.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { usePageShortcuts } from '../../kit/use-page-shortcuts.ts'
import { dialogNavigationOptions } from '../../navigation/open-dialog.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { formatAtTime } from '../terminals/terminal-texts.ts'
import classes from './refused-at-door.module.css'

/** Identifies one attempt of one client: after a notice is dismissed, a new refusal is shown again. */
const attemptOf = ({ id_client, at }: Pick<RefusedClient, 'id_client' | 'at'>) => `${id_client} ${at}`

/** Milliseconds between polls while a refused client waits for a terminal to receive the right to enter. */
const untilTerminalKnows = 1000
const whileSomebodyStands = 2000

function intervalFor(standing: readonly RefusedClient[]): number | false {
  if (standing.length === 0) return false
  return standing.some(({ entry }) => entry === 'soon') ? untilTerminalKnows : whileSomebodyStands
}

export function RefusedAtDoorNotices() {
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set())
  const [lookEvery, setLookEvery] = useState<number | false>(false)
  // Polls while a notice is shown: following attendance events would cause a request per screen for each pass.
  const { data = [] } = useEndpoint('door.refused', {}, { refetchInterval: lookEvery, except: 'attendances' })
  const navigate = useNavigate()
  const standing = data.filter(
    (each) => !heard.has(attemptOf(each)) && now().getTime() - Date.parse(each.at) < refusalDisplayMs,
  )
  const due = intervalFor(standing)
  if (due !== lookEvery) setLookEvery(due)
  const letIn = ({ id_client, owes }: RefusedClient) =>
    void navigate({
      to: `/clients/$id/${owes ? 'collect' : 'sell'}`,
      params: { id: String(id_client) },
      ...dialogNavigationOptions,
    })
  const first = standing.find(({ needs_membership, owes }) => needs_membership || owes)
  usePageShortcuts({ [hotkeys.sellToRefused]: () => first && letIn(first) })
  return (
    <NoticesRegion label="En la puerta">
      {standing.map((each) => (
        <Refused
          key={each.id_client}
          refused={each}
          isFirst={each === first}
          onLetIn={() => letIn(each)}
          onHeard={() => setHeard(new Set([...heard, attemptOf(each)]))}
        />
      ))}
      <OutsideHoursNotices />
    </NoticesRegion>
  )
}

function stateText({ entry, leaving, device: { name: door }, reason }: RefusedClient, when: string): string {
  const pass = leaving ? 'salir' : 'entrar'
  if (entry === 'soon') return `Podrá ${pass} en cuanto ${door} lo sepa`
  if (entry === 'now') return `Puede ${pass}: que pruebe otra vez en ${door}`
  return `No pudo ${pass} por ${door} ${when}: ${reason}`
}

interface RefusedProps {
  refused: RefusedClient
  isFirst: boolean
  onLetIn: () => void
  onHeard: () => void
}

function Refused({ refused, isFirst, onLetIn, onHeard }: RefusedProps) {
  const { name, at, needs_membership, owes, entry } = refused
  const clock = useGymClock()
  const when = clock && formatAtTime({ zone: clock.zone, now: now() }, at)
  return (
    <DoorNotice
      client={refused}
      label={name}
      isGood={entry === 'now'}
      text={<UnbrokenAmountsText>{stateText(refused, when ?? '')}</UnbrokenAmountsText>}
      onHeard={onHeard}
    >
      {(needs_membership || owes) && (
        <Button
          className={classes.sell}
          onClick={onLetIn}
          aria-keyshortcuts={isFirst ? hotkeys.sellToRefused : undefined}
        >
          {owes ? 'Cobrar' : 'Vender membresía'}
          {isFirst && (
            <Text span fz="xs" ml="0.5rem" opacity={0.8} visibleFrom="sm">
              {formatHotkey(hotkeys.sellToRefused)}
            </Text>
          )}
        </Button>
      )}
    </DoorNotice>
  )
}

interface DoorNoticeProps {
  client: Pick<RefusedClient, 'id_client' | 'name' | 'photo_url'>
  label: string
  isGood?: boolean
  text: ReactNode
  onHeard: () => void
  children?: ReactNode
}

const DoorNotice = ({ client: { id_client, name, photo_url }, label, isGood, text, ...props }: DoorNoticeProps) => (
  <article className={classes.notice} data-good={isGood || undefined} aria-label={label}>
    <Picture src={photo_url} alt="" size={56} />
    <div className={classes.text}>
      <Link
        className={classes.name}
        to="/clients/$id/card"
        params={{ id: String(id_client) }}
        {...dialogNavigationOptions}
      >
        {name}
      </Link>
      <Text size="sm" className={classes.reason}>
        {text}
      </Text>
    </div>
    {props.children}
    <CloseButton
      className={classes.close}
      size={44}
      aria-label={`Quitar el aviso de ${name}`}
      onClick={props.onHeard}
    />
  </article>
)

const sentenceOf = ({ name, message }: ClientAdmittedWithoutRight): string =>
  message.startsWith(`${name} `) ? message.slice(name.length + 1) : message

/** Notices of clients whom a terminal without support for opening hours let in outside their hours. */
export function OutsideHoursNotices() {
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set())
  const [stands, setStands] = useState(false)
  const { data = [] } = useEndpoint('door.let-in', {}, { refetchInterval: stands && pollIntervalMs })
  const standing = data.filter(
    (each) => !heard.has(attemptOf(each)) && now().getTime() - Date.parse(each.at) < refusalDisplayMs,
  )
  if (stands !== standing.length > 0) setStands(standing.length > 0)
  return standing.map((each) => (
    <DoorNotice
      key={each.id_client}
      client={each}
      label={`${each.name}, sin derecho`}
      text={sentenceOf(each)}
      onHeard={() => setHeard(new Set([...heard, attemptOf(each)]))}
    />
  ))
}
