import type { HistoryEntry, HistoryTableName } from '@torniquete/contract/reports/history.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { LoadError, SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { describeHistoryEntry, type HistoryChangeText } from './describe-history-entry.ts'
import classes from './history.module.css'

export interface HistoryListProps {
  entity: HistoryTableName
  id: number
}

const usualSize = 10

export function HistoryList({ entity, id }: HistoryListProps) {
  const zone = useGymClock()?.zone
  const [{ page, size }, setPage] = useState({ page: 0, size: usualSize })
  // The list is always fetched again, because a person looks for recent changes.
  const list = useEndpoint('history.list', { query: { entity, id, page, size_page: size } }, { staleTime: 0 })
  const { data } = list
  if (!zone || !data) return <SpinnerOrLoadError queries={[list]} />
  return (
    <>
      <LoadError query={list} />
      {data.items.length === 0 && <EmptyState text="No hay cambios registrados" />}
      {data.items.length > 0 && (
        <ol aria-label="Historial" data-dimmed={list.isPlaceholderData || undefined}>
          {data.items.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={zone} />
          ))}
        </ol>
      )}
      {data.total > usualSize && <Pagination page={page} list={data} size={size} onChange={setPage} />}
    </>
  )
}

function Entry({ entry, zone }: { entry: HistoryEntry; zone: string }) {
  const { who, told, first } = describeHistoryEntry(entry, zone)
  const only = told.length === 1 ? told[0] : undefined
  return (
    <li className={classes.entry}>
      <InstantText instant={entry.at} zone={zone} />
      <p>
        <strong>{who}</strong> {only && <Sentence {...only} />}
      </p>
      {!only && (
        <ul>
          {told.map((each) => (
            <li key={each.field}>
              <Sentence {...each} />
            </li>
          ))}
        </ul>
      )}
      {first.length > 0 && (
        <details>
          <summary>Con estos datos</summary>
          <dl className={classes.first}>
            {first.map(({ field, label, value }) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}

function Sentence({ words, from, to }: HistoryChangeText) {
  const both = from !== undefined && to !== undefined
  return (
    <>
      {words}
      {from !== undefined && (
        <>
          {both ? ' de ' : ' '}
          <b className={classes.value}>{from}</b>
        </>
      )}
      {to !== undefined && (
        <>
          {both ? ' a ' : ' '}
          <b className={classes.value}>{to}</b>
        </>
      )}
    </>
  )
}
