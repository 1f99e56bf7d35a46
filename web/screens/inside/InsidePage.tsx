import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Departure, PeopleInside, PersonInside } from '@torniquete/contract/members/people-inside.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { useState } from 'react'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import {
  describeOccupancy,
  formatInsideCountLabel,
  insideCountPollIntervalMs,
} from '../../features/inside/InsideCount.tsx'
import { formatAtTime } from '../../features/terminals/terminal-texts.ts'
import { useSave } from '../../forms/use-save.ts'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconLogout } from '../../kit/icons.ts'
import { PageActionButton } from '../../kit/PageActionButton.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { RowButton } from '../../kit/RowActions.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { type Column, makeActionsColumn, makePictureColumn } from '../../kit/table-column.ts'
import { makeClientColumn } from '../../navigation/link-columns.tsx'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { type PaginationState, useScreenSearch } from '../../navigation/use-screen-search.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'

const usualSize = 50

export function InsidePage() {
  const clock = useGymClock()
  const [emptying, setEmptying] = useState(false)
  const { leave, pending } = useLeave(() => setEmptying(false))
  return (
    <>
      <PageHeader>
        <PageActionButton Icon={IconLogout} variant="default" onPress={() => setEmptying(true)}>
          Todos se han ido
        </PageActionButton>
      </PageHeader>
      {clock ? <InsideOf clock={clock} onLeave={leave} /> : <Spinner />}
      {emptying && (
        <ConfirmDialog
          title="Todos se han ido"
          confirmLabel="Nadie queda dentro"
          pendingLabel="Anotando"
          color="teal"
          pending={pending}
          onConfirm={() => leave(null)}
          onCancel={() => setEmptying(false)}
        >
          Se anota con tu nombre que no queda nadie dentro. Quien entre después vuelve a aparecer. Se puede deshacer en
          «Anotadas».
        </ConfirmDialog>
      )}
    </>
  )
}

function InsideOf({ clock: { zone }, onLeave }: { clock: GymClock; onLeave: (who: PersonInside) => void }) {
  const address = { ...useScreenSearch('/inside'), usualSize }
  const { search, change } = address
  const { name, page = 0, size = usualSize, which } = search
  const supposed = which === 'supposed'
  const asked = { name, page: which === 'noted' ? 0 : page, size_page: size, ...(supposed && { supposed: 'true' }) }
  const list = useEndpoint('inside.list', { query: asked }, { refetchInterval: insideCountPollIntervalMs })
  const { data } = list
  const columns = insideColumns(zone, supposed, onLeave)
  return (
    <>
      {data && <Count list={data} />}
      <Group gap="sm" mb="md">
        <SegmentedControl
          aria-label="Quiénes"
          value={which === 'noted' || supposed ? which : 'inside'}
          data={[
            { value: 'inside', label: countOf('Dentro', data?.inside) },
            { value: 'supposed', label: countOf('Supuestas', data?.supposed) },
            { value: 'noted', label: 'Anotadas' },
          ]}
          onChange={(next) => change({ which: next === 'inside' ? undefined : next, page: undefined })}
        />
        {which !== 'noted' && (
          <SearchField
            label="Buscar quién está dentro"
            value={name ?? ''}
            onChange={(text) => change({ name: text.trim() || undefined, page: undefined }, true)}
          />
        )}
      </Group>
      {which === 'noted' ? (
        <Departures zone={zone} {...address} />
      ) : (
        <PagedTable
          label={supposed ? 'Salidas supuestas' : 'Quién está dentro'}
          columns={columns}
          rowKey={({ id_attendance }) => id_attendance}
          query={list}
          {...address}
          empty={emptyText(name, supposed, data)}
          filter={name && `Búsqueda: ${name}`}
        />
      )}
    </>
  )
}

const countOf = (word: string, count: number | undefined) =>
  count === undefined ? word : `${word} (${formatNumber(count)})`

function emptyText(name: string | undefined, supposed: boolean, list: PeopleInside | undefined): string {
  if (name) return `Nadie con «${name}» está dentro`
  if (supposed) return 'No hay salidas supuestas'
  return list?.exits_known === false ? 'Nadie ha entrado en los últimos 90 minutos' : 'No hay nadie'
}

