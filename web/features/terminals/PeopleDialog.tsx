// The unknown users on a terminal, and the decisions about them.

import { Alert, Box, Button, Group, Text, Title } from '@mantine/core'
import type { PeopleDecision, TerminalPerson } from '@torniquete/contract/door/device-people.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { useCallback, useMemo, useState } from 'react'
import type { Send } from '../../api/call.ts'
import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { type Save, useSave } from '../../forms/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { pastVisitsText } from './past-visits.ts'
import { peopleColumns } from './people-columns.tsx'
import { type BulkAct, doneText, proposalText, showName, stopText } from './people-words.ts'

/** From this number on a name search is shown. */
const searchedFrom = 9

const has = (person: TerminalPerson, wanted: string) =>
  foldName(`${showName(person)} ${person.pin} ${person.card}`).includes(foldName(wanted))

/** The dialog opens at its own address over the page. */
export function PeopleDialog() {
  const id = useDialogId()
  return <PeopleOf key={id} id={id} />
}

function PeopleOf({ id }: { id: number }) {
  const close = useCloseDialog()
  const people = useEndpoint('devices.people', { params: { id_device: id } }, { refetchInterval: pollInterval })
  const device = useEndpoint('devices.list', {}).data?.find((each) => each.id === id)?.name ?? 'el dispositivo'
  const [person, setPerson] = useState<TerminalPerson | null>(null)
  const [asked, setAsked] = useState<{ act: BulkAct; people: readonly TerminalPerson[] } | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const { submit, pending } = useDecide(id, (next) => {
    setRefused(next)
    setAsked(null)
    setPerson(null)
  })
  const strangers = useMemo(() => people.data?.filter(({ kind }) => kind === 'stranger'), [people.data])
  const proposals = people.data?.filter(({ kind }) => kind !== 'stranger') ?? []
  return (
    <Dialog onClose={close} title="Personas en el dispositivo" size="56rem">
      {strangers && strangers.length > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {device} tiene a estas personas y el gimnasio no sabe quiénes son.
        </Text>
      )}
      <RefusedNotice refused={refused} onClose={() => setRefused([])} />
      <Proposals proposals={proposals} device={device} pending={pending} decide={submit} />
      <Strangers
        strangers={strangers}
        query={people}
        onDecide={setPerson}
        onBulk={(act, people) => setAsked({ act, people })}
      />
      {person && (
        <PersonDialog
          person={person}
          pending={pending}
          decide={submit}
          onBulk={(act) => {
            setPerson(null)
            setAsked({ act, people: [person] })
          }}
          onClose={() => setPerson(null)}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={asked.act === 'create' ? 'Crear clientes' : 'Quitar del dispositivo'}
          confirmLabel={asked.act === 'create' ? 'Crear' : 'Quitar'}
          pendingLabel={asked.act === 'create' ? 'Creando' : 'Quitando'}
          color={asked.act === 'create' ? 'teal' : 'red'}
          pending={pending}
          onConfirm={() => submit({ act: asked.act, pins: asked.people.map(({ pin }) => pin) })}
          onCancel={() => setAsked(null)}
        >
          {asked.people.length === 1 && asked.people[0] && (
            <Text fw={600} mb="xs">
              {showName(asked.people[0])}
            </Text>
          )}
          {stopText(asked.act, asked.people)}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

function RefusedNotice({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }) {
  if (refused.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      mb="sm"
      title={`${showNumber(refused.length)} no se pudieron hacer`}
      withCloseButton
      closeButtonLabel="Cerrar"
      onClose={onClose}
    >
      <ul data-bullets>
        {refused.slice(0, 20).map(({ pin, reason }) => (
          <li key={pin}>{reason}</li>
        ))}
      </ul>
      {refused.length > 20 && `Y ${showNumber(refused.length - 20)} más.`}
    </Alert>
  )
}

interface StrangersProps {
  strangers: readonly TerminalPerson[] | undefined
  query: Parameters<typeof DataTable>[0]['query']
  onDecide: (person: TerminalPerson) => void
  onBulk: (act: BulkAct, people: readonly TerminalPerson[]) => void
}

function Strangers({ strangers, query, onDecide, onBulk }: StrangersProps) {
  const [wanted, setWanted] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => strangers?.filter((person) => has(person, wanted)), [strangers, wanted])
  const onChoose = useCallback(
    (pin: string, add: boolean) =>
      setChosen((before) => new Set(add ? [...before, pin] : [...before].filter((each) => each !== pin))),
    [],
  )
  const columns = useMemo(() => peopleColumns({ chosen, onChoose, onDecide }), [chosen, onChoose, onDecide])
  if (strangers?.length === 0 && !query.error)
    return <EmptyState text="El gimnasio conoce a todos los que tiene el dispositivo." />
  // Excludes people who have left.
  const free = rows?.filter(({ leaving }) => !leaving) ?? []
  const picked = strangers?.filter(({ pin, leaving }) => chosen.has(pin) && !leaving) ?? []
  const all = free.length > 0 && free.every(({ pin }) => chosen.has(pin))
  return (
    <>
      {(strangers?.length ?? 0) >= searchedFrom && (
        <SearchField label="Buscar por nombre o número" value={wanted} onChange={setWanted} />
      )}
      {strangers && (
        <Group gap="xs" my="sm">
          <Button
            variant="subtle"
            size="sm"
            px="xs"
            onClick={() => setChosen(new Set(all ? [] : free.map(({ pin }) => pin)))}
          >
            {all ? 'No elegir a nadie' : `Elegir a todos (${showNumber(free.length)})`}
          </Button>
          {(['create', 'remove'] as const).map((act) => (
            <Button
              key={act}
              variant={act === 'create' ? 'light' : 'default'}
              size="sm"
              aria-disabled={picked.length === 0 || undefined}
              data-disabled={picked.length === 0 || undefined}
              onClick={() => picked.length > 0 && onBulk(act, picked)}
            >
              {act === 'create' ? 'Crear clientes' : 'Quitar'} ({showNumber(picked.length)})
            </Button>
          ))}
        </Group>
      )}
      <DataTable
        label="Personas en el dispositivo"
        columns={columns}
        rows={rows}
        rowKey={({ pin }) => pin}
        query={query}
        unprinted
        height="max(18rem, calc(100dvh - 24rem))"
        empty="Nadie con ese nombre o número"
      />
    </>
  )
}

interface ProposalsProps {
  proposals: readonly TerminalPerson[]
  device: string
  pending: boolean
  decide: (decision: PeopleDecision) => void
}

/** Maximum drawn at once; the next follow. */
const most = 50

/** Proposals of a terminal about known people, for a person to accept or reject. */
export function Proposals({ proposals, device, pending, decide }: ProposalsProps) {
  if (proposals.length === 0) return null
  return (
    <Box component="section" aria-labelledby="proposals" mb="md">
      <Title order={3} size="h5" id="proposals">
        Lo que propone el dispositivo
      </Title>
      <Box component="ul" data-lined mah="16rem" style={{ overflow: 'auto' }}>
        {proposals.slice(0, most).map((proposal) => {
          const text = proposalText(proposal, device)
          const { pin, kind } = proposal
          const answer = (act: 'accept' | 'reject') => () => {
            if (kind !== 'stranger' && !pending) decide({ act, pin, kind })
          }
          return (
            <Group key={`${kind} ${pin}`} component="li" justify="space-between" gap="0.35rem 1rem">
              <Text span inherit flex="1 1 14rem">
                {text}
              </Text>
              <Group gap="xs" wrap="nowrap">
                <Button size="sm" variant="light" aria-label={`Aceptar. ${text}`} onClick={answer('accept')}>
                  Aceptar
                </Button>
                <Button size="sm" variant="default" aria-label={`Rechazar. ${text}`} onClick={answer('reject')}>
                  Rechazar
                </Button>
              </Group>
            </Group>
          )
        })}
      </Box>
      {proposals.length > most && (
        <Text size="sm" c="dimmed">
          Y {proposals.length - most} más.
        </Text>
      )}
    </Box>
  )
}

export interface Refused {
  pin: string
  reason: string
}

/** Maximum of one call. */
const mostAtOnce = 1000

async function send(
  device: number,
  decision: PeopleDecision,
  call: Send,
): Promise<{ done: number; refused: Refused[]; past_visits?: number }> {
  const params = { id_device: device }
  if (!('pins' in decision)) return call('devices.decide', { params, body: decision })
  const refused: Refused[] = []
  let [done, past_visits] = [0, 0]
  for (let first = 0; first < decision.pins.length; first += mostAtOnce) {
    const pins = decision.pins.slice(first, first + mostAtOnce)
    const answer = await call('devices.decide', { params, body: { ...decision, pins } })
    done += answer.done
    past_visits += answer.past_visits ?? 0
    refused.push(...answer.refused)
  }
  return { done, refused, past_visits }
}

/** Decides about users of a terminal; `onDone` gets the rejected ones. */
const useDecide = (device: number, onDone: (refused: readonly Refused[]) => void): Save<PeopleDecision> =>
  useSave({
    run: (decision: PeopleDecision, call) => send(device, decision, call),
    done: ({ done }, { act }) => doneText(act, done),
    detail: ({ past_visits }) => pastVisitsText(past_visits),
    onSaved: ({ refused }) => onDone(refused),
  })
