// The unknown users on a terminal, and the decisions about them.
import { Alert, Button, Group, Text } from '@mantine/core'
import type { TerminalPerson } from '@torniquete/contract/door/device-people.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { useCallback, useMemo, useState } from 'react'
import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { Proposals } from './Proposals.tsx'
import { peopleColumns } from './people-columns.tsx'
import { type BulkAct, showName, stopText } from './people-words.ts'
import classes from './terminals.module.css'
import { type Refused, useDecide } from './use-decide.ts'

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
  const covered = person !== null || asked !== null
  return (
    <Dialog onClose={close} title="Personas en el dispositivo" size="56rem" closeOnEscape={!covered}>
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
      <ul className={classes.refused}>
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