function Count({ list }: { list: PeopleInside }) {
  const { count, word, tone } = describeOccupancy(list)
  return (
    <Stack gap={0} mb="md">
      <Text role="status" c={tone && `var(--tone-${tone})`}>
        <Text span inherit fz="1.7rem" fw={650}>
          {count}
        </Text>{' '}
        {[formatInsideCountLabel(list).toLowerCase(), word].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {list.exits_known
          ? 'Quien entró y no consta que haya salido. Pasadas las horas que dice Configuración, o a la hora de cierre, se supone que salió: está en «Supuestas».'
          : 'Ningún dispositivo ha contado salidas en los últimos 7 días, así que no se sabe quién sigue dentro: son quienes entraron en los últimos 90 minutos. En Configuración, Dispositivo, se dice por cuál se sale.'}
      </Text>
    </Stack>
  )
}

/** Columns of the people inside; with `supposed`, of people who are assumed to have left. */
function insideColumns(zone: string, supposed: boolean, onLeave: (who: PersonInside) => void): Column<PersonInside>[] {
  const at = (instant: string) => formatAtTime({ zone, now: now() }, instant)
  return [
    makePictureColumn('Foto', ({ photo_url }) => <Picture src={photo_url} alt="" />),
    makeClientColumn('Nombre', ({ id_client, name, is_anonymous }) => ({
      id: id_client,
      name,
      anonymous: is_anonymous,
    })),
    { header: 'Entró', cell: ({ since }) => at(since) },
    { header: 'Puerta', cell: ({ door }) => door ?? 'Anotado a mano' },
    { header: supposed ? 'Se supone que salió' : 'Se dará por salido', cell: ({ until }) => at(until) },
    makeActionsColumn((row) => (
      <RowButton Icon={IconLogout} label="Anotar salida" name={row.name} color="teal" onPress={() => onLeave(row)} />
    )),
  ]
}

/** Milliseconds after which a person who entered no longer counts as inside. */
const countsFor = 86_400_000
const everybody = 'Todos los que estaban dentro'

function Departures({ zone, ...address }: PaginationState & { zone: string }) {
  const { page = 0, size = address.usualSize } = address.search
  const list = useEndpoint('inside.departures', { query: { page, size_page: size } }, { staleTime: 0 })
  const undo = useUndo()
  const columns = departureColumns(zone, undo)
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Lo que alguien anotó a mano, en los últimos 90 días. Lo que cuentan los dispositivos no está aquí.
      </Text>
      <PagedTable
        {...address}
        label="Salidas anotadas"
        columns={columns}
        rowKey={({ id }) => id}
        query={list}
        empty="Nadie ha anotado ninguna salida"
      />
    </>
  )
}

function departureColumns(zone: string, undo: (id: number) => void): Column<Departure>[] {
  return [
    { header: 'Quién salió', folded: 'first', cell: ({ name }) => <ClampedName>{name ?? everybody}</ClampedName> },
    { header: 'Fecha', cell: ({ left_at }) => <InstantText instant={left_at} zone={zone} /> },
    {
      header: 'Anotado por',
      cell: ({ user, undone_by }) => (undone_by ? `${user.name} · deshecho por ${undone_by}` : user.name),
    },
    makeActionsColumn(
      ({ id, name, left_at, undone_by }) =>
        !undone_by &&
        now().getTime() - Date.parse(left_at) < countsFor && (
          <Button
            size="sm"
            variant="default"
            px="sm"
            aria-label={`Deshacer la salida de ${name ?? 'todos'}`}
            onClick={() => undo(id)}
          >
            Deshacer
          </Button>
        ),
    ),
  ]
}

function useLeave(onDone: () => void) {
  const undo = useUndo()
  const { submit, pending } = useSave({
    run: (who: PersonInside | null, send) =>
      send('inside.leave', { body: { id_attendance: who?.id_attendance ?? null } }),
    done: ({ name }) => (name === null ? 'Nadie queda dentro' : `Salida de ${name} anotada`),
    offer: ({ id }) => ({ label: 'Deshacer', run: () => undo(id) }),
    onSaved: onDone,
  })
  return { leave: submit, pending }
}

function useUndo(): (id: number) => void {
  return useSave({
    run: (id: number, send) => send('inside.undo', { params: { id } }),
    done: 'Salida deshecha',
  }).submit
}
