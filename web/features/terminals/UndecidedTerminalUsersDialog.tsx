import { Alert, Badge, Box, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import type { TerminalUserDecision, UndecidedTerminalUser } from '@torniquete/contract/door/terminal-people.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { useCallback, useMemo, useState } from 'react'
import type { CallFunction } from '../../api/call.ts'
import { pollIntervalMs, useEndpoint } from '../../api/use-endpoint.ts'
import { type SaveState, useSave } from '../../forms/use-save.ts'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import kit from '../../kit/kit.module.css'
import { SearchField } from '../../kit/SearchField.tsx'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { useCloseDialog, useDialogPathId } from '../../navigation/open-dialog.ts'
import {
  type BulkUserDecision,
  formatAddedPastVisits,
  formatEntryLossCount,
  formatProposal,
  formatTerminalUserName,
  formatUserDecisionResult,
} from './terminal-people-texts.ts'
import { UnknownUserDialog } from './UnknownUserDialog.tsx'

const has = (person: UndecidedTerminalUser, wanted: string) =>
  foldCaseAndAccents(`${formatTerminalUserName(person)} ${person.pin} ${person.card}`).includes(
    foldCaseAndAccents(wanted),
  )

export function UndecidedTerminalUsersDialog() {
  const id = useDialogPathId()
  return <PeopleOf key={id} id={id} />
}

function PeopleOf({ id }: { id: number }) {
  const close = useCloseDialog()
  const people = useEndpoint('devices.people', { params: { id_device: id } }, { refetchInterval: pollIntervalMs })
  const device = useEndpoint('devices.list', {}).data?.find((each) => each.id === id)?.name ?? 'el dispositivo'
  const [person, setPerson] = useState<UndecidedTerminalUser | null>(null)
  const [asked, setAsked] = useState<{ act: BulkUserDecision; people: readonly UndecidedTerminalUser[] } | null>(null)
  const [refused, setRefused] = useState<readonly RefusedUserDecision[]>([])
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
          Estas personas están guardadas en {device}, pero no figuran en el gimnasio.
        </Text>
      )}
      <RefusedNotice refused={refused} onClose={() => setRefused([])} />
      <TerminalProposals proposals={proposals} device={device} pending={pending} decide={submit} />
      <Strangers
        strangers={strangers}
        query={people}
        onDecide={setPerson}
        onBulk={(act, people) => setAsked({ act, people })}
      />
      {person && (
        <UnknownUserDialog
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
              {formatTerminalUserName(asked.people[0])}
            </Text>
          )}
          {formatEntryLossCount(asked.act, asked.people)}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

function RefusedNotice({ refused, onClose }: { refused: readonly RefusedUserDecision[]; onClose: () => void }) {
  if (refused.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      mb="sm"
      title={`${formatNumber(refused.length)} no se pudieron hacer`}
      withCloseButton
      closeButtonLabel="Cerrar"
      onClose={onClose}
    >
      <ul data-bullets>
        {refused.slice(0, 20).map(({ pin, reason }) => (
          <li key={pin}>{reason}</li>
        ))}
      </ul>
      {refused.length > 20 && `Y ${formatNumber(refused.length - 20)} más.`}
    </Alert>
  )
}

