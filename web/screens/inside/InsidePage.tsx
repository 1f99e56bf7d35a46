import { Group, Stack, Text } from '@mantine/core'
import type { InsideList, Insider } from '@torniquete/contract/members/inside.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { useMemo, useState } from 'react'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { recountInterval } from '../../features/inside/InsideCount.tsx'
import { countedText, rateCrowd } from '../../features/inside/inside-words.ts'
import { atText } from '../../features/terminals/terminal-words.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { IconLogout } from '../../kit/icons.ts'
import { PageButton } from '../../kit/PageButton.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { useAddress } from '../../navigation/use-pages.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Departures } from './Departures.tsx'
import { insideColumns } from './inside-columns.tsx'
import { useLeave } from './use-leave.ts'

const usualSize = 50

export function InsidePage() {
  const clock = useGymClock()
  const [emptying, setEmptying] = useState(false)
  const { leave, pending } = useLeave(() => setEmptying(false))
  return (
    <>
      <PageHeader>
        <PageButton Icon={IconLogout} variant="default" onPress={() => setEmptying(true)}>
          Todos se han ido
        </PageButton>
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

function InsideOf({ clock: { zone }, onLeave }: { clock: GymClock; onLeave: (who: Insider) => void }) {
  const address = { ...useAddress('/inside'), usualSize }
  const { search, change } = address
  const { name, page = 0, size = usualSize, which } = search
  const supposed = which === 'supposed'
  const asked = { name, page: which === 'noted' ? 0 : page, size_page: size, ...(supposed && { supposed: 'true' }) }
  const list = useEndpoint('inside.list', { query: asked }, { refetchInterval: recountInterval })
  const { data } = list
  const columns = useMemo(
    () => insideColumns({ at: (instant) => atText({ zone, now: now() }, instant), supposed, onLeave }),
    [zone, supposed, onLeave],
  )
  return (
    <>
      {data && <Count list={data} />}
      <Group gap="sm" mb="md">
        <Segments
          label="Quiénes"
          value={which === 'noted' || supposed ? which : 'inside'}
          choices={[
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
  count === undefined ? word : `${word} (${showNumber(count)})`

function emptyText(name: string | undefined, supposed: boolean, list: InsideList | undefined): string {
  if (name) return `Nadie con «${name}» está dentro`
  if (supposed) return 'No hay salidas supuestas'
  return list?.exits_known === false ? 'Nadie ha entrado en los últimos 90 minutos' : 'No hay nadie'
}

function Count({ list }: { list: InsideList }) {
  const { count, word, tone } = rateCrowd(list)
  return (
    <Stack gap={0} mb="md">
      <Text role="status" c={tone && `var(--tone-${tone})`}>
        <Text span inherit fz="1.7rem" fw={650}>
          {count}
        </Text>{' '}
        {[countedText(list).toLowerCase(), word].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {list.exits_known
          ? 'Quien entró y no consta que haya salido. Pasadas las horas que dice Configuración, o a la hora de cierre, se supone que salió: está en «Supuestas».'
          : 'Ningún dispositivo ha contado salidas en los últimos 7 días, así que no se sabe quién sigue dentro: son quienes entraron en los últimos 90 minutos. En Configuración, Dispositivo, se dice por cuál se sale.'}
      </Text>
    </Stack>
  )
}