interface StrangersProps {
  strangers: readonly UndecidedTerminalUser[] | undefined
  query: Parameters<typeof DataTable>[0]['query']
  onDecide: (person: UndecidedTerminalUser) => void
  onBulk: (act: BulkUserDecision, people: readonly UndecidedTerminalUser[]) => void
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
  const free = rows?.filter(({ leaving }) => !leaving) ?? []
  const picked = strangers?.filter(({ pin, leaving }) => chosen.has(pin) && !leaving) ?? []
  const all = free.length > 0 && free.every(({ pin }) => chosen.has(pin))
  return (
    <>
      <SearchField label="Buscar por nombre o número" value={wanted} onChange={setWanted} />
      {strangers && (
        <Group gap="xs" my="sm">
          <Button
            variant="subtle"
            size="sm"
            px="xs"
            onClick={() => setChosen(new Set(all ? [] : free.map(({ pin }) => pin)))}
          >
            {all ? 'No elegir a nadie' : `Elegir a todos (${formatNumber(free.length)})`}
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
              {act === 'create' ? 'Crear clientes' : 'Quitar'} ({formatNumber(picked.length)})
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

interface PeopleColumns {
  chosen: ReadonlySet<string>
  onChoose: (pin: string, chosen: boolean) => void
  onDecide: (person: UndecidedTerminalUser) => void
}

function peopleColumns({ chosen, onChoose, onDecide }: PeopleColumns): Column<UndecidedTerminalUser>[] {
  return [
    {
      header: 'Elegir',
      folded: 'first',
      width: '4rem',
      cell: (person) =>
        !person.leaving && (
          <Checkbox
            className={kit.box}
            aria-label={`Elegir a ${formatTerminalUserName(person)}`}
            checked={chosen.has(person.pin)}
            onChange={({ currentTarget }) => onChoose(person.pin, currentTarget.checked)}
          />
        ),
    },
    {
      header: 'Nombre',
      folded: 'first',
      cell: (person) => (
        <Group component="span" gap="0.15rem 0.5rem">
          <ClampedName>{formatTerminalUserName(person)}</ClampedName>
          {person.number_of && (
            <Text span size="sm" c="dimmed">
              En el gimnasio el número es de {person.number_of}
            </Text>
          )}
          {person.privilege > 0 && (
            <Badge color="yellow" variant="light" tt="none">
              Administrador
            </Badge>
          )}
        </Group>
      ),
    },
    { header: 'Número', cell: ({ pin }) => <span className={kit.number}>{pin}</span> },
    { header: 'Tarjeta', cell: ({ card }) => <span className={kit.number}>{card || '—'}</span> },
    { header: '¿Le abre?', cell: ({ opens }) => (opens ? 'Sí' : 'No') },
    makeActionsColumn((person) =>
      person.leaving ? (
        <Text span size="sm" c="dimmed">
          Se está quitando
        </Text>
      ) : (
        <Button
          size="sm"
          variant="default"
          px="sm"
          aria-label={`Decidir sobre ${formatTerminalUserName(person)}`}
          onClick={() => onDecide(person)}
        >
          Decidir
        </Button>
      ),
    ),
  ]
}

interface ProposalsProps {
  proposals: readonly UndecidedTerminalUser[]
  device: string
  pending: boolean
  decide: (decision: TerminalUserDecision) => void
}

const maxProposals = 50

/** Lists cards and rights that a terminal reports for known people; an admin accepts or rejects each. */
export function TerminalProposals({ proposals, device, pending, decide }: ProposalsProps) {
  if (proposals.length === 0) return null
  return (
    <Stack component="section" aria-labelledby="proposals" gap="0.25rem" mb="md">
      <Title order={3} size="h5" id="proposals">
        Lo que propone el dispositivo
      </Title>
      <Box component="ul" data-lined mah="16rem" style={{ overflow: 'auto' }}>
        {proposals.slice(0, maxProposals).map((proposal) => {
          const text = formatProposal(proposal, device)
          const { pin, kind } = proposal
          const answer = (act: 'accept' | 'reject') => () => {
            if (kind !== 'stranger' && !pending) decide({ act, pin, kind })
          }
          return (
            <Group component="li" key={`${kind} ${pin}`} gap="0.35rem 1rem">
              <Text span flex="1 1 14rem" style={{ overflowWrap: 'anywhere' }}>
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
      {proposals.length > maxProposals && (
        <Text size="sm" c="dimmed">
          Y {proposals.length - maxProposals} más.
        </Text>
      )}
    </Stack>
  )
}

export interface RefusedUserDecision {
  pin: string
  reason: string
}

const mostAtOnce = 1000

async function send(
  device: number,
  decision: TerminalUserDecision,
  call: CallFunction,
): Promise<{ done: number; refused: RefusedUserDecision[]; past_visits?: number }> {
  const params = { id_device: device }
  if (!('pins' in decision)) return call('devices.decide', { params, body: decision })
  const refused: RefusedUserDecision[] = []
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

const useDecide = (
  device: number,
  onDone: (refused: readonly RefusedUserDecision[]) => void,
): SaveState<TerminalUserDecision> =>
  useSave({
    run: (decision: TerminalUserDecision, call) => send(device, decision, call),
    done: ({ done }, { act }) => formatUserDecisionResult(act, done),
    detail: ({ past_visits }) => formatAddedPastVisits(past_visits),
    onSaved: ({ refused }) => onDone(refused),
  })
